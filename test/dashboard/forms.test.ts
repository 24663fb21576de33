import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import type { Values } from "../../web/src/forms/form.ts";
import { FORMS, problemOf } from "../../web/src/forms/index.ts";

/** A line as one can type it: no control characters, no space at its ends. */
const line = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\p{C}/gu, "").trim())
  .filter((text) => text !== "");
const maybe = fc.oneof(fc.constant(""), line);
const phone = fc.stringMatching(/^\+[1-9][0-9]{7,13}$/);
const degrees = (most: number) =>
  fc.integer({ min: -most * 10_000, max: most * 10_000 }).map((n) => String(n / 10_000));

const FILLED: Partial<Record<CodeType, fc.Arbitrary<Values>>> = {
  wifi: fc.record({
    ssid: line,
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
  geo: fc.record({
    latitude: degrees(90),
    longitude: degrees(180),
    label: fc.constantFrom("", "San Vitale"),
  }),
  text: fc.record({ text: line }),
};

describe("the forms of the dashboard", () => {
  for (const [type, values] of Object.entries(FILLED)) {
    it(`${type}: what was filled in is accepted, and read back the same`, () => {
      const form = FORMS[type as CodeType];
      fc.assert(
        fc.property(values, (filled) => {
          const content = form.build(filled);
          assert.equal(problemOf(type as CodeType, content), null);
          assert.deepEqual(form.read(content), { ...filled });
        }),
        { numRuns: 200 },
      );
    });
  }

  it("leave to text what they cannot show whole", () => {
    assert.equal(FORMS.vcard.read("BEGIN:VCARD\nFN:Ada\nPHOTO:x\nEND:VCARD"), null);
    assert.equal(FORMS.wifi.read("WIFI:T:WPA2-EAP;S:Work;I:ada;P:x;;"), null);
    assert.equal(FORMS.email.read("mailto:a@example.com?cc=b@example.com"), null);
    assert.equal(FORMS.whatsapp.read("https://chat.whatsapp.com/AbCdEf123456"), null);
  });

  it("add what people leave out, and nothing to what is whole", () => {
    assert.equal(FORMS.url.build({ url: " example.com/menu " }), "https://example.com/menu");
    assert.equal(FORMS.url.build({ url: "http://example.com" }), "http://example.com");
    assert.equal(
      FORMS.social.build({ network: "github", handle: "@tessera" }),
      "https://github.com/tessera",
    );
    assert.match(problemOf("url", FORMS.url.build({ url: "javascript:alert(1)" }))!, /^Must be/);
    assert.match(problemOf("vcard", FORMS.vcard.build(FORMS.vcard.empty))!, /name or an organ/);
  });
});
