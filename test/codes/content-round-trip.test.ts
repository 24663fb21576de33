import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  buildGeo,
  buildMail,
  buildPhone,
  buildSms,
  buildVcard,
  buildWhatsapp,
  buildWifi,
} from "../../src/codes/content/build.ts";
import { type Action, actionOf, contentProblem } from "../../src/codes/content/index.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";

const wild = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."\\;,:\"'\r\n\t &=?#%+<>().n"), maxLength: 40 }),
);
/** Like every stored content: well-formed and without NUL. */
const text = wild.map((value) => value.toWellFormed().replaceAll("\0", ""));
const lines = text.map((value) => value.replace(/\r\n?/g, "\n"));
const trimmed = lines.map((value) => value.trim());
const number = fc.stringMatching(/^\+[1-9]\d{6,14}$/);
const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((value) => value / 1e7);

/** The action of accepted content, narrowed to its kind. */
function accepted<K extends Action["kind"]>(type: CodeType, kind: K, content: string) {
  assert.equal(contentProblem(type, content), null, content);
  const action = actionOf(type, content);
  assert.equal(action.kind, kind);
  return action as Extract<Action, { kind: K }>;
}

function check<T>(values: fc.Arbitrary<T>, holds: (value: T) => void) {
  fc.assert(fc.property(values, holds), { numRuns: 200 });
}

describe("content built by a form is parsed back to the same values:", () => {
  it("wifi", () => {
    const security = fc.constantFrom("WPA", "SAE", "WEP", "WPA2-EAP", "nopass");
    const ssid = text.filter((value) => value !== "");
    const password = ssid;
    check(fc.record({ ssid, password, security, hidden: fc.boolean() }), (network) => {
      const action = accepted("wifi", "wifi", buildWifi(network));
      const { ssid, password, hidden } = action;
      const sent = network.security === "nopass" ? "" : network.password;
      assert.deepEqual([ssid, password, hidden], [network.ssid, sent, network.hidden]);
      assert.equal(action.security, network.security);
      assert.equal(action.join, buildWifi(network));
    });
  });

  it("vcard", () => {
    const fields = {
      firstName: trimmed.map((name) => `A${name}`),
      lastName: trimmed,
      organization: trimmed,
      title: trimmed,
      note: trimmed,
      street: trimmed,
      city: trimmed,
    };
    check(fc.record(fields), (contact) => {
      const content = buildVcard({ ...contact, phones: ["+1 555"], emails: ["a@example.com"] });
      const action = accepted("vcard", "contact", content);
      assert.equal(action.name, `${contact.firstName} ${contact.lastName}`.trim());
      assert.equal(action.organization, contact.organization);
      assert.equal(action.title, contact.title);
      assert.equal(action.note, contact.note);
      const address = [contact.street, contact.city].filter((part) => part !== "").join("\n");
      assert.deepEqual(
        action.addresses.map(({ value }) => value),
        address === "" ? [] : [address],
      );
      assert.deepEqual([action.phones[0]?.value, action.emails[0]?.value], ["+1 555", "a@example.com"]);
      assert.equal(action.vcf, content);
      for (const line of content.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
    });
  });

  it("email", () => {
    const subject = text.map((value) => value.replace(/\p{Cc}+/gu, " "));
    const to = fc.constantFrom("ada@example.com", "a&b?c%41@exämple.com", "a@b.co,c@d.co");
    check(fc.record({ to, cc: to, subject, body: lines }), (mail) => {
      const { cc, subject, body, ...action } = accepted("email", "mail", buildMail(mail));
      assert.deepEqual({ to: action.to, cc, subject, body }, { ...mail });
      assert.match(action.href, /^mailto:[\x21-\x7e]+$/);
    });
  });

  it("sms, phone and whatsapp", () => {
    const bare = (shown: string) => shown.replaceAll(" ", "");
    check(fc.record({ number, text }), ({ number, text }) => {
      const sms = accepted("sms", "message", buildSms({ number, text }));
      assert.deepEqual([bare(sms.number), sms.text], [number, text]);
      assert.match(sms.href, /^sms:\+\d+(\?&body=[\x21-\x7e]+)?$/);
      const again = accepted("sms", "message", sms.href);
      assert.deepEqual([bare(again.number), again.text], [number, text]);
      const chat = accepted("whatsapp", "whatsapp", buildWhatsapp({ number, text }));
      assert.deepEqual([bare(chat.number), chat.text], [number, text]);
      assert.equal(accepted("phone", "call", buildPhone(number)).href, `tel:${number}`);
    });
  });

  it("geo", () => {
    const line = lines.map((value) => value.replaceAll("\n", " ").trim());
    const place = { latitude: degrees(90), longitude: degrees(180), name: line, address: line };
    check(fc.record(place), ({ latitude, longitude, name, address }) => {
      const map = accepted("geo", "map", buildGeo({ latitude, longitude, label: name, address }));
      assert.deepEqual([map.latitude + 0, map.longitude + 0], [latitude + 0, longitude + 0]);
      // An address alone is the name.
      assert.deepEqual([map.label, map.address], name === "" ? [address, ""] : [name, address]);
      for (const href of [map.href, map.appleHref, map.webHref]) {
        assert.match(href, /^(geo:|https:\/\/)[\x21-\x7e]+$/);
      }
    });
  });
});

describe("any text", () => {
  it("gives an answer, and only links with a known scheme and plain characters", () => {
    const prefix = fc.constantFrom("", "https://", "mailto:", "tel:", "sms:", "geo:1,2?q=", "WIFI:S:");
    const anything = fc.tuple(prefix, wild).map((parts) => parts.join(""));
    check(fc.tuple(fc.constantFrom(...CODE_TYPES), anything), ([type, content]) => {
      const action = actionOf(type, content);
      if (contentProblem(type, content) !== null) assert.equal(action.kind, "text");
      if ("location" in action) assert.match(action.location, /^https?:\/\/[\x21-\x7e]+$/);
      if ("href" in action) assert.match(action.href, /^(https:\/\/|mailto:|tel:|sms:|geo:)[\x21-\x7e]*$/);
    });
  });
});
