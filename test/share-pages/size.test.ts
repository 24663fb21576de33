import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { CAPACITY } from "../../src/codes/content/capacity.ts";
import { actionOf, contentProblem } from "../../src/codes/content/index.ts";
import { leadsTo } from "../../src/codes/content/leads-to.ts";
import { shrinkLogo } from "../../src/rendering/styled/logo.ts";
import { encodePng } from "../../src/rendering/styled/png.ts";
import { LANGUAGES } from "../../src/shared/languages.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";
import { drawJoinPicture } from "../../src/sharing/code-files.ts";
import { landingPage } from "../../src/sharing/pages/landing.ts";
import { draw } from "../../src/sharing/pages/map.ts";
import { sharePage } from "../../src/sharing/pages/share.ts";
import type { VisitorView } from "../../src/sharing/pages/view.ts";
import { WORDS } from "../../src/sharing/pages/words/index.ts";
import { copiesOf, tagsOf } from "./document.ts";
import { pagesFor, SHARE } from "./every-page.ts";
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

/** As long as a code may be, with `unit` as often as it fits. */
const filled = (start: string, unit: string, end = ""): string =>
  start + unit.repeat((CAPACITY.L - Buffer.byteLength(start + end)) / Buffer.byteLength(unit)) + end;
const card = (line: string): string => filled("BEGIN:VCARD\nFN:A\n", `${line}\n`, "END:VCARD");

/** What makes the longest pages: characters that are escaped, links, and rows of a contact. */
const WORST: [CodeType, string][] = [
  ...['"', "&", "<", "x\r", "a@b.cc ", "http://a "].map((unit): [CodeType, string] => ["text", filled("", unit)]),
  ...["TEL:1234567", "ADR:;;a", "EMAIL:a@b.cc", "URL:http://a"].map((line): [CodeType, string] => [
    "vcard",
    card(line),
  ]),
  ["wifi", filled("WIFI:T:WPA;S:Guest;P:", "x", ";;")],
  ["sms", filled("SMSTO:+491701234567:", '"')],
  ["email", filled("mailto:a@example.com?body=", "%22")],
  // Numbers are limited to 100 characters.
  ["phone", `+${"(1)".repeat(32)}`],
  ["geo", filled("geo:68.2,14.5?q=", "%22")],
  ["url", filled("https://example.com/?", "&")],
  ["social", filled("https://example.com/?", "'")],
  ["whatsapp", filled("https://wa.me/491701234567?text=", "%22")],
];

/** The landing page, if there is one, and the share page. */
function pagesOf(type: CodeType, content: string, view: VisitorView): string[] {
  const action = actionOf(type, content);
  const share = { ...SHARE, type, leadsTo: leadsTo(action, WORDS[view.language]) };
  if ("location" in action) return [sharePage(share, view)];
  const joinPicture = action.kind === "wifi" ? drawJoinPicture(action.join) : "";
  return [landingPage({ action, os: "", vcfHref: "abc.vcf", joinPicture }, view), sharePage(share, view)];
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

  it("is smaller than 20 KB when compressed, whatever the content", async () => {
    const logo = await shrinkLogo(noise());
    const view = { ...PLAIN, brand: { ...PLAIN.brand, name: "Mosaic Café", logo }, language: "hi" } as const;
    assert.deepEqual(new Set(WORST.map(([type]) => type)), new Set(CODE_TYPES));
    for (const [type, content] of WORST) {
      assert.equal(contentProblem(type, content), null, content.slice(0, 80));
      for (const page of pagesOf(type, content, view)) {
        const { length } = gzipSync(page);
        assert.ok(length < LARGEST, `${type} ${content.slice(0, 40)}: ${length} bytes`);
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
        const { land, towns } = draw(latitude, longitude);
        const { length } = land + (towns?.markup ?? "");
        assert.ok(length < 6_000, `${latitude}, ${longitude}: ${length}`);
        assert.match(land, /^(?:M-?\d+ -?\d+l[-\d ]*z)*$/);
      }
    }
  });
});
