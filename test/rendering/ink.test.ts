import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inflateSync } from "node:zlib";
import { inInk } from "../../src/codes/ink.ts";
import { decode } from "../../src/rendering/decode.ts";
import { renderImage } from "../../src/rendering/image.ts";
import { drawSheet } from "../../src/rendering/sheet/draw.ts";
import { paperOf } from "../../src/rendering/sheet/formats.ts";
import { SHEETS } from "../../src/rendering/sheet/sheets.ts";
import { INKS, type Ink, PLAIN, type Style } from "../../src/rendering/style.ts";
import { drawStyled } from "../../src/rendering/styled/draw.ts";
import { decodeImage, imagePixels } from "../../src/rendering/styled/pixels.ts";
import { freshDir } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { labelPaper } from "./support/printed.ts";
import { roundLogo } from "./support/styles.ts";

const TEXT = "HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJKLM";
const STYLE: Style = {
  ...PLAIN,
  modules: "dots",
  eyeColor: "#a00000",
  gradient: { kind: "linear", to: "#0000a0", angle: 30 },
  logo: { id: "logo", scale: 0.2 },
  frame: { kind: "label", text: "Scan me", color: "#006000" },
};

/** The share of the page that each ink covers, as Ghostscript separates it. */
function coverage(pdf: Uint8Array): { color: number; black: number } {
  const dir = freshDir();
  writeFileSync(join(dir, "page.pdf"), pdf);
  const args = ["-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=inkcov", "-o", "-", "page.pdf"];
  const said = execFileSync("gs", args, { cwd: dir, encoding: "utf8" });
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = said.trim().split(/\s+/).map(Number);
  return { color: cyan + magenta + yellow, black };
}

function lookIn(ink: Ink, style: Style | null) {
  const colors = { foregroundColor: "#1a1410", backgroundColor: "#fff4e0" };
  const code = inInk({ ...colors, style: style && JSON.stringify(style) }, ink);
  const { foregroundColor: foreground, backgroundColor: background } = code;
  const drawn: Style = code.style === null ? PLAIN : JSON.parse(code.style);
  return { text: TEXT, level: "H" as const, foreground, background, style: drawn, logo: roundLogo(), ink };
}

/** Whether any pixel of an image has a colour. */
async function hasColor(image: Uint8Array): Promise<boolean> {
  const { data } = imagePixels(await decodeImage(image));
  return data.some((_, i) => i % 4 === 0 && (data[i] !== data[i + 1] || data[i] !== data[i + 2]));
}

describe("an image in black ink", () => {
  const draw = async (ink: Ink, format: "png" | "svg") =>
    Buffer.from((await drawStyled({ ...lookIn(ink, STYLE), format, size: 512 })).bytes);
  const logoOf = (svg: Buffer) =>
    Buffer.from(/href="data:image\/png;base64,([^"]+)"/.exec(svg.toString())![1]!, "base64");

  it("has a grey logo as PNG and as SVG", async () => {
    const [own, black] = [await draw("own", "png"), await draw("black", "png")];
    assert.deepEqual([await hasColor(own), await hasColor(black)], [true, false]);
    const logos = [logoOf(await draw("own", "svg")), logoOf(await draw("black", "svg"))];
    assert.deepEqual(await Promise.all(logos.map(hasColor)), [true, false]);
    assert.equal(await decode(black), TEXT);
  });
});

describe("a PDF in black ink", { skip: needs("gs") }, () => {
  const draw: Record<string, (ink: Ink) => Promise<Uint8Array> | Uint8Array> = {
    plain: (ink) => renderImage({ ...lookIn(ink, null), format: "pdf", size: 512 }),
    styled: async (ink) => (await drawStyled({ ...lookIn(ink, STYLE), format: "pdf", size: 512 })).bytes,
    "on a sheet": (ink) =>
      drawSheet({
        ...labelPaper(SHEETS["A4 2x3"]),
        texts: { position: "under", name: true, address: true },
        bleed: 3,
        marks: true,
        start: 0,
        codes: [lookIn(ink, null), lookIn(ink, STYLE)],
        labels: [0, 1].map((code) => ({ code, name: "Menu", address: "qr.example.com/r/x" })),
        ink,
      }),
    "on a tent in the owner's colour": (ink) =>
      drawSheet({
        ...paperOf("tent A4", 3, true),
        faces: { isFilled: true, color: "#9c4221", brand: "Café", logo: { png: roundLogo(), width: 200, height: 200 } },
        texts: { position: "under", name: true, address: true },
        bleed: 3,
        marks: true,
        start: 0,
        codes: [lookIn(ink, STYLE)],
        labels: [0, 0].map((code) => {
          const face = { headline: "Scan me", line: "", needs: 30 };
          return { code, name: "Menu", address: "qr.example.com/r/x", face };
        }),
        ink,
      }),
  };
  for (const [name, pdf] of Object.entries(draw)) {
    it(`is separated into black alone: ${name}`, async () => {
      const [own, black] = [coverage(await pdf(INKS[0])), coverage(await pdf(INKS[1]))];
      assert.ok(own.color > 0.1, `in colours ${JSON.stringify(own)}`);
      assert.equal(black.color, 0);
      assert.ok(black.black > 0.01, JSON.stringify(black));
    });
  }

  it("is 100 % black, as print shops ask for", () => {
    const { foreground, background } = lookIn("black", null);
    assert.deepEqual([foreground, background], ["#000000", "#ffffff"]);
    const request = { ...lookIn("black", null), format: "pdf" as const, size: 512 };
    const pdf = Buffer.from(renderImage(request));
    const [head, length] = /4 0 obj\n<<.*\/Length (\d+)>>stream\n/.exec(pdf.toString("latin1")) ?? [""];
    const from = pdf.indexOf(head) + head.length;
    const content = inflateSync(pdf.subarray(from, from + Number(length))).toString();
    assert.deepEqual(content.match(/[\d. ]+ k\b/g), ["0 0 0 0 k", "0 0 0 1 k"]);
  });
});
