import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { composeMessage, type MailContent } from "../../src/mail/message.ts";
import { LANGUAGES } from "../../src/shared/languages.ts";

const LINK = "https://qr.example.com/app/join#token";
const AT = Date.UTC(2026, 10, 17, 18, 30);
const CONTENTS: MailContent[] = [
  { kind: "reset", link: LINK },
  { kind: "account", link: LINK },
  { kind: "invitation", link: LINK, inviter: "Ada", address: "ada@example.com", workspace: "Café" },
  { kind: "device", device: "Firefox, Linux", at: AT, zone: "Europe/Berlin" },
  { kind: "test" },
];
const compose = (content: MailContent, language: (typeof LANGUAGES)[number] = "en") =>
  composeMessage(content, { email: "ada@example.com", language }, "https://qr.example.com/base");

describe("mail", () => {
  it("exists in every language, as text and HTML", () => {
    for (const content of CONTENTS) {
      const subjects = new Set<string>();
      for (const language of LANGUAGES) {
        const { subject, text, html } = compose(content, language);
        subjects.add(subject.replace("qr.example.com", ""));
        assert.doesNotMatch(`${subject}${text}${html}`, /undefined|\[object/);
        assert.match(
          html,
          language === "ar" ? /<html lang="ar" dir="rtl">/ : /<html lang="[a-z]{2}(-Hans)?" dir="ltr">/,
        );
        if ("link" in content) {
          assert.ok(text.includes(`\n${LINK}\n`), `${language}: the link has its own line`);
          assert.ok(html.includes(`href="${LINK}"`));
        }
      }
      // "Test message" and the like may be the same word in two languages.
      assert.ok(subjects.size >= LANGUAGES.length - 1, `${content.kind}: ${[...subjects].join()}`);
    }
  });

  it("shows names as text, without moving the words around them", () => {
    const names = { inviter: "<b>Ada</b>", address: "ada@example.com", workspace: "\u202eefac" };
    const { subject, text, html } = compose({ kind: "invitation", link: LINK, ...names });
    assert.equal(subject, "Invitation to the workspace \u2068efac\u2069");
    assert.ok(text.includes("<b>Ada</b>"));
    assert.ok(html.includes("&lt;b&gt;Ada&lt;/b&gt;") && !html.includes("<b>"));
  });

  it("never makes a link of a name: the inviter's address stands for one that looks like a link", () => {
    const lures = [
      "Your invoice is overdue: https://evil.test/pay",
      "www.evil",
      "Pay at evil.test",
      "evil\uff0etest",
      "evil\u3002test",
      "evil\u2024test",
      "evil.\u200btest",
      "e\u00advil\u2060.test",
      "http:/evil",
      "192.0.2.7/pay",
      "пример.рф",
    ];
    for (const language of LANGUAGES) {
      for (const lure of lures) {
        for (const names of [
          { inviter: lure, workspace: "Café" },
          { inviter: "Ada", workspace: lure },
        ]) {
          const mail = compose({ kind: "invitation", link: LINK, address: "sender@example.com", ...names }, language);
          const whole = `${mail.subject}\n${mail.text}\n${mail.html}`;
          assert.ok(!whole.includes(lure) && !whole.includes("evil"), `${language}: ${lure}`);
          assert.ok(whole.includes("sender@example.com"), language);
        }
      }
    }
    for (const name of ["Dr. Ada", "Café 2.0", "Müller & Söhne", "Smith, J.", "Team: Blue", "株式会社"]) {
      const names = { inviter: name, workspace: name, address: "sender@example.com" };
      const { subject, text } = compose({ kind: "invitation", link: LINK, ...names });
      assert.ok(subject.includes(name) && text.includes(name), name);
    }
  });

  it("shows the time in the zone of the workspace and in the language", () => {
    const content = CONTENTS[3]!;
    assert.match(compose(content).text, /17 November 2026 at 19:30:00 CET/);
    assert.match(compose(content, "de").text, /17\. November 2026 um 19:30:00 MEZ/);
  });
});
