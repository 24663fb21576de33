import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { expiredPage, notFoundPage, pausedPage, unavailablePage } from "../../src/sharing/pages/notices.ts";
import { hrefsOf, tagsOf, textOf } from "./document.ts";
import { PLAIN } from "./view.ts";

const expiredOn = new Date("2026-03-03T23:59:59.000Z");

describe("the notices", () => {
  it("say that there is no such code", () => {
    assert.ok(textOf(notFoundPage(PLAIN)).includes("There is no code here"));
  });

  it("say that the code is paused, not that it never existed, and not who paused it", () => {
    const brand = { ...PLAIN.brand, name: "Mosaic Café" };
    for (const view of [PLAIN, { ...PLAIN, brand }]) {
      const text = textOf(pausedPage(view));
      assert.ok(text.includes("This code is paused") && text.includes("It is not available at the moment."));
      assert.doesNotMatch(text, /no code|compare|scanned|switched/);
    }
  });

  it("say when a code expired, and how to contact its owner", () => {
    const page = expiredPage({ token: "abcdefghjkmn", expiredOn, ownerEmail: "ada@example.com" }, PLAIN);
    assert.match(textOf(page).replace(/\s+/g, " "), /It worked until 3 March 2026\./);
    assert.ok(textOf(expiredPage({ token: "a", expiredOn }, { ...PLAIN, language: "ja" })).includes("2026年3月3日"));
    const link = hrefsOf(page).at(-1)!;
    assert.ok(link.startsWith("mailto:ada@example.com?subject="));
    assert.ok(decodeURIComponent(link).endsWith("Your QR code /r/abcdefghjkmn has expired"));
  });

  it("show the owner's address only if it is given", () => {
    for (const ownerEmail of [undefined, null]) {
      const page = expiredPage({ token: "abcdefghjkmn", expiredOn, ownerEmail }, PLAIN);
      assert.deepEqual(hrefsOf(page), ["data:,"]);
    }
  });

  it("show neither the owner's title nor text", () => {
    const view = { ...PLAIN, title: "Our offer", text: "Come in" };
    for (const page of [notFoundPage(view), pausedPage(view), expiredPage({ token: "a", expiredOn }, view)]) {
      assert.doesNotMatch(page, /Our offer|Come in/);
    }
  });

  it("ask to try again in a moment", () => {
    assert.ok(textOf(unavailablePage(PLAIN)).includes("Try again in a moment"));
  });

  it("are complete documents with a title each", () => {
    const pages = [
      ...[notFoundPage(PLAIN), pausedPage(PLAIN), unavailablePage(PLAIN)],
      expiredPage({ token: "a", expiredOn }, PLAIN),
    ];
    for (const page of pages) assert.equal(tagsOf(page).at(-1)?.name, "/html");
    const titles = pages.map((page) => /<title>(.*)<\/title>/.exec(page)?.[1]);
    assert.equal(new Set(titles).size, 4);
  });
});
