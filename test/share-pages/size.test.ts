import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LANGUAGES } from "../../src/http/share/pages/languages.ts";
import { draw } from "../../src/http/share/pages/map.ts";
import { tagsOf } from "./document.ts";
import { pagesFor } from "./every-page.ts";
import { PLAIN } from "./view.ts";

const LARGEST = 20_000;

describe("a visitor page", () => {
  const brand = { name: "Mosaic Café", color: "#9c4221", logo: "abc.logo", showFooter: true } as const;

  it("is smaller than 20 KB in every language, and loads nothing but pictures", () => {
    for (const language of LANGUAGES) {
      for (const [name, page] of pagesFor({ ...PLAIN, brand, language, title: "A title", text: "A text" })) {
        assert.ok(Buffer.byteLength(page) < LARGEST, `${language} ${name}: ${Buffer.byteLength(page)} bytes`);
        const loaded = tagsOf(page).filter(({ attributes }) => attributes.has("src"));
        assert.ok(loaded.every(({ name }) => name === "img") && loaded.length <= 2, name);
      }
    }
  });

  it("draws any place on earth in a few kilobytes", () => {
    for (let latitude = -90; latitude <= 90; latitude += 20) {
      for (let longitude = -180; longitude <= 180; longitude += 40) {
        const path = draw(latitude, longitude);
        assert.ok(path.length < 6_000, `${latitude}, ${longitude}: ${path.length}`);
        assert.match(path, /^(?:M-?\d+ -?\d+l[-\d ]*z)*$/);
      }
    }
  });
});
