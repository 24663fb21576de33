import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionOf } from "../../src/codes/content/index.ts";
import { html } from "../../src/shared/html.ts";
import { LANGUAGES } from "../../src/shared/languages.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import { landingPage } from "../../src/sharing/pages/landing.ts";
import { copiesOf, hrefsOf, tagsOf, textOf } from "./document.ts";
import { PLAIN } from "./view.ts";

function land(type: CodeType, content: string, { os = "", joinPicture = "", view = PLAIN } = {}) {
  const action = actionOf(type, content);
  assert.ok(!("location" in action));
  return landingPage({ action, os, joinPicture, vcfHref: "/r/abc.vcf" }, view);
}

/** The target of the main button. */
function act(page: string): string | undefined {
  return tagsOf(page)
    .find(({ attributes }) => attributes.get("class") === "b")
    ?.attributes.get("href");
}

const textMarkup = (text: string): string => html`${text}`.markup;

describe("the landing page", () => {
  it("is a complete English document that search engines do not index", () => {
    const page = land("wifi", "WIFI:T:nopass;S:Help & <more>;;");
    assert.match(page, /^<!doctype html>\n<html lang="en" dir="ltr">/);
    assert.match(page, /<title>Help &amp; &lt;more&gt; · Tessera<\/title>/);
    assert.match(page, /<meta name="robots" content="noindex">/);
    assert.match(page, /<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">/);
    assert.equal(tagsOf(page).filter(({ name }) => name === "h1").length, 1);
  });

  it("needs no script: every button is hidden until one runs", () => {
    const contents: [CodeType, string][] = [
      ["phone", "112"],
      ["text", "a"],
      ["wifi", "WIFI:T:WPA;S:a;P:b;;"],
      ["geo", "1,2"],
    ];
    for (const [type, content] of contents) {
      const buttons = tagsOf(land(type, content)).filter(({ name }) => name === "button");
      assert.ok(buttons.length > 0);
      assert.ok(buttons.every(({ attributes }) => attributes.has("hidden")));
    }
  });

  it("calls", () => {
    const page = land("phone", "+44 20 7946 0000");
    assert.deepEqual(hrefsOf(page).slice(1), ["tel:+442079460000", "sms:+442079460000"]);
    assert.deepEqual(copiesOf(page), ["+44 20 7946 0000"]);
  });

  it("writes an email and shows its text", () => {
    const page = land("email", "mailto:a@example.com?subject=Hi&body=One%0D%0Atwo");
    assert.equal(act(page), "mailto:a@example.com?subject=Hi&body=One%0D%0Atwo");
    for (const shown of ["a@example.com", "Hi", "One\ntwo"]) assert.ok(textOf(page).includes(shown));
  });

  it("writes a message", () => {
    const page = land("sms", "SMSTO:+1555123:Hello");
    assert.equal(act(page), "sms:+1555123?&body=Hello");
    assert.ok(textOf(page).includes("Hello"));
  });

  it("opens the maps of the visitor's system", () => {
    const content = "52.5163,13.3777";
    assert.equal(act(land("geo", content, { os: "Android" })), "geo:52.5163,13.3777");
    assert.equal(act(land("geo", content, { os: "Unknown" })), "geo:52.5163,13.3777");
    for (const os of ["iOS", "iPadOS", "macOS", "Mac OS"]) {
      assert.match(act(land("geo", content, { os }))!, /^https:\/\/maps\.apple\.com\//);
    }
    for (const os of ["Windows", "Linux", "Chrome OS", "Chromium OS"]) {
      assert.match(act(land("geo", content, { os }))!, /^https:\/\/www\.openstreetmap\.org\//);
    }
  });

  it("saves a contact and links only safe addresses", () => {
    const page = land("vcard", "BEGIN:VCARD\nFN:Ada\nTEL:+1 555\nURL:javascript:alert(1)\nADR:;;1 St;Town\nEND:VCARD");
    assert.equal(act(page), "/r/abc.vcf");
    const links = new Set(hrefsOf(page));
    assert.deepEqual([...links].slice(1), ["tel:+1555", "geo:0,0?q=1%20St%2C%20Town", "/r/abc.vcf"]);
    assert.ok(textOf(page).includes("javascript:alert(1)"));
    assert.ok(textOf(page).includes("1 St\nTown"));
  });

  it("labels a contact's numbers, calls the mobile one and links the address to a map", () => {
    const card = [
      "BEGIN:VCARD",
      "FN:Anna Keller",
      "TITLE:Owner",
      "ORG:Mosaic Café",
      "TEL;TYPE=WORK,VOICE:+49 30 5550 0134",
      'TEL;TYPE="cell,work":+49 170 1234567',
      "TEL;WORK;FAX:+49 30 5550 0135",
      "TEL;HOME:+49 30 5550 0136",
      "TEL:+49 30 5550 0137",
      "EMAIL:anna@example.com",
      "ADR;TYPE=WORK:;;Torstraße 12;Berlin;;10119;Germany",
      "END:VCARD",
    ].join("\n");
    const page = land("vcard", card, { os: "iOS" });
    const text = textOf(page).replace(/\n+/g, "|");
    for (const shown of [
      "|AK|",
      "|Owner, Mosaic Café|",
      "|Work|+49 30 5550 0134|",
      "|Mobile|+49 170 1234567|",
      "|Fax|+49 30 5550 0135|",
      "|Home|+49 30 5550 0136|",
      "|Phone|+49 30 5550 0137|",
      "|Address|Torstraße 12|10119 Berlin|Germany|",
    ]) {
      assert.ok(text.includes(shown), `${shown} in ${text}`);
    }
    assert.deepEqual(hrefsOf(page).slice(1, 5), [
      "tel:+491701234567",
      "sms:+491701234567",
      "mailto:anna@example.com",
      "https://maps.apple.com/?q=Torstra%C3%9Fe%2012%2C%2010119%20Berlin%2C%20Germany",
    ]);
  });

  it("draws the region of a place, and none for an address without coordinates", () => {
    assert.match(
      land("geo", "52.5163,13.3777"),
      /<svg class="map"[^>]* aria-label="Map of the area around \u206852\.5163, 13\.3777\u2069">/,
    );
    assert.doesNotMatch(land("geo", "geo:0,0?q=1%20Main%20St"), /class="map"/);
  });

  it("shows the owner's title, text and brand, and never another name", () => {
    const brand = {
      name: "Mosaic <Café>",
      color: "#9c4221",
      logo: "data:image/png;base64,AAAA",
      showFooter: false,
    } as const;
    const view = { ...PLAIN, brand, title: "Reserve a table", text: "Write to a@example.com" };
    const page = land("phone", "+44 20 7946 0000", { view });
    assert.match(page, /<title>Reserve a table · Mosaic &lt;Café&gt;<\/title>/);
    assert.match(
      page,
      /<header class="brand">.*<img src="data:image\/png;base64,AAAA" alt=""><b dir="auto">Mosaic &lt;Café&gt;<\/b>/,
    );
    assert.ok(page.includes("--brand:#9c4221;--on:#ffffff"));
    assert.ok(textOf(page).includes("Reserve a table") && textOf(page).includes("+44 20 7946 0000"));
    assert.ok(hrefsOf(page).includes("mailto:a@example.com"));
    assert.doesNotMatch(page, /Tessera/);
    assert.match(textOf(land("phone", "112")), /Made with Tessera/);
  });

  it("is in the visitor's language, and right-to-left where needed", () => {
    const page = land("wifi", "WIFI:T:WPA;S:Café;P:secret99;;", { view: { ...PLAIN, language: "ar" } });
    assert.match(page, /<html lang="ar" dir="rtl">/);
    assert.ok(textOf(page).includes("كلمة المرور"));
    assert.match(land("phone", "112", { view: { ...PLAIN, language: "zh" } }), /<html lang="zh-Hans" dir="ltr">/);
  });

  it("shows a network's name and password, and the code that joins it", () => {
    const joinPicture = "data:image/png;base64,AAAA";
    const page = land("wifi", "WIFI:T:WPA;S:Café;P:p w\\;;;", { joinPicture });
    assert.deepEqual(copiesOf(page), ["p w;"]);
    assert.equal(
      tagsOf(page)
        .find(({ name }) => name === "img")
        ?.attributes.get("src"),
      joinPicture,
    );
    assert.match(textOf(page), /choose \u2068Café\u2069 and enter the password/);
    assert.match(textOf(page), /point its camera at the code/);
    assert.doesNotMatch(textOf(page), /Touch and hold/);
    assert.match(textOf(land("wifi", "WIFI:T:WPA;S:a;P:b;;", { joinPicture, os: "iOS" })), /Touch and hold the code/);
  });

  for (const language of LANGUAGES) {
    it(`isolates names inside its sentences, whatever their direction, in ${language}`, () => {
      const view = { ...PLAIN, language };
      const joinPicture = "data:image/png;base64,AAAA";
      const pages = [
        land("wifi", "WIFI:T:WPA;S:\u202etes\u2069T;P:abc\u202edefgh;;", { view, joinPicture }),
        land("wifi", "WIFI:T:nopass;S:\u202etes\u2069T;;", { view }),
        land("geo", "geo:1,2?q=1,2(\u202etes\u2069T)", { view }),
      ];
      for (const page of pages) assert.match(page, /\u2068tesT\u2069/);
      assert.match(pages[0]!, /alt="[^"]*\u2068tesT\u2069/);
      assert.match(pages[0]!, />abcdefgh</, "the password in the order of typing");
      assert.match(pages[0]!, /<title>tesT · /);
    });
  }

  it("does not ask visitors to choose a hidden network, which no list shows", () => {
    const page = land("wifi", "WIFI:T:WPA;S:Café;P:secret99;H:true;;");
    assert.match(textOf(page), /This network is hidden.*enter its name and the password/);
    assert.doesNotMatch(textOf(page), /choose \u2068?Café/);
    assert.match(textOf(page), /Security\n+WPA\/WPA2/);
    assert.deepEqual(copiesOf(page), ["secret99", "Café"]);
    assert.match(textOf(land("wifi", "WIFI:T:nopass;S:Café;H:true;;")), /enter its name\./);
  });

  it("has the thing itself as its heading", () => {
    const headings: [CodeType, string, string][] = [
      ["phone", "+44 20 7946 0000", "+44 20 7946 0000"],
      ["email", "mailto:a@example.com?subject=Hi", "a@example.com"],
      ["email", "mailto:?subject=Hi", "New email"],
      ["sms", "SMSTO:+1555123:Hello", "+1 555123"],
      ["geo", "geo:1.5,2.5?q=1.5,2.5(Our%20shop)", "Our shop"],
      ["geo", "1.5,2.5", "1.5, 2.5"],
      ["vcard", "BEGIN:VCARD\nFN:Ada\nEND:VCARD", "Ada"],
      ["wifi", "WIFI:T:nopass;S:Café;;", "Café"],
      ["text", "Closed on Mondays", "Text"],
    ];
    for (const [type, content, title] of headings) {
      const page = land(type, content);
      assert.equal(/<h1[^>]*><bdi>(.*)<\/bdi><\/h1>/.exec(page)?.[1], title);
      assert.ok(page.includes(`<title>${title} · Tessera</title>`), title);
    }
  });

  it("shows no password for an open network", () => {
    const page = land("wifi", "WIFI:T:nopass;S:Café;;");
    assert.deepEqual(copiesOf(page), []);
    assert.match(textOf(page), /No password needed/);
    assert.doesNotMatch(textOf(page), /enter/);
  });

  it("shows a number as it was typed, and sets the country code of an ungrouped one apart", () => {
    const contents: [CodeType, string, string][] = [
      ["phone", "tel:+4930123456", "+49 30123456"],
      ["phone", "tel:+44-20-7946-0051", "+44 20 7946 0051"],
      ["sms", "SMSTO:+442079460051:Hello", "+44 2079460051"],
      ["sms", "+3531234567", "+353 1234567"],
      ["sms", "+44 20 7946 0051", "+44 20 7946 0051"],
      ["vcard", "BEGIN:VCARD\nFN:Ada\nTEL:+491701234567\nEND:VCARD", "+49 1701234567"],
      ...["112", "02079460000", "+1555", "*100#", "030 / 12 34-56"].map((n): [CodeType, string, string] => [
        "phone",
        n,
        n,
      ]),
    ];
    for (const [type, content, shown] of contents) {
      assert.ok(textOf(land(type, content)).includes(shown), content);
    }
  });

  it("links the web and email addresses in a text, and nothing else", () => {
    const text =
      "See https://example.com/a?b=1&c=2, (http://example.org/x). javascript:alert(1) ftp://e.example " +
      "https://paypal.com@evil.example/ HTTPS://EXAMPLE.NET! https:// www.example.com (info@example.com)";
    const page = land("text", text);
    assert.deepEqual(hrefsOf(page), [
      "data:,",
      "https://example.com/a?b=1&c=2",
      "http://example.org/x",
      "https://example.net/",
      "mailto:info@example.com",
    ]);
    assert.ok(page.replaceAll(/<\/?a[^>]*>/g, "").includes(textMarkup(text)), "the text is unchanged");
    assert.deepEqual(copiesOf(page), [text]);
  });

  it("shows text exactly as it is", () => {
    const text = " a\r\nb\tc <d> \"e\" 'f' `g` &amp; ";
    const page = land("text", text);
    assert.deepEqual(copiesOf(page), [text]);
    assert.ok(textOf(page).includes(text));
  });
});
