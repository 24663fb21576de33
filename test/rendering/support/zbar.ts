import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { addNoise, type Picture, rotated, tilted } from "../../../src/rendering/camera.ts";
import type { StyledInput } from "../../../src/rendering/styled/assess.ts";
import { prepare } from "../../../src/rendering/styled/draw.ts";
import { styledSubject, toPicture } from "../../../src/rendering/styled/photograph.ts";
import { paintScene } from "../../../src/rendering/styled/pixels.ts";
import { blur } from "./damage.ts";

/** Camera pixels a module. */
const SCALE = 5;

const bytesOf = (pixels: Float32Array): Buffer => Buffer.from(Uint8ClampedArray.from(pixels).buffer);

/** As an uncompressed portable greymap. */
export function toGreymap({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), bytesOf(pixels)]);
}

const toJpeg = ({ width, height, pixels }: Picture): Promise<Buffer> =>
  sharp(bytesOf(pixels), { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 40 })
    .toBuffer();

/** What a picture goes through before zbar reads it. */
export const WAYS = ["drawn", "clean", "blur", "rotation", "perspective", "noise", "jpeg", "quarter"] as const;
export type Way = (typeof WAYS)[number];

/** The code seen in each of the ways, as files. */
async function seen(code: StyledInput): Promise<Record<Way, Buffer>> {
  const prepared = await prepare(code);
  const { photograph } = styledSubject(prepared);
  const straight = photograph(SCALE);
  const height = Math.round((code.size * prepared.scene.height) / prepared.scene.width);
  const own = { width: code.size, height };
  const ground = prepared.look.background;
  return {
    // Its own pixels, at its own size.
    drawn: toGreymap(toPicture(paintScene(prepared.scene, own, { ground }))),
    clean: toGreymap(straight),
    blur: toGreymap(blur(straight, 0.3 * SCALE)),
    rotation: toGreymap(photograph(SCALE, rotated(10), Math.SQRT2)),
    perspective: toGreymap(photograph(SCALE, tilted(20), 1.2)),
    noise: toGreymap(addNoise(straight, 5 * 2.55)),
    jpeg: await toJpeg(straight),
    // A quarter of 512 pixels, however much of them is frame.
    quarter: toGreymap(photograph(128 / prepared.scene.width)),
  };
}

/** In which of the ways zbar reads each code. All pictures of a batch are passed in one call. */
export async function readByZbar(codes: StyledInput[]): Promise<Set<Way>[]> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-zbar-"));
  try {
    for (const [index, code] of codes.entries()) {
      for (const [way, file] of Object.entries(await seen(code))) {
        writeFileSync(join(folder, `${index}-${way}.image`), file);
      }
    }
    const names = codes.flatMap((_, index) => WAYS.map((way) => `${index}-${way}.image`));
    const args = ["--quiet", "--xml", "-Sdisable", "-Sqrcode.enable", ...names];
    const { stdout, error } = spawnSync("zbarimg", args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw error;
    const read = codes.map(() => new Set<Way>());
    for (const [, index, way, body = ""] of stdout.matchAll(
      /<source href='(\d+)-(\w+)\.image'>([\s\S]*?)<\/source>/g,
    )) {
      const { text } = codes[Number(index)]!;
      if (body.includes(`<![CDATA[${text}]]>`)) read[Number(index)]!.add(way as Way);
    }
    return read;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
