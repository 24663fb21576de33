import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { actionOf, contentProblem } from "../../src/codes/content/index.ts";

function contact(lines: string[]) {
  const action = actionOf("vcard", ["BEGIN:VCARD", ...lines, "END:VCARD"].join("\n"));
  assert.equal(action.kind, "contact");
  return action;
}

describe("the contact of a vCard", () => {
  it("reads version 3.0 with groups, quoted parameters and folded lines", () => {
    const card = contact([
      "VERSION:3.0",
      "N:Lovelace;Ada;King;Countess;",
      "FN:Ada Lovelace",
      "ORG:Analytical Engine\\, Ltd;Programs",
      "TITLE:Programmer",
      'item1.TEL;TYPE=CELL;X="a:b;c":+44 20 7946 0000',
      "item1.X-ABLabel:mobile",
      "EMAIL;TYPE=INTERNET:ada@exam",
      " ple.com",
      "URL:https://example.com/ada",
      "ADR;TYPE=WORK:;;12 St James's Sq\\nFloor 2;London;;SW1Y;UK",
      "NOTE:one\\, two\\; three\\nfour \\\\n",
      "PHOTO;ENCODING=b:AAAA",
    ]);
    assert.equal(card.name, "Ada Lovelace");
    assert.equal(card.organization, "Analytical Engine, Ltd, Programs");
    assert.equal(card.title, "Programmer");
    assert.deepEqual(card.phones, [{ value: "+44 20 7946 0000", href: "tel:+442079460000", use: "mobile" }]);
    assert.deepEqual(card.emails, [{ value: "ada@example.com", href: "mailto:ada@example.com" }]);
    assert.deepEqual(card.urls, [{ value: "https://example.com/ada", href: "https://example.com/ada" }]);
    const [address] = card.addresses;
    assert.equal(address?.value, "12 St James's Sq\nFloor 2\nSW1Y London\nUK");
    assert.equal(address?.place.label, "12 St James's Sq, Floor 2, SW1Y London, UK");
    assert.equal(card.note, "one, two; three\nfour \\n");
    assert.equal(card.fileName, "ada-lovelace.vcf");
  });

  it("reads version 2.1 with quoted-printable and soft line breaks", () => {
    const card = contact([
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=",
      "ller;J=C3=B6rg",
      "TEL;CELL:0301234567",
    ]);
    assert.equal(card.name, "Jörg Müller");
    assert.equal(card.fileName, "jorg-muller.vcf");
  });

  it("reads a telephone number that version 4.0 writes as a URI", () => {
    const card = contact(["VERSION:4.0", "FN:A", "TEL;VALUE=uri:tel:+1-555-123;ext=9"]);
    assert.deepEqual(card.phones, [{ value: "+1 555 123", href: "tel:+1555123,9", use: null }]);
  });

  it("makes no link of an unsafe address", () => {
    const card = contact(["FN:A", "URL:javascript:alert(1)", "EMAIL:x", "TEL:call me"]);
    const hrefs = [...card.urls, ...card.emails, ...card.phones].map(({ href }) => href);
    assert.deepEqual(hrefs, [null, null, null]);
  });

  it("names the file without characters that would break a header", () => {
    assert.equal(contact(['FN:"a"\\nb; ../c']).fileName, "a-b-c.vcf");
    assert.equal(contact(["FN:山田太郎"]).fileName, "contact.vcf");
  });

  it("keeps every vCard in the file, with CRLF", () => {
    const two = "BEGIN:VCARD\nFN:A\nEND:VCARD\rBEGIN:VCARD\r\nFN:B\nEND:VCARD\n";
    const action = actionOf("vcard", two);
    assert.equal(action.kind, "contact");
    assert.equal(action.name, "A");
    assert.equal(action.vcf, "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:B\r\nEND:VCARD\r\n");
  });
});

describe("a vCard with an obviously invalid part", () => {
  const card = (line: string) => `BEGIN:VCARD\r\nFN:Ada\r\n${line}\r\nEND:VCARD`;
  const NONSENSE: [part: string, shown: string, values: string[]][] = [
    ["TEL", "+44 20 7946 0000", ["abc", "call me", "7", "24 hours a day", "tel:abc", "-"]],
    ["EMAIL", "ada@example.com", ["not an email", "ada", "@", "ada@", "@example.com", "a @ b"]],
    ["URL", "https://example.com", ["my website", "menu", "javascript:alert(1)", "https://", "a b"]],
  ];
  for (const [part, shown, values] of NONSENSE) {
    it(`is refused with the name of the part and an accepted form: ${part}`, () => {
      for (const value of values) {
        for (const content of [card(`${part}:${value}`), mecard(part, value)]) {
          const problem = contentProblem("vcard", content) ?? "accepted";
          assert.ok(problem.startsWith("must have "), content);
          assert.ok(problem.includes(shown) && problem.includes(`in ${part}`), problem);
        }
      }
    });
  }

  function mecard(part: string, value: string): string {
    return `MECARD:N:Lovelace,Ada;${part}:${value.replaceAll(":", "\\:")};;`;
  }

  it("is still shown as a contact if it is already stored", () => {
    assert.equal(actionOf("vcard", card("TEL:abc")).kind, "contact");
  });

  it("links to https if the website has no scheme", () => {
    const action = actionOf("vcard", card("URL:example.com/ada"));
    assert.equal(action.kind, "contact");
    assert.deepEqual(action.urls, [{ value: "example.com/ada", href: "https://example.com/ada" }]);
  });

  it("is accepted whatever its other parts contain", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 40 });
    const sound = fc.constantFrom("TEL:+44 20 7946 0000", "EMAIL:ada@example.com", "URL:example.com");
    const safe = words.map((text) => text.replace(/[\p{Cc}\\;:,]/gu, " "));
    fc.assert(
      fc.property(sound, fc.constantFrom("NOTE", "TITLE", "X-ANY", "ADR"), safe, (line, name, text) => {
        assert.equal(contentProblem("vcard", card(`${line}\r\n${name}:${text}`)), null);
      }),
    );
  });
});
