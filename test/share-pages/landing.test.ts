import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionOf } from "../../src/codes/content/index.ts";
import { html } from "../../src/http/server/html.ts";
import { landingPage } from "../../src/http/share/pages/landing.ts";
import { ICONS } from "../../src/http/share/pages/parts.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import { copiesOf, hrefsOf, tagsOf, textOf } from "./document.ts";
import { PLAIN } from "./view.ts";

function land(type: CodeType, content: string, { os = "", joinPicture = "" } = {}) {
  const action = actionOf(type, content);
  assert.notEqual(action.kind, "redirect");
  if (action.kind === "redirect") throw new Error("unreachable");
  return landingPage({ action, os, joinPicture, vcfHref: "/r/abc.vcf" }, PLAIN);
}

/** The first link of the page, which is its act. */
function act(page: string): string | undefined {
  return hrefsOf(page).filter((href) => href !== "data:,")[0];
}

const textMarkup = (text: string): string => html`${text}`.markup;

describe("the landing page", () => {
  it("is a whole English document that search engines leave alone", () => {
    const page = land("wifi", "WIFI:T:nopass;S:Help & <more>;;");
    assert.match(page, /^<!doctype html>\n<html lang="en">/);
    assert.match(page, /<title>Help &amp; &lt;more&gt; · Tessera<\/title>/);
    assert.match(page, /<meta name="robots" content="noindex">/);
    assert.match(page, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
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
    assert.equal(act(page), "tel:+442079460000");
    assert.deepEqual(copiesOf(page), ["+44 20 7946 0000"]);
  });

  it("writes a mail and shows what it will say", () => {
    const page = land("email", "mailto:a@example.com?subject=Hi&body=One%0D%0Atwo");
    assert.equal(act(page), "mailto:a@example.com?subject=Hi&body=One%0D%0Atwo");
    for (const shown of ["a@example.com", "Hi", "One\ntwo"]) assert.ok(textOf(page).includes(shown));
  });

  it("writes a message", () => {
    const page = land("sms", "SMSTO:+1555123:Hello");
    assert.equal(act(page), "sms:+1555123?&body=Hello");
    assert.ok(textOf(page).includes("Hello"));
  });

  it("opens WhatsApp", () => {
    const page = land("whatsapp", "+1 555 123 4567");
    assert.equal(act(page), "https://wa.me/15551234567");
    assert.ok(textOf(page).includes("+1 555 123 4567"));
    assert.ok(!page.includes(ICONS.message.markup) && page.includes(ICONS.whatsapp.markup));
  });

  it("opens the maps that the visitor's system has", () => {
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

  it("saves a contact and links what is safe to link", () => {
    const page = land("vcard", "BEGIN:VCARD\nFN:Ada\nTEL:+1 555\nURL:javascript:alert(1)\nADR:;;1 St;Town\nEND:VCARD");
    assert.deepEqual(hrefsOf(page), ["data:,", "/r/abc.vcf", "tel:+1555"]);
    assert.ok(textOf(page).includes("javascript:alert(1)"));
    assert.ok(textOf(page).includes("1 St\nTown"));
  });

  it("gives a network's name and password, and the code that joins it", () => {
    const joinPicture = "data:image/png;base64,AAAA";
    const page = land("wifi", "WIFI:T:WPA;S:Café;P:p w\\;;;", { joinPicture });
    assert.deepEqual(copiesOf(page), ["Café", "p w;"]);
    assert.equal(
      tagsOf(page)
        .find(({ name }) => name === "img")
        ?.attributes.get("src"),
      joinPicture,
    );
    assert.ok(textOf(page).includes("WPA / WPA2"));
    assert.match(textOf(page), /choose this network and enter the password/);
    assert.match(textOf(page), /point its camera at the picture/);
    assert.doesNotMatch(textOf(page), /Touch and hold/);
    assert.match(
      textOf(land("wifi", "WIFI:T:WPA;S:a;P:b;;", { joinPicture, os: "iOS" })),
      /Touch and hold the picture/,
    );
  });

  it("does not tell anyone to choose a hidden network, which is in no list", () => {
    const text = textOf(land("wifi", "WIFI:T:WPA;S:Café;P:secret99;H:true;;"));
    assert.match(text, /This network is hidden.*enter its name and the password/);
    assert.doesNotMatch(text, /choose this network/);
    assert.match(textOf(land("wifi", "WIFI:T:nopass;S:Café;H:true;;")), /enter its name\./);
  });

  it("is headed by the thing itself", () => {
    const headings: [CodeType, string, string][] = [
      ["phone", "+44 20 7946 0000", "+44 20 7946 0000"],
      ["email", "mailto:a@example.com?subject=Hi", "a@example.com"],
      ["email", "mailto:?subject=Hi", "Write an e-mail"],
      ["sms", "SMSTO:+1555123:Hello", "+1555123"],
      ["geo", "geo:1.5,2.5?q=1.5,2.5(Our%20shop)", "Our shop"],
      ["geo", "1.5,2.5", "1.5, 2.5"],
      ["vcard", "BEGIN:VCARD\nFN:Ada\nEND:VCARD", "Ada"],
      ["wifi", "WIFI:T:nopass;S:Café;;", "Café"],
      ["text", "Closed on Mondays", "Message"],
    ];
    for (const [type, content, title] of headings) {
      const page = land(type, content);
      assert.equal(/<h1[^>]*>(.*)<\/h1>/.exec(page)?.[1], title);
      assert.ok(page.includes(`<title>${title} · Tessera</title>`), title);
    }
  });

  it("asks for no password on an open network", () => {
    const page = land("wifi", "WIFI:T:nopass;S:Café;;");
    assert.deepEqual(copiesOf(page), ["Café"]);
    assert.doesNotMatch(textOf(page), /password/i);
  });

  it("shows a number as it was typed: no rule of ours groups it", () => {
    const contents: [CodeType, string, string][] = [
      ["phone", "tel:+4930123456", "+4930123456"],
      ["sms", "SMSTO:+442079460051:Hello", "+442079460051"],
      ["sms", "+44 20 7946 0051", "+44 20 7946 0051"],
      ["whatsapp", "https://wa.me/442079460051", "+442079460051"],
      ["whatsapp", "+44 (0)20 7946 0051", "+44 (0)20 7946 0051"],
      ["whatsapp", "0044 20 7946 0051", "0044 20 7946 0051"],
      ["vcard", "BEGIN:VCARD\nFN:Ada\nTEL:+491701234567\nEND:VCARD", "+491701234567"],
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

  it("makes the web addresses in a text links, and nothing else", () => {
    const text =
      "See https://example.com/a?b=1&c=2, (http://example.org/x). javascript:alert(1) ftp://e.example " +
      "https://paypal.com@evil.example/ HTTPS://EXAMPLE.NET! https:// www.example.com";
    const page = land("text", text);
    assert.deepEqual(hrefsOf(page), [
      "data:,",
      "https://example.com/a?b=1&c=2",
      "http://example.org/x",
      "https://example.net/",
    ]);
    assert.ok(page.replaceAll(/<\/?a[^>]*>/g, "").includes(textMarkup(text)), "it reads as before");
    assert.deepEqual(copiesOf(page), [text]);
  });

  it("hands text out exactly as it is", () => {
    const text = " a\r\nb\tc <d> \"e\" 'f' `g` &amp; ";
    const page = land("text", text);
    assert.deepEqual(copiesOf(page), [text]);
    assert.ok(textOf(page).includes(text));
  });
});
