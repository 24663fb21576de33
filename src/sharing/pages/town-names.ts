import { readFileSync } from "node:fs";
import { html, type Markup } from "../../shared/html.ts";
import { placeNames, readTowns, type Spot, type Town } from "../../shared/towns.ts";

/** With the town at the pin; more would hide the drawing. */
const MOST = 5;
/** In units of the map. */
const FONT_SIZE = 8.5;

let known: Town[] | undefined;

function loadTowns(): Town[] {
  known ??= readTowns(JSON.parse(readFileSync(new URL("../../shared/towns.json", import.meta.url), "utf8")));
  return known;
}

/** The header and the card cover this much, more on a low screen. */
const AREA = { left: 5, right: 255, top: 34, bottom: 190 };

/** The names of the largest towns in view; null if there are none. */
export function townNames(
  spotOf: (latitude: number, longitude: number) => Spot,
  pin: Spot,
  circle: number,
): Markup | null {
  const spots = loadTowns().map(({ name, latitude, longitude }) => ({ name, ...spotOf(latitude, longitude) }));
  const names = placeNames(spots, { area: AREA, pin, circle, fontSize: FONT_SIZE, most: MOST });
  if (names.length === 0) return null;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return html`<g class="town">${names.map(
    ({ name, dot, text, end }) =>
      html`${dot && html`<circle cx="${tenth(dot.x)}" cy="${tenth(dot.y)}" r="1.6"/>`}<text x="${tenth(text.x)}" y="${tenth(text.y + 3)}"${end && html` text-anchor="end"`}>${name}</text>`,
  )}</g>`;
}
