import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { renderImage } from "../../src/rendering/image.ts";
import { createRenderer } from "../../src/rendering/renderer.ts";
import { EYE_SHAPES, FRAME_KINDS, isPlain, MODULE_SHAPES, PLAIN, type Style } from "../../src/rendering/style.ts";
import { missingLetters } from "../../src/rendering/styled/text.ts";
import { needs } from "../support/tools.ts";
import { styledCode } from "./support/styles.ts";

const LOGO = { id: "logo", scale: 0.2 };
const FRAME = { text: "Scan me, Ёж, Ωμέγα, Łódź", color: "#7a0019" };

/** Every value of every part at least once. */
const LOOKS: Partial<Style>[] = MODULE_SHAPES.map((modules, i) => ({
  modules,
  eyeFrame: EYE_SHAPES[i % 4]!,
  eyeBall: EYE_SHAPES[(i + 1) % 4]!,
  eyeColor: i % 2 === 0 ? "#a0205a" : null,
  frame: FRAME_KINDS[i] ? { ...FRAME, kind: FRAME_KINDS[i] } : null,
  logo: i % 2 === 0 ? LOGO : null,
  gradient: ([null, { kind: "linear", angle: 30 }, { kind: "radial", angle: 0 }] as const)
    .map((part) => part && { ...part, to: "#8a0f6e" })
    .at(i % 3)!,
  quietZone: 4 + i,
}));

/** Ghostscript does not smooth the edges of gradients, so it draws larger, and the result is scaled down. */
const FINER = 4;

interface Raster {
  width: number;
  height: number;
  data: Buffer;
}

async function raster(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The share of pixels that differ by more than anti-aliasing explains, and the mean difference. */
function difference(a: Raster, b: Raster) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  let [far, sum] = [0, 0];
  for (let i = 0; i < a.data.length; i++) {
    const by = Math.abs(a.data[i]! - b.data[i]!);
    sum += by;
    if (by > 96) far++;
  }
  return { far: far / a.data.length, mean: sum / a.data.length };
}

function assertSame(a: Raster, b: Raster, what: string): void {
  const { far, mean } = difference(a, b);
  // A height that is not a whole number of pixels shifts one of them by a fraction of a pixel.
  assert.ok(far < 0.006 && mean < 2.5, `${what}: ${far} far, mean ${mean}`);
}

describe("a styled code", () => {
  const renderer = createRenderer();
  const folder = mkdtempSync(join(tmpdir(), "tessera-styled-"));
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await renderer.close();
  });
  const drawn = new Map<string, Uint8Array>();
  async function draw(look: Partial<Style>, format: "png" | "svg" | "pdf", size: number): Promise<Uint8Array> {
    const key = JSON.stringify([look, format, size]);
    const bytes = drawn.get(key) ?? (await renderer.draw({ ...styledCode({ size }, look), format })).bytes;
    drawn.set(key, bytes);
    return bytes;
  }

  it("is the same picture as PNG and as SVG, drawn by another program, at every size", async () => {
    for (const look of LOOKS) {
      for (const size of [233, 512]) {
        const png = await raster(await draw(look, "png", size));
        assert.equal(png.width, size);
        const svg = await raster(await draw(look, "svg", size));
        assertSame(png, svg, JSON.stringify(look));
      }
    }
  });

  it("is the same picture as PNG and as PDF, drawn by another program", { skip: needs("gs") }, async () => {
    for (const look of LOOKS) {
      const png = await raster(await draw(look, "png", 512));
      const file = join(folder, "a.pdf");
      writeFileSync(file, await draw(look, "pdf", 512));
      const args = ["-q", "-sDEVICE=ppmraw", `-r${300 * FINER}`, "-dNOPAUSE"];
      const target = join(folder, "a.ppm");
      const [width, height] = [png.width * FINER, png.height * FINER];
      const { status, stderr } = spawnSync("gs", [...args, `-g${width}x${height}`, "-o", target, file]);
      assert.equal(status, 0, String(stderr));
      const raw = readFileSync(target).subarray(-3 * width * height);
      const data = await sharp(raw, { raw: { width, height, channels: 3 } })
        .resize(png.width, png.height, { kernel: "linear" })
        .raw()
        .toBuffer();
      assertSame(png, { ...png, data }, JSON.stringify(look));
    }
  });

  it("is self-contained: no fonts, no references, the logo embedded", async () => {
    for (const look of LOOKS) {
      const svg = Buffer.from(await draw(look, "svg", 512)).toString();
      assert.doesNotMatch(svg, /<text|font|<script|@import/);
      const references = [...svg.matchAll(/(?:href="|url\()([^")]{0,24})/g)].map(([, to]) => to!);
      for (const to of references) assert.match(to, /^(#g$|data:image\/png;base64,)/);
      assert.equal(svg.includes("data:image/png"), look.logo !== null);
      const pdf = Buffer.from(await draw(look, "pdf", 512)).toString("latin1");
      assert.doesNotMatch(pdf, /\/Font|\/URI|\/JavaScript/);
    }
  });

  it("is drawn like any plain one if its style is plain", async () => {
    assert.ok(isPlain({ ...PLAIN }));
    for (const format of ["png", "svg", "pdf"] as const) {
      const code = { ...styledCode({}), format };
      assert.deepEqual((await renderer.draw(code)).bytes, renderImage(code));
    }
  });

  it("shows the background through it if it is transparent", async () => {
    const { data, info } = await sharp(await draw({ transparent: true, modules: "dots" }, "png", 300))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.equal(data[3], 0, "the corner");
    assert.equal(info.channels, 4);
    const alphas = data.filter((_, i) => i % 4 === 3);
    assert.ok(alphas.includes(255), "the modules");
  });

  it("has letters of Latin, Cyrillic and Greek alphabets, and names those it lacks", () => {
    for (const text of ["Übergrößenträger", "Příliš žluťoučký", "Đường", "Объявление", "Їжак", "Ώρα"]) {
      assert.deepEqual(missingLetters(text), [], text);
    }
    assert.deepEqual(missingLetters("e\u0301 ok 🙂 日"), ["🙂", "日"]);
  });

  it("reports by type what cannot be drawn", async () => {
    const refused = (look: Partial<Style>, code = {}) => renderer.draw({ ...styledCode(code, look), format: "png" });
    await assert.rejects(refused({ frame: { kind: "label", text: "Café 喫茶", color: "#000000" } }), {
      name: "LetterMissing",
      letters: ["喫", "茶"],
    });
    await assert.rejects(refused({ modules: "dots" }, { size: 20 }), { name: "SizeTooSmall", smallest: 33 });
    await assert.rejects(refused({ eyeColor: "red" }), { name: "BadColor" });
    await assert.rejects(refused({ modules: "dots" }, { text: "x".repeat(3_000) }), { name: "TextTooLong" });
  });

  it("starts nothing for an aborted request", async () => {
    const leaving = new AbortController();
    const code = styledCode({}, { modules: "dots" });
    const [first, left] = [renderer.readersOf(code), renderer.readersOf(code, { signal: leaving.signal })];
    leaving.abort();
    await assert.rejects(left, { name: "AbortError" });
    assert.deepEqual(await first, ["zxing", "jsqr"]);
  });

  it("refuses more than it may queue, and does not block the event loop", async () => {
    const small = createRenderer({ limit: 1 });
    const request = { ...styledCode({}, { modules: "dots" }), format: "png" as const };
    const burst = await Promise.allSettled([1, 2, 3].map(() => small.draw(request)));
    assert.deepEqual(
      burst.map((result) => (result.status === "rejected" ? result.reason.name : "drawn")),
      ["drawn", "drawn", "TooBusy"],
    );
    await small.close();
  });
});
