import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionOf } from "../../src/codes/content/index.ts";
import { leadsTo } from "../../src/codes/content/leads-to.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import { type Share, sharePage } from "../../src/sharing/pages/share.ts";
import { WORDS } from "../../src/sharing/pages/words/index.ts";
import { copiesOf, hrefsOf, tagsOf, textOf } from "./document.ts";
import { PLAIN } from "./view.ts";

const SHARE: Share = {
  name: "Summer menu",
  type: "url",
  shareUrl: "https://tessera.example/r/abc",
  imageUrl: "/r/abc.svg",
  leadsTo: "https://example.com/menu?a=1&b=2",
  downloads: [
    { label: "PNG 512", href: "/r/abc.png?size=512" },
    { label: "SVG", href: "/r/abc.svg" },
  ],
  network: null,
  openGraphImageUrl: "https://tessera.example/r/abc.png",
};
const page = sharePage(SHARE, PLAIN);

describe("the share page", () => {
  it("shows the name, the picture and the destination before opening it", () => {
    assert.ok(textOf(page).includes("Summer menu"));
    assert.ok(textOf(page).includes("https://example.com/menu?a=1&b=2"));
    const image = tagsOf(page).find(({ name }) => name === "img");
    assert.equal(image?.attributes.get("src"), "/r/abc.svg");
    assert.equal(image?.attributes.get("alt"), "QR code: \u2068Summer menu\u2069");
  });

  it("has the owner's title for visitors as its heading, if there is one", () => {
    const titled = sharePage(SHARE, { ...PLAIN, title: "Our menu", text: "Fresh every day" });
    assert.ok(textOf(titled).includes("Our menu") && textOf(titled).includes("Fresh every day"));
    assert.doesNotMatch(titled, /Summer menu/);
  });

  it("opens the share address, not the target, and offers the files", () => {
    const shareUrl = "https://tessera.example/r/abc";
    assert.deepEqual(hrefsOf(page), ["data:,", "/r/abc.png?size=512", "/r/abc.svg", shareUrl]);
    assert.deepEqual(copiesOf(page), [shareUrl]);
  });

  it("has metadata for previews on other sites", () => {
    const metas = tagsOf(page).filter(({ name }) => name === "meta");
    const content = (key: string) =>
      metas
        .find(({ attributes }) => [attributes.get("property"), attributes.get("name")].includes(key))
        ?.attributes.get("content");
    assert.equal(content("og:title"), "Summer menu");
    assert.equal(content("og:image"), "https://tessera.example/r/abc.png");
    assert.equal(content("og:url"), "https://tessera.example/r/abc");
    assert.equal(content("og:description"), "Website · https://example.com/menu?a=1&b=2");
    assert.equal(content("twitter:card"), "summary");
    assert.equal(content("robots"), "noindex");
  });
});

describe("the destination of a code", () => {
  it("is shown in one line, without a network's password", () => {
    const said: [CodeType, string, string][] = [
      ["url", "https://exämple.com", "https://xn--exmple-cua.com/"],
      ["phone", "tel:+1-555", "+1 555"],
      ["email", "mailto:a@example.com?subject=Hi", "a@example.com"],
      ["sms", "SMSTO:+1555:Hi", "+1555"],
      ["whatsapp", "+1 555 123", "+1 555 123"],
      ["geo", "1.5,2.5", "1.5, 2.5"],
      ["vcard", "BEGIN:VCARD\nFN:Ada\nEND:VCARD", "Ada"],
      ["wifi", "WIFI:T:WPA;S:Guest;P:secret99;;", "Guest"],
      ["text", "x".repeat(200), `${"x".repeat(139)}…`],
    ];
    for (const [type, content, line] of said) assert.equal(leadsTo(actionOf(type, content), WORDS.en), line);
  });

  it("is in the visitor's language if the content names nobody", () => {
    const said: [CodeType, string, string][] = [
      ["email", "mailto:?body=Hi", "Neue E-Mail"],
      ["sms", "sms:?body=Hi", "Neue Nachricht"],
      ["vcard", "BEGIN:VCARD\nTEL:+1555\nEND:VCARD", "Kontakt"],
      ["vcard", "BEGIN:VCARD\nORG:Mosaic\nEND:VCARD", "Mosaic"],
    ];
    for (const [type, content, line] of said) assert.equal(leadsTo(actionOf(type, content), WORDS.de), line);
    const unnamed = sharePage({ ...SHARE, type: "vcard", leadsTo: WORDS.de.vcard }, { ...PLAIN, language: "de" });
    assert.match(unnamed, /<meta name="description" content="Kontakt">/);
  });
});
