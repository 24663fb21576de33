import { type Markup, raw } from "../../shared/html.ts";

function line(path: string): Markup {
  return raw(`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);
}

export const ICONS = {
  call: line("M6 4h3.5l1.5 5-2 1.5c1 2 2.5 3.5 4.5 4.5l1.5-2 5 1.5V18c0 1.5-1 2-2 2C10.5 20 4 13.5 4 6c0-1 .5-2 2-2z"),
  mail: line("M3 6h18v12H3zM3.5 6.5L12 13l8.5-6.5"),
  message: line("M4 5h16v11H10l-4 4v-4H4zM8 10.5h.01M12 10.5h.01M16 10.5h.01"),
  map: line("M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"),
  add: line("M12 5v14M5 12h14"),
  copy: line("M9 9h11v11H9zM5 15H4V4h11v1"),
};

/** Squares as path data; `places` are positions x,y in units of `step`. */
const squares = (places: string, size: number, step: number): string =>
  places.replace(/(\d+),(\d+) ?/g, (_, x, y) => `M${x * step} ${y * step}h${size}v${size}h-${size}z`);

/** A mosaic in the corner of the header. */
export const TILES = raw(
  `<svg class="t" viewBox="0 0 198 108" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><path opacity=".1" d="${squares("0,0 4,0 8,1 5,1 4,2 8,2 6,3 8,4", 19, 22)}"/><path opacity=".17" d="${squares("3,0 6,0 7,0 6,1 2,2 5,2 7,3", 19, 22)}"/><path opacity=".05" d="${squares("5,0 8,0 4,1 7,1 3,2", 19, 22)}"/></svg>`,
);

const BLOCK = [
  ["d", "0,0 1,0 4,0 1,1 4,2 0,3 0,4"],
  ["c", "2,0 0,2 1,2 2,2 3,4 4,4"],
  ["a", "3,0 0,1 2,1 4,1 3,2 1,3 2,3 3,3 4,3 1,4 2,4"],
] as const;

/** A block of tiles with one loose tile; `mark` is drawn on it in a 32-unit square. */
function mosaic(mark: string, place: string, look = ""): Markup {
  const tiles = BLOCK.map(([name, places]) => `<path class="${name}" d="${squares(places, 28, 32)}"/>`);
  return raw(
    `<svg class="ill" viewBox="0 0 230 210" aria-hidden="true"><g class="${look}" transform="translate(20 36)">${tiles.join("")}</g><path class="l" d="M116 68h28v28h-28z"/><g transform="${place}"><path class="e" d="M0 0h32v32H0z"/><path class="m" d="${mark}"/></g></svg>`,
  );
}

export const MOSAICS = {
  reached: mosaic("M9 17l5 5 9-11", "translate(176 22) rotate(14)"),
  paused: mosaic("M12 10v12M20 10v12", "translate(176 22) rotate(14)"),
  expired: mosaic("M16 8a8 8 0 1 0 .01 0M16 11.5v5l3.2 2", "translate(186 146) rotate(24)", "old"),
  missing: mosaic("M11 11l10 10M21 11L11 21", "translate(180 22) rotate(14)", "old"),
  unavailable: mosaic("M21 12a6 6 0 1 0 1 6M22 8v4h-4", "translate(176 22) rotate(14)"),
};
