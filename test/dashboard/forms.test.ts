import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { shownNumber } from "../../src/codes/content/phone.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import type { Values } from "../../web/src/forms/form.ts";
import { FORMS } from "../../web/src/forms/index.ts";
import { doubtsOf, problemOf, problemsOf } from "../../web/src/forms/problems.ts";

/** A line as people can type it: no control characters, no surrounding space. */
const line = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\p{C}/gu, "").trim())
  .filter((text) => text !== "");
const maybe = fc.oneof(fc.constant(""), line);
/** With a space after the country code, which forms add. */
const phone = fc.stringMatching(/^\+[1-9][0-9]{7,13}$/).map(shownNumber);
const degrees = (most: number) =>
  fc.integer({ min: -most * 10_000, max: most * 10_000 }).map((n) => String(n / 10_000));

const FILLED: Partial<Record<CodeType, fc.Arbitrary<Values>>> = {
  wifi: fc.record({
    ssid: line.filter((name) => Buffer.byteLength(name) <= 32),
    security: fc.constantFrom("WPA", "SAE", "WEP"),
    password: line,
    hidden: fc.constantFrom("", "true"),
  }),
  vcard: fc.record({
    firstName: line,
    lastName: line,
    organization: maybe,
    title: maybe,
    phone,
    mobile: fc.oneof(fc.constant(""), phone),
    email: fc.constantFrom("", "ada@example.com"),
    url: fc.constantFrom("", "https://example.com/a;b,c"),
    street: maybe,
    city: maybe,
    region: maybe,
    postalCode: maybe,
    country: maybe,
    note: maybe,
  }),
  email: fc.record({ to: fc.constant("ada@example.com"), subject: maybe, body: maybe }),
  sms: fc.record({ number: phone, text: maybe }),
  whatsapp: fc.record({ number: phone, text: maybe }),
  phone: fc.record({ number: phone }),
  geo: fc
    .record({
      where: fc.tuple(degrees(90), degrees(180)).map(([latitude, longitude]) => `${latitude}, ${longitude}`),
      label: fc.constantFrom("", "San Vitale"),
      address: fc.constantFrom("", "Via San Vitale 17"),
      // An address alone becomes the name.
    })
    .filter(({ label, address }) => label !== "" || address === ""),
  text: fc.record({ text: line }),
};

describe("the forms of the dashboard", () => {
  for (const [type, values] of Object.entries(FILLED)) {
    it(`${type}: the values are accepted, and read back the same`, () => {
      const form = FORMS[type as CodeType];
      fc.assert(
        fc.property(values, (filled) => {
          const content = form.build(filled);
          assert.deepEqual(problemsOf(type as CodeType, filled), {});
          assert.equal(problemOf(type as CodeType, content), null);
          assert.deepEqual(form.read(content), { ...filled });
        }),
        { numRuns: 200 },
      );
    });
  }

  it("treat content as text if they cannot show all of it", () => {
    assert.equal(FORMS.vcard.read("BEGIN:VCARD\nFN:Ada\nPHOTO:x\nEND:VCARD"), null);
    assert.equal(FORMS.wifi.read("WIFI:T:WPA2-EAP;S:Work;I:ada;P:x;;"), null);
    assert.equal(FORMS.email.read("mailto:a@example.com?cc=b@example.com"), null);
    assert.equal(FORMS.whatsapp.read("https://chat.whatsapp.com/AbCdEf123456"), null);
  });

  it("label a mobile number, and find it by its label wherever it stands", () => {
    const named = { ...FORMS.vcard.empty, lastName: "L" };
    const mobile = FORMS.vcard.build({ ...named, mobile: "+44 7700 900123" });
    assert.match(mobile, /\r\nTEL;TYPE=CELL:\+44 7700 900123\r\n/);
    const card = (...lines: string[]) => FORMS.vcard.read(["BEGIN:VCARD", "N:L", ...lines, "END:VCARD"].join("\n"));
    const both = { phone: "1", mobile: "2" };
    for (const lines of [
      ["TEL:1", "TEL;TYPE=CELL:2"],
      ["TEL;CELL;VOICE:2", "TEL:1"],
      ["TEL:1", "TEL:2"],
    ]) {
      const { phone, mobile } = card(...lines)!;
      assert.deepEqual({ phone, mobile }, both);
    }
  });

  it("complete what people leave out, and add nothing to complete content", () => {
    assert.equal(FORMS.url.build({ url: " example.com/menu " }), "https://example.com/menu");
    assert.equal(FORMS.url.build({ url: "http://example.com" }), "http://example.com");
    assert.equal(FORMS.social.build({ network: "github", handle: "@tessera" }), "https://github.com/tessera");
    assert.equal(
      FORMS.social.build({ network: "instagram", handle: "instagram.com/ada" }),
      "https://instagram.com/ada",
    );
    const card = FORMS.vcard.build({ ...FORMS.vcard.empty, lastName: "L", url: "example.com" });
    assert.match(card, /URL:https:\/\/example\.com\r\n/);
  });
});

/** The values filled in, and each field that must change for them. */
const WRONG: Record<CodeType, [filled: Values, wrong: Record<string, RegExp>][]> = {
  url: [
    [{}, { url: /Enter the address/ }],
    [{ url: "javascript:alert(1)" }, { url: /^Enter a web address/ }],
    [{ url: "menu" }, { url: /^Enter a web address/ }],
  ],
  social: [
    [{}, { handle: /profile name/ }],
    [{ handle: "my name" }, { handle: /@yourname/ }],
    [{ handle: "company/mosaic" }, { handle: /^Enter a web address/ }],
    [{ network: "other", handle: "mosaic" }, { handle: /^Enter a web address/ }],
  ],
  text: [[{ text: " \n" }, { text: /Enter the text/ }]],
  email: [
    [{ subject: "Hello" }, { to: /address that the email goes to/ }],
    [{ to: "ada" }, { to: /such as ada@example\.com/ }],
    [{ to: "ada@example.com, bob" }, { to: /such as ada@example\.com/ }],
  ],
  phone: [
    [{}, { number: /Enter the number/ }],
    [{ number: "abc" }, { number: /such as \+44/ }],
  ],
  sms: [
    [{ text: "Hello" }, { number: /Enter the number/ }],
    [{ number: "call me", text: "Hello" }, { number: /such as \+44/ }],
  ],
  whatsapp: [
    [{ text: "Hello" }, { number: /Enter the number/ }],
    [{ number: "abc 12345" }, { number: /country code/ }],
    [{ number: "123" }, { number: /country code/ }],
    [{ number: "020 7946 0000" }, { number: /country code/ }],
  ],
  geo: [
    [{}, { where: /Paste a map link/ }],
    [{ where: "52.5" }, { where: /No place was found/ }],
    [{ where: "52.5, 200" }, { where: /between -180 and 180/ }],
    [{ where: "95, 13" }, { where: /between -90 and 90/ }],
    [{ where: "https://maps.app.goo.gl/x1Y2" }, { where: /Open it/ }],
  ],
  wifi: [
    [{}, { ssid: /network name/, password: /Enter the password/ }],
    [{ ssid: "Guests" }, { password: /Enter the password/ }],
    [{ ssid: "Guests", security: "WEP" }, { password: /Enter the password/ }],
  ],
  vcard: [
    [{}, { firstName: /name or an organisation/ }],
    [{ firstName: "Ada", phone: "abc" }, { phone: /such as \+44/ }],
    [
      { organization: "Mosaic", mobile: "?", email: "not an email", url: "my website" },
      { mobile: /phone number/, email: /email address/, url: /web address/ },
    ],
  ],
};

describe("errors in a form", () => {
  for (const [type, cases] of Object.entries(WRONG)) {
    it(`${type}: are shown at the field that must change`, () => {
      for (const [filled, wrong] of cases) {
        const values = { ...FORMS[type as CodeType].empty, ...filled };
        const problems = problemsOf(type as CodeType, values);
        assert.deepEqual(Object.keys(problems), Object.keys(wrong), JSON.stringify(filled));
        for (const [field, said] of Object.entries(wrong)) assert.match(problems[field]!, said);
      }
    });
  }

  it("are absent for fields that are not shown", () => {
    assert.deepEqual(problemsOf("wifi", { ssid: "Guests", security: "nopass", password: "" }), {});
    for (const where of ["52.5163, 13.3777", "52.5,13", "52, 13", "52,-13"]) {
      assert.deepEqual(problemsOf("geo", { where }), {}, where);
    }
    assert.deepEqual(problemsOf("vcard", { ...FORMS.vcard.empty, organization: "Mosaic" }), {});
  });

  it("are shown for content that is edited directly", () => {
    assert.match(problemsOf("vcard", { raw: "FN:Ada" }).raw!, /BEGIN:VCARD/);
    const card = "BEGIN:VCARD\nFN:Ada\nBDAY:1815-12-10\nTEL:abc\nEND:VCARD";
    assert.match(problemsOf("vcard", { raw: card }).raw!, /in TEL/);
  });

  it("warn about parts of a contact that the server accepts, without refusing them", () => {
    const card = (values: Values) => ({ ...FORMS.vcard.empty, firstName: "Ada", ...values });
    const odd = {
      phone: "+44 20 7946 0000 (office)",
      mobile: "sip:ada@example.com",
      email: "ada@localhost",
      url: "myapp://x",
    };
    assert.deepEqual(problemsOf("vcard", card(odd)), {});
    assert.deepEqual(Object.keys(doubtsOf("vcard", card(odd))), Object.keys(odd));
    const usual = { phone: "+44 20", mobile: "030 123", email: "a@b.example", url: "b.example" };
    assert.deepEqual(doubtsOf("vcard", card(usual)), {});
  });

  it("warn about a WPA password that no router accepts, without refusing it", () => {
    const network = (password: string, security = "WPA") => ({ ssid: "a", security, password });
    for (const password of ["short", "x".repeat(64)]) {
      assert.match(doubtsOf("wifi", network(password)).password!, /8 to 63/);
      assert.deepEqual(problemsOf("wifi", network(password)), {});
    }
    for (const password of ["12345678", "f".repeat(64)]) {
      assert.deepEqual(doubtsOf("wifi", network(password)), {});
    }
    assert.deepEqual(doubtsOf("wifi", network("abcde", "WEP")), {});
    const named = (ssid: string) => problemsOf("wifi", { ssid, security: "nopass", password: "" });
    assert.deepEqual(named("é".repeat(16)), {});
    assert.match(named(`${"é".repeat(16)}s`).ssid!, /32 characters at most/);
  });
});
