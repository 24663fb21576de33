import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { BadLogo } from "../errors.ts";
import type { Pixels } from "./pixels.ts";

let prepared: Promise<void> | undefined;
const prepare = (): Promise<void> => {
  prepared ??= initWasm(readFileSync(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  return prepared;
};

/**
 * resvg runs no scripts, loads no URLs and has no fonts, so these are harmless. They are rejected because the logo
 * would be incomplete.
 */
const UNSAFE = [
  /<!ENTITY/i,
  /<(?:[\w-]+:)?(?:script|foreignObject|image|feImage|a|iframe|animate\w*|set)[\s/>]/i,
  /\son\w+\s*=/i,
  /href\s*=\s*["']?\s*(?!["'#\s])/i,
  /href\s*=\s*(["'])(?!#|\1)/i,
  /url\s*\(\s*["']?\s*(?!["'#\s])/i,
  /@import|javascript:|\\[0-9a-z]/i,
];
const TEXT = /<(?:[\w-]+:)?(?:text|tspan|textPath)[\s/>]/i;

/** Draws an SVG with a longer side of `side` pixels. May never return: the caller terminates the thread. */
export async function svgPixels(source: string, side: number): Promise<Pixels> {
  if (UNSAFE.some((pattern) => pattern.test(source))) throw new BadLogo("unsafe");
  if (TEXT.test(source)) throw new BadLogo("text");
  await prepare();
  try {
    const { width, height } = using(new Resvg(source), (picture) => ({ width: picture.width, height: picture.height }));
    const fitTo =
      width >= height ? ({ mode: "width", value: side } as const) : ({ mode: "height", value: side } as const);
    return using(new Resvg(source, { fitTo }), (picture) =>
      using(picture.render(), (drawn) => ({ width: drawn.width, height: drawn.height, data: drawn.pixels.slice() })),
    );
  } catch (error) {
    // After a trap the WebAssembly module is unusable, so the thread must not serve another call.
    if (error instanceof WebAssembly.RuntimeError) throw new BadLogo("complex");
    throw new BadLogo("content");
  }
}

function using<T extends { free(): void }, R>(held: T, work: (held: T) => R): R {
  try {
    return work(held);
  } finally {
    held.free();
  }
}
