import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";
import { leadsTo } from "../../web/src/parts/leads-to.ts";
import { CONTENTS, PAYLOADS } from "../share-pages/payloads.ts";

const said = (type: CodeType, content: string) => {
  const { line, href, details } = leadsTo(type, content);
  return [line, href, Object.fromEntries(details.map(({ label, value }) => [label, value]))];
};

const CARD = "BEGIN:VCARD\nFN:Ada\nORG:Engines\nTEL:+44 20 7946 0000\nURL:ada.example\nEND:VCARD";

describe("the destination of a code, for its owner", () => {
  it("is shown for every type, with what opens it", () => {
    const expected: [CodeType, string, ReturnType<typeof said>][] = [
      ["url", "example.com/menu", ["example.com/menu", "https://example.com/menu", {}]],
      ["url", "https://www.example.com/a", ["example.com/a", "https://www.example.com/a", {}]],
      ["url", "http://example.com/", ["example.com", "http://example.com/", {}]],
      ["url", "https://example.com/caf%C3%A9", ["example.com/café", "https://example.com/caf%C3%A9", {}]],
      // A character that reverses the text after it stays escaped, like spaces and reserved characters.
      [
        "url",
        "http://example.com/%E2%80%AEa%20%2F",
        ["example.com/%E2%80%AEa%20%2F", "http://example.com/%E2%80%AEa%20%2F", {}],
      ],
      ["social", "https://x.com/ada?a=/", ["x.com/ada?a=/", "https://x.com/ada?a=/", {}]],
      ["text", "Grout dries", ["Grout dries", null, {}]],
      ["phone", "tel:+44-20", ["+44 20", "tel:+4420", {}]],
      [
        "email",
        "mailto:a@example.com?subject=Hi",
        ["a@example.com", "mailto:a@example.com?subject=Hi", { To: "a@example.com", Subject: "Hi" }],
      ],
      ["sms", "SMSTO:+1555:Hi", ["+1555", "sms:+1555?&body=Hi", { Message: "Hi" }]],
      ["whatsapp", "+1 555 123", ["+1 555 123", "https://wa.me/1555123", {}]],
      [
        "geo",
        "geo:1.5,2.5?q=1.5,2.5(Gate)",
        ["Gate", "https://www.openstreetmap.org/?mlat=1.5&mlon=2.5#map=16/1.5/2.5", { Coordinates: "1.5, 2.5" }],
      ],
      [
        "wifi",
        "WIFI:T:SAE;S:Guests;P:secret99;H:true;;",
        ["Guests", null, { Network: "Guests", Security: "WPA3 only", Password: "secret99", Visibility: "Hidden" }],
      ],
      [
        "vcard",
        CARD,
        ["Ada", null, { Name: "Ada", Organisation: "Engines", Phone: "+44 20 7946 0000", Website: "ada.example" }],
      ],
    ];
    for (const [type, content, found] of expected) assert.deepEqual(said(type, content), found);
    assert.deepEqual(new Set(expected.map(([type]) => type)), new Set(CODE_TYPES));
  });

  it("hides a password until it is requested", () => {
    const { line, details } = leadsTo("wifi", "WIFI:T:WPA;S:Guests;P:secret99;;");
    assert.ok(!line.includes("secret99"));
    assert.deepEqual(
      details.filter(({ secret }) => secret).map(({ value }) => value),
      ["secret99"],
    );
  });

  it("links the parts of a contact that are links", () => {
    const { details } = leadsTo("vcard", CARD);
    assert.deepEqual(
      details.flatMap(({ href }) => href ?? []),
      ["tel:+442079460000", "https://ada.example/"],
    );
  });

  it("opens only web pages, emails, calls and messages, whatever the content", () => {
    const harmless = /^(?:https?:\/\/|mailto:|tel:|sms:)/;
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...PAYLOADS),
      fc
        .tuple(fc.constantFrom("javascript:", "data:", " \tjava\nscript:", "vbscript:"), fc.string())
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...CODE_TYPES), text, fc.boolean(), (type, raw, inside) => {
        const { line, href, details } = leadsTo(type, inside ? CONTENTS[type](raw) : raw);
        assert.equal(typeof line, "string");
        for (const link of [href, ...details.map((detail) => detail.href)]) {
          if (link) assert.match(link, harmless);
        }
      }),
      { numRuns: 300 },
    );
  });
});
