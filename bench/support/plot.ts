/** A plot as SVG: lines over a logarithmic or linear axis, readable on light and dark pages. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export interface Line {
  name: string;
  /** Sorted by x. */
  points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  title: string;
  x: { label: string; isLogarithmic: boolean };
  y: { label: string };
  lines: readonly Line[];
}

const WIDTH = 720;
const HEIGHT = 320;
const LEFT = 64;
const RIGHT = 215;
const TOP = 44;
const BOTTOM = 48;
const COLOURS = ["#b4541f", "#1f5fb4", "#2b7a3d", "#7a2b6e", "#8a6d00", "#3d352f"];
const STEPS = 5;

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** 1, 2 or 5 times a power of ten, so that `STEPS` of them reach the value. */
function stepFor(most: number): number {
  const raw = Math.max(most, Number.MIN_VALUE) / STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((n) => n * power >= raw) ?? 10);
}

function plotOf({ title, x, y, lines }: Plot): string {
  const all = lines.flatMap(({ points }) => points);
  const scale = (value: number) => (x.isLogarithmic ? Math.log10(value) : value);
  const xs = all.map(([at]) => scale(at));
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const step = stepFor(Math.max(...all.map(([, value]) => value)));
  const right = (value: number) =>
    LEFT + ((scale(value) - first) / Math.max(last - first, Number.MIN_VALUE)) * (WIDTH - LEFT - RIGHT);
  const up = (value: number) => HEIGHT - BOTTOM - (value / (step * STEPS)) * (HEIGHT - TOP - BOTTOM);
  const ticks = x.isLogarithmic
    ? [...new Set(all.map(([at]) => at))].sort((a, b) => a - b)
    : Array.from({ length: 6 }, (_, i) => first + ((last - first) * i) / 5);
  const told = (value: number) =>
    x.isLogarithmic ? `10<tspan dy="-5" font-size="9">${Math.round(Math.log10(value))}</tspan>` : value.toFixed(0);
  const parts = [
    `<text class="title" x="${LEFT}" y="22">${escapeText(title)}</text>`,
    `<text x="${LEFT}" y="${TOP - 8}">${escapeText(y.label)}</text>`,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 10}" text-anchor="end">${escapeText(x.label)}</text>`,
    ...Array.from({ length: STEPS + 1 }, (_, i) => {
      const at = up(i * step);
      const name = Number((i * step).toPrecision(3));
      return `<path class="grid" d="M${LEFT} ${at} H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${name}</text>`;
    }),
    ...ticks.map(
      (at) => `<text x="${right(at).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${told(at)}</text>`,
    ),
    ...lines.map(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const path = points.map(([at, value]) => `${right(at).toFixed(1)} ${up(value).toFixed(1)}`);
      const legend = TOP + 10 + i * 20;
      return `<path stroke="${colour}" d="M${path.join(" L")}"/><path stroke="${colour}" d="M${WIDTH - RIGHT + 12} ${legend - 4} h18"/><text x="${WIDTH - RIGHT + 36}" y="${legend}">${escapeText(name)}</text>`;
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title).replaceAll('"', "&quot;")}">
<style>text { font: 12px system-ui, sans-serif; fill: #3d352f } .title { font-weight: 600; font-size: 14px; fill: #1a1410 } path { fill: none; stroke-width: 2 } .grid { stroke: #d9d2c7; stroke-width: 1 }</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#fffdf9"/>
${parts.join("\n")}
</svg>
`;
}

/** Writes a plot to the documentation's pictures. Returns its relative path. */
export function savePlot(name: string, plot: Plot): string {
  const file = fileURLToPath(new URL(`../../docs/pictures/${name}.svg`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, plotOf(plot));
  return `docs/pictures/${name}.svg`;
}
