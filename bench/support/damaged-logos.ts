/** How often codes with a logo can be read under further damage, compared with qr-code-styling in a real browser. */
import { fileURLToPath } from "node:url";
import type { Picture } from "../../src/rendering/camera.ts";
import { decode } from "../../src/rendering/decode.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { drawStyled } from "../../src/rendering/styled/draw.ts";
import { toPicture } from "../../src/rendering/styled/photograph.ts";
import { decodeImage, imagePixels } from "../../src/rendering/styled/pixels.ts";
import { openBrowser } from "../../test/support/browser.ts";
import type { Report } from "./report.ts";

const LEVEL = "Q";
const SCALE = 0.2;
const PIXELS = 512;
const BLOTS = 10;
/** Each covers a hundredth of the symbol. */
const BLOT = 0.1;
/** Error correction does not help with covered eyes, so no blot covers one. */
const CORNER = 0.38;

/** Deterministic per code. */
function random(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = Math.imul(state, 48_271) & 0x7fffffff || 1;
    return state / 0x7fffffff;
  };
}

/** The symbol's position: the bounding box of everything dark. */
function symbolBox({ width, height, pixels }: Picture) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < pixels.length; i++) {
    if ((pixels[i] as number) > 100) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** Covers a tenth of the symbol with blots, half of them dark, at the same positions in every image. */
function blotted(picture: Picture, seed: number): Picture {
  const next = random(seed);
  const box = symbolBox(picture);
  const pixels = picture.pixels.slice();
  for (let blot = 0; blot < BLOTS; ) {
    const [x, y] = [next() * (1 - BLOT), next() * (1 - BLOT)];
    const isLow = (at: number) => at < CORNER;
    const isHigh = (at: number) => at > 1 - CORNER - BLOT;
    if ((isLow(x) && (isLow(y) || isHigh(y))) || (isHigh(x) && isLow(y))) continue;
    const tone = blot++ % 2 === 0 ? 0 : 255;
    const from = Math.round(box.left + x * box.width);
    const to = Math.round(from + BLOT * box.width);
    const top = Math.round(box.top + y * box.height);
    for (let row = top; row < top + BLOT * box.height; row++) {
      pixels.fill(tone, row * picture.width + from, row * picture.width + to);
    }
  }
  return { ...picture, pixels };
}

const pictureOf = async (png: Uint8Array): Promise<Picture> => toPicture(imagePixels(await decodeImage(png)));

const text = (i: number): string => `HTTPS://TESSERA.EXAMPLE/R/K3X9WQ${100_000 + i * 7919}`;

const ours = async (i: number, logo: Uint8Array): Promise<Uint8Array> => {
  const style = { ...PLAIN, logo: { id: "logo", scale: SCALE } };
  const colors = { foreground: "#000000", background: "#ffffff" };
  const code = { text: text(i), level: LEVEL as "Q", ...colors, style, logo };
  return (await drawStyled({ ...code, size: PIXELS, format: "png" })).bytes;
};

/** Images by qr-code-styling of the same texts, level, size and logo; null without a browser. */
async function theirs(count: number, logo: Uint8Array): Promise<Uint8Array[] | null> {
  const browser = await openBrowser();
  if (!browser) return null;
  try {
    const page = await browser.newPage();
    const path = fileURLToPath(import.meta.resolve("qr-code-styling"));
    await page.addScriptTag({ path: path.replace(/[^/\\]+$/, "qr-code-styling.js") });
    const image = `data:image/png;base64,${Buffer.from(logo).toString("base64")}`;
    const pictures: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      const options = {
        width: PIXELS,
        height: PIXELS,
        type: "canvas",
        data: text(i),
        image,
        qrOptions: { errorCorrectionLevel: LEVEL },
        // It takes a logo's area as a share of what the level can correct, a quarter at Q.
        imageOptions: { imageSize: SCALE ** 2 / 0.25, margin: 0, hideBackgroundDots: true },
        margin: 56,
        dotsOptions: { type: "square", color: "#000000" },
      };
      const base64 = await page.evaluate(async (given) => {
        // biome-ignore lint/suspicious/noExplicitAny: a global of the page.
        const code = new (globalThis as any).QRCodeStyling(given);
        const blob = await code.getRawData("png");
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      }, options);
      pictures.push(Buffer.from(base64, "base64"));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

export async function compareWithPeer({ tell, say }: Report, count: number, logo: Uint8Array): Promise<void> {
  const others = await theirs(count, logo);
  if (!others) return say("No browser starts here, so qr-code-styling is not compared.");
  const read = { ours: 0, theirs: 0, oursClean: 0, theirsClean: 0 };
  for (const [i, other] of others.entries()) {
    const reads = async (picture: Picture) => ((await decode(picture)) === text(i) ? 1 : 0);
    const [mine, their] = [await pictureOf(await ours(i, logo)), await pictureOf(other)];
    read.oursClean += await reads(mine);
    read.theirsClean += await reads(their);
    for (let seed = 0; seed < 3; seed++) {
      read.ours += await reads(blotted(mine, 3 * i + seed));
      read.theirs += await reads(blotted(their, 3 * i + seed));
    }
  }
  const all = 3 * count;
  say(`undamaged: ours ${read.oursClean}, qr-code-styling ${read.theirsClean} of ${count}`);
  tell({
    name: "Logo",
    what: `${count} codes with a 20 % logo, 10 % further covered by blots`,
    ours: `${read.ours} of ${all} read`,
    peer: `qr-code-styling ${read.theirs} of ${all}`,
    value: read.ours / Math.max(1, read.theirs),
    target: { least: 1.5 },
  });
}
