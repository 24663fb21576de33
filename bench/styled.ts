import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { createRenderer } from "../src/rendering/renderer.ts";
import { PLAIN, type Style } from "../src/rendering/style.ts";
import { drawStyled, type StyledRequest } from "../src/rendering/styled/draw.ts";
import { compareWithPeer } from "./support/damaged-logos.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

/** P13: a code with dots, gradient, logo and frame, from its content, compared with sharp drawing our SVG. */

const SIZES = {
  full: { rounds: 3, warmUp: 30, times: 20, codes: 100 },
  small: { rounds: 1, warmUp: 1, times: 2, codes: 2 },
};

const STYLE: Style = {
  ...PLAIN,
  modules: "dots",
  eyeFrame: "rounded",
  eyeBall: "circle",
  eyeColor: null,
  gradient: { kind: "linear", to: "#b5179e", angle: 45 },
  logo: { id: "logo", scale: 0.2 },
  frame: { kind: "badge", text: "Scan me", color: "#3a0ca3" },
};

const logo = (() => {
  const canvas = createCanvas(300, 300);
  const context = canvas.getContext("2d");
  context.fillStyle = "#3a0ca3";
  context.arc(150, 150, 150, 0, 2 * Math.PI);
  context.fill();
  return canvas.toBuffer("image/png");
})();

/** A different share URL for every drawing, so that nothing is cached. */
let counter = 0;
const request = (format: "png" | "svg"): StyledRequest => ({
  text: `HTTPS://TESSERA.EXAMPLE/R/K3X9WQ${100_000 + (counter++ % 900_000)}`,
  level: "M",
  foreground: "#3a0ca3",
  background: "#ffffff",
  style: STYLE,
  logo,
  size: 512,
  format,
});

async function bestMs(times: number, draw: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await draw();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export async function run(report: Report, size: Size): Promise<void> {
  const { rounds, warmUp, times, codes } = SIZES[size];
  sharp.cache(false);
  const renderer = createRenderer();
  const ours = () => renderer.draw(request("png"));
  const theirs = async () =>
    sharp((await drawStyled(request("svg"))).bytes)
      .png()
      .toBuffer();
  await bestMs(warmUp, ours);
  await bestMs(warmUp, theirs);
  let [best, bestTheirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    best = Math.min(best, await bestMs(times, ours));
    bestTheirs = Math.min(bestTheirs, await bestMs(times, theirs));
  }
  await renderer.close();
  const what = "styled PNG 512 px from content, in its thread";
  report.tell({
    name: "P13",
    what,
    ours: `${best.toFixed(1)} ms`,
    peer: "nothing cached",
    value: best,
    target: { most: 25, unit: " ms" },
  });
  report.tell({
    name: "P13",
    what,
    ours: `${best.toFixed(1)} ms`,
    peer: `sharp from the same SVG ${bestTheirs.toFixed(1)} ms`,
    value: bestTheirs / best,
    target: { least: 2 },
  });
  await compareWithPeer(report, codes, logo);
}
