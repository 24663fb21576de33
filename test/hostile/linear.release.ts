import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bearerOf } from "../../src/api/guard.ts";
import { contentProblem } from "../../src/codes/content/index.ts";
import { createContains } from "../../src/database/sqlite/database.ts";
import { createClientAddress } from "../../src/server/client-address.ts";
import { languageFor } from "../../src/shared/languages.ts";
import { CODE_TYPES } from "../../src/shared/vocabulary.ts";
import { withLinks } from "../../src/sharing/pages/links.ts";
import { type AgentReader, createAgentReader } from "../../src/visits/agent.ts";
import { type Classifier, createClassifier } from "../../src/visits/classify.ts";
import { type Hostile, isLinear } from "./growth.ts";

interface Reader {
  name: string;
  read: (text: string) => unknown;
  starts: string[];
}

const STARTS: Record<string, string[]> = {
  url: ["https://", "https://example.com/", "https://[", "https://xn--", "a.", "a.b:"],
  social: ["https://", "http://a."],
  email: ["a@", "mailto:", "mailto:a@example.com?subject=", "mailto:?to=", "MATMSG:TO:"],
  phone: ["+", "tel:", "tel:1;ext="],
  sms: ["sms:", "SMSTO:1:", "sms:1?body=", "sms:1,"],
  whatsapp: ["https://wa.me/", "whatsapp://send?phone=", "https://a."],
  geo: ["geo:", "geo:1,2;", "geo:1,2?q=", "geo:1,2?q=1,2(", "1,"],
  wifi: ["WIFI:S:a;", "WIFI:S:", 'WIFI:S:"', "WIFI:T:WPA", "WIFI:S:a;T:WPA"],
  vcard: [
    "BEGIN:VCARD\n",
    "BEGIN:VCARD\nFN:",
    "BEGIN:VCARD\nN;A=",
    "BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:",
    "BEGIN:VCARD\r\nTEL:",
    "BEGIN:VCARD\r\nEMAIL:",
    "BEGIN:VCARD\r\nURL:",
    "BEGIN:VCARD\nADR:;;a",
    "MECARD:N:",
    "MECARD:TEL:1;ADR:",
  ],
  text: [],
};

/** New for each text: none is found in a cache. */
const agents: AgentReader = (...given) => createAgentReader({ cacheSize: 2 })(...given);
const classify: Classifier = (request) => createClassifier({ cacheSize: 2 })(request);
const addressOf = createClientAddress(["10.0.0.0/8"]);
const contains = createContains();

const READERS: Reader[] = [
  ...CODE_TYPES.flatMap((type) => [
    {
      name: `content of type ${type}`,
      read: (text: string) => contentProblem(type, text),
      starts: ["", "\n", ...STARTS[type]!],
    },
  ]),
  {
    name: "web and email addresses in a text",
    read: withLinks,
    starts: ["", "https://", "https://[", "https://a.", "https://a.example/", "a@", "a@b."],
  },
  { name: "Authorization", read: bearerOf, starts: ["Bearer ", "Bearer x", ""] },
  { name: "X-Forwarded-For", read: (text) => addressOf("10.0.0.1", text), starts: ["", "10.0.0.1,", "["] },
  {
    name: "User-Agent",
    read: (text) => [agents(text), classify({ method: "GET", userAgent: text, headers: {} })],
    starts: ["", "Mozilla/5.0 (Macintosh;", "CFNetwork/", "Mozilla/5.0 (Linux; Android ", "AppleTV"],
  },
  { name: "Accept-Language", read: languageFor, starts: ["", "de-", "de;q=", "de;q=0."] },
  {
    name: "client hints",
    read: (text) => agents("Mozilla/5.0 Chrome/99", { brands: text, platform: text, mobile: text }),
    starts: ["", '"Brave'],
  },
  {
    name: "Sec-Purpose",
    read: (text) => classify({ method: "GET", userAgent: "", headers: { "sec-purpose": text } }),
    starts: ["", "pre"],
  },
  {
    name: "a search",
    read: (text) => [`${"a".repeat(199)}b`, `b${"a".repeat(199)}`].map((q) => contains(text, q)),
    starts: ["", "b"],
  },
];

const UNITS = [
  ..."a0 \n\t\r;:,.-_/\\\"'=%&?@()[]<>+#*|é中",
  "\u200b",
  "a.",
  "a@",
  "&a",
  "%41",
  "\\;",
  "=\n",
  "=41",
  "\nEND:VCARD",
  "\n ",
  "S:",
  ";a",
  "; ",
  "ext",
  "10.0.0.1,",
  "aa-",
  "a-",
  "Mobile/",
  "Darwin/",
  "EAP",
  "https://",
  "https://a",
];
/** Many different letters, since host names are encoded letter by letter. */
const LETTERS = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
const ENDS = ["", "x", "\0", "\nEND:VCARD"];

describe("parsing hostile text", () => {
  for (const { name, read, starts } of READERS) {
    it(`takes linear time: ${name}`, () => {
      const check = (hostile: Hostile) => {
        const text = JSON.stringify(hostile);
        assert.ok(isLinear(read, hostile), `quadratic for ${text}`);
      };
      for (const start of starts) {
        for (const repeated of UNITS) check({ start, repeated, end: "x" });
        check({ start, repeated: LETTERS, end: "" });
      }
      const part = fc.constantFrom(...UNITS);
      fc.assert(
        fc.property(
          fc.constantFrom(...starts, ""),
          fc.array(part, { minLength: 1, maxLength: 3 }),
          fc.constantFrom(...ENDS),
          (start, units, end) => check({ start, repeated: units.join(""), end }),
        ),
        { numRuns: 60 },
      );
    });
  }

  it("is distinguished from quadratic time", () => {
    const hostile = { start: "", repeated: "a", end: "x" };
    assert.equal(
      isLinear((text) => /a*b/.test(text.slice(0, text.length / 16)), hostile),
      false,
    );
    assert.equal(
      isLinear((text) => [...text].reverse(), hostile),
      true,
    );
  });
});
