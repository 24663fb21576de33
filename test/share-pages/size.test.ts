import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { landingPage } from "../../src/http/share/pages/landing.ts";
import { LANGUAGES } from "../../src/http/share/pages/languages.ts";
import { draw } from "../../src/http/share/pages/map.ts";
import { shrinkLogo } from "../../src/rendering/styled/logo.ts";
import { encodePng } from "../../src/rendering/styled/png.ts";
import { copiesOf, tagsOf } from "./document.ts";
import { pagesFor } from "./every-page.ts";
import { PLAIN } from "./view.ts";

const LARGEST = 20_000;

/** The logo that is hardest to compress. */
function noise({ seeThrough = false } = {}): Uint8Array {
  const data = new Uint8Array(4 * 512 * 512);
  let seed = 1;
  for (let i = 0; i < data.length; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    data[i] = i % 4 === 3 && !seeThrough ? 255 : seed >>> 24;
  }
  return encodePng({ width: 512, height: 512, data });
}

describe("a visitor page", () => {
  it("is smaller than 20 KB in every language, and loads nothing but pictures", async () => {
    const logos = await Promise.all([noise(), noise({ seeThrough: true })].map(shrinkLogo));
    const logo = logos.reduce((a, b) => (a.length > b.length ? a : b));
    const brand = { name: "Mosaic Café", color: "#9c4221", logo, showFooter: true } as const;
    for (const language of LANGUAGES) {
      for (const [name, page] of pagesFor({ ...PLAIN, brand, language, title: "A title", text: "A text" })) {
        assert.ok(Buffer.byteLength(page) < LARGEST, `${language} ${name}: ${Buffer.byteLength(page)} bytes`);
        const loaded = tagsOf(page).filter(({ attributes }) => attributes.has("src"));
        assert.ok(loaded.every(({ name }) => name === "img") && loaded.length <= 2, name);
      }
    }
  });

  it("holds a long text once", () => {
    const action = { kind: "text", text: "Zoë & Ada. ".repeat(200) } as const;
    const page = landingPage({ action, os: "", vcfHref: "", joinPicture: "" }, PLAIN);
    assert.equal(page.split("Zoë &amp; Ada.").length - 1, 200);
    assert.deepEqual(copiesOf(page), [action.text]);
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
