import { mkdirSync, writeFileSync } from "node:fs";
import { renderImage } from "../src/rendering/image.ts";
import { assessScannability } from "../src/rendering/scannability.ts";
import { PLAIN, type Style } from "../src/rendering/style.ts";
import { assessStyled } from "../src/rendering/styled/assess.ts";
import { drawStyled } from "../src/rendering/styled/draw.ts";
import { readLogo } from "../src/rendering/styled/logo.ts";
import type { TrialResult } from "../src/rendering/trials.ts";

/** Draws the pictures of docs/images.md and prints their verdicts. */

const CODE = { text: "HTTPS://TESSERA.EXAMPLE/R/K3X9WQ2MNP7A", level: "M" as const, size: 256 };

const PLAIN_CODES = {
  plain: { foreground: "#1a1410", background: "#ffffff" },
  coloured: { foreground: "#0b3d91", background: "#ffe9c7" },
  failing: { foreground: "#ffffff", background: "#ffd54a" },
};

const LOGO = await readLogo(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#c1121f"/>` +
      `<path d="M18 20h20v18a8 8 0 0 1-8 8h-4a8 8 0 0 1-8-8zM38 24h4a7 7 0 0 1 0 14h-4v-4h3a3 3 0 0 0 0-6h-3z" fill="#fff"/></svg>`,
  ),
);

/** One of each shape and frame, in matching colours. */
const LOOKS: Record<string, { foreground: string; style: Partial<Style> }> = {
  rounded: {
    foreground: "#0b3d91",
    style: { modules: "rounded", eyeFrame: "rounded", eyeBall: "rounded", eyeColor: "#b3125b" },
  },
  dots: {
    foreground: "#3a0ca3",
    style: {
      modules: "dots",
      eyeFrame: "rounded",
      eyeBall: "rounded",
      gradient: { kind: "linear", to: "#b5179e", angle: 45 },
    },
  },
  classy: { foreground: "#00513f", style: { modules: "classy", eyeFrame: "leaf", eyeBall: "leaf" } },
  diamond: { foreground: "#7a0019", style: { modules: "diamond", eyeFrame: "circle", eyeBall: "circle" } },
  label: {
    foreground: "#14213d",
    style: {
      modules: "rounded",
      eyeFrame: "rounded",
      eyeBall: "circle",
      logo: { id: "logo", scale: 0.2 },
      eyeColor: "#c1121f",
      frame: { kind: "label", text: "Scan me", color: "#c1121f" },
    },
  },
  banner: {
    foreground: "#6a040f",
    style: {
      modules: "classy",
      eyeFrame: "leaf",
      eyeBall: "circle",
      gradient: { kind: "radial", to: "#10002b", angle: 0 },
      frame: { kind: "banner", text: "Книга отзывов", color: "#9d0208" },
    },
  },
  badge: {
    foreground: "#0f4c5c",
    style: {
      modules: "dots",
      eyeFrame: "rounded",
      eyeBall: "rounded",
      logo: { id: "logo", scale: 0.2 },
      frame: { kind: "badge", text: "Μενού ημέρας", color: "#0f4c5c" },
    },
  },
  ticket: {
    foreground: "#1d3557",
    style: {
      modules: "rounded",
      eyeFrame: "rounded",
      eyeBall: "rounded",
      frame: { kind: "ticket", text: "Admit one · Zürich", color: "#ffb703" },
    },
  },
};

const folder = new URL("../docs/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });

function tell(trials: TrialResult[], advice: string[]): void {
  for (const { name: trial, survived, unit } of trials) {
    console.log(`  ${trial}: ${survived ?? "nothing"} ${survived === null ? "" : unit}`);
  }
  for (const sentence of advice) console.log(`  ${sentence}`);
}

for (const [name, colors] of Object.entries(PLAIN_CODES)) {
  const png = renderImage({ ...CODE, ...colors, format: "png" });
  writeFileSync(new URL(`${name}.png`, folder), png);
  const verdict = await assessScannability({ ...CODE, ...colors });
  const { grade, contrastRatio } = verdict;
  console.log(`${name}: ${png.length} bytes, grade ${grade}, contrast ${contrastRatio}:1`);
  tell(verdict.trials, verdict.advice);
}

for (const [name, { foreground, style }] of Object.entries(LOOKS)) {
  const look = { ...PLAIN, ...style };
  const colors = { foreground, background: "#ffffff" };
  const code = { ...CODE, ...colors, style: look, logo: look.logo ? LOGO.png : null };
  const { bytes } = await drawStyled({ ...code, format: "png" });
  writeFileSync(new URL(`style-${name}.png`, folder), bytes);
  const { grade, margin, level, trials, advice } = await assessStyled({ ...code, size: 512 });
  const left = `${margin.left} of ${margin.correctable} left`;
  console.log(`${name}: ${bytes.length} bytes, grade ${grade}, level ${level}, ${left}`);
  tell(trials, advice);
}
