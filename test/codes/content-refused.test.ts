import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionOf, contentProblem } from "../../src/codes/content/index.ts";
import type { CodeType } from "../../src/shared/words.ts";

/** What each refusal must show: at least one form that would have been accepted. */
const SHOWN: Record<Exclude<CodeType, "text">, string> = {
  url: "https://example.com/menu",
  social: "https://example.com/menu",
  email: "mailto:",
  phone: "tel:+",
  sms: "SMSTO:",
  whatsapp: "https://wa.me/",
  geo: "geo:52.5163,13.3777",
  wifi: "WIFI:T:WPA;S:",
  vcard: "BEGIN:VCARD",
};

const URLS = [
  "example.com",
  "www.example.com/a",
  "/path",
  "//example.com",
  "\\\\example.com",
  "http:example.com",
  "http:/example.com",
  "http:///example.com",
  "http:\\\\example.com",
  "https://",
  "https://?a",
  "https://#a",
  "https://:80",
  "https://example.com:99999",
  "https://exa mple.com",
  "https://example.com/a b",
  "https://example.com/\u00a0",
  "https://example.com/\r\nSet-Cookie:a=b",
  "https://example.com/\n",
  "\ufeffhttps://example.com",
  " https://example.com",
  "\u0001https://example.com",
  "ht\ttps://example.com",
  "https://example.com\\@evil.example",
  "https://example.com\\.evil.example",
  "https://example.com/a\\b",
  "https://good.example@evil.example",
  "https://user:pass@example.com",
  "https://@example.com",
  "https://good.example%40evil.example",
  'https://a"onmouseover=alert(1)',
  "https://a&colon;b",
  "https://exam\u0000ple.com",
  "https://[::1",
  "ftp://example.com",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "view-source:https://example.com",
  "intent://example.com#Intent;scheme=https;end",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "java\r\nscript:alert(1)",
  "javascript\t:alert(1)",
  "java&#115;cript:alert(1)",
  "&#106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "java\u200bscript:alert(1)",
  "javascript://example.com/%0Aalert(1)",
  "https:javascript:alert(1)",
  "%6aavascript:alert(1)",
];

const REFUSED: Record<keyof typeof SHOWN, string[]> = {
  url: URLS,
  social: [...URLS, "@ada", "ada"],
  email: [
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "ada example@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\r\nBcc:eve@example.com",
    "mailto:",
    "mailto:ada",
    "mailto:ada@example.com?cc=nobody",
    "javascript:alert('a@example.com')",
    "https://example.com",
  ],
  phone: [
    "call me",
    "1-800-FLOWERS",
    "+",
    "5",
    "12+34",
    "tel:",
    "tel:abc",
    "tel:javascript:alert(1)",
    "123\n456",
    "https://example.com/123",
    "1".repeat(33),
  ],
  sms: ["hello", "sms:", "SMSTO:", "SMSTO::", "sms:abc?body=x", "SMSTO:bob:hello", "mailto:a@b.co"],
  whatsapp: [
    "ada",
    "123",
    "https://example.com/15551234567",
    "https://wa.me.evil.example/15551234567",
    "https://evilwhatsapp.com/send?phone=15551234567",
    "https://wa.me/",
    "https://api.whatsapp.com/send?phone=bob",
    "https://wa.me@evil.example/1555",
    "javascript://wa.me/%0aalert(1)",
    "https://wa.me/1555\r\nX: y",
  ],
  geo: [
    "200,13",
    "-90.1,0",
    "52,180.5",
    "52",
    "52;13",
    "north,south",
    "52.5.1,13",
    "1e1,2",
    "52,13,",
    "52,13 javascript:alert(1)",
    "geo:",
    "geo:95,0",
    "geo:a,b",
    "https://maps.example.com/?q=1,2",
  ],
  wifi: [
    "Guest",
    "WIFI:",
    "WIFI:;;",
    "WIFI:T:WPA;P:secret99;;",
    "WIFI:T:WPA;S:;P:secret99;;",
    "WIFI:T:rot13;S:Guest;P:x;;",
    "WIFI:Guest;secret99;;",
    "https://example.com",
  ],
  vcard: [
    "Ada Lovelace",
    "BEGIN:VCARD",
    "BEGIN:VCARD\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:3.0\nFN:\nN:;;;;\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:3.0\nFN:Ada",
    "FN:Ada\nEND:VCARD",
    "BEGIN:VCALENDAR\nEND:VCALENDAR",
  ],
};

describe("content that is refused", () => {
  for (const type of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
    it(`of type ${type}, with a sentence that shows the accepted forms`, () => {
      for (const content of ["", "\n", ...REFUSED[type]]) {
        const problem = contentProblem(type, content);
        assert.ok(problem, `${JSON.stringify(content)} was accepted`);
        assert.ok(problem.includes(SHOWN[type]), problem);
        assert.ok(problem.endsWith("."), problem);
      }
    });

    it(`of type ${type}, is only ever shown as text`, () => {
      for (const content of REFUSED[type]) {
        assert.deepEqual(actionOf(type, content), { kind: "text", text: content });
      }
    });
  }
});
