import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createBoundedMap } from "../../shared/bounded-map.ts";
import { html, type Markup, raw } from "../../shared/html.ts";
import type { Spot } from "../../shared/towns.ts";
import { townNames } from "./town-names.ts";

/** In units of the view box: about two thirds of a phone's CSS pixels. Coordinates are integers. */
const WIDTH = 260;
const HEIGHT = 226;
/** The location. The card covers the lower edge. */
const CENTER = { x: WIDTH / 2, y: 104 };
/** Of the circle around the location. */
const RADIUS = 18;
/** Degrees from top to bottom: the first span that shows enough points of a coast or border. */
const SPANS = [4, 8, 12, 16, 20, 24, 32, 40, 50, 64];
const ENOUGH_POINTS = 14;
/** Clip this far outside, so that cut edges are invisible. */
const MARGIN = 4;
/** In characters. */
const CACHED_CHARACTERS = 2_000_000;

/** The outline of a country: longitude and latitude alternating. */
type Ring = Float32Array;

interface Shape {
  ring: Ring;
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Natural Earth's borders in TopoJSON, from world-atlas: delta-encoded arcs. */
interface Atlas {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { countries: { geometries: { type: "Polygon" | "MultiPolygon"; arcs: number[][] | number[][][] }[] } };
}

let known: Shape[] | undefined;

/** Loaded for the first map, which blocks the event loop for a few hundredths of a second. */
function loadShapes(): Shape[] {
  known ??= readShapes(
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("world-atlas/countries-50m.json")), "utf8")),
  );
  return known;
}

function readShapes({ transform, arcs, objects }: Atlas): Shape[] {
  const lines = arcs.map((steps) => lineOf(steps, transform));
  return objects.countries.geometries
    .flatMap((land) => (land.type === "Polygon" ? [land.arcs as number[][]] : (land.arcs as number[][][])))
    .flat()
    .map((ring) => shapeOf(ring, lines));
}

function lineOf(steps: [number, number][], { scale, translate }: Atlas["transform"]): Ring {
  const line = new Float32Array(2 * steps.length);
  let [x, y] = [0, 0];
  for (let i = 0; i < steps.length; i++) {
    x += steps[i]![0];
    y += steps[i]![1];
    line[2 * i] = x * scale[0] + translate[0];
    line[2 * i + 1] = y * scale[1] + translate[1];
  }
  return line;
}

/**
 * A negative arc index (~i) means arc i reversed. Where a ring crosses the 180th meridian, its longitudes continue
 * beyond it; a ring around a pole is closed along that pole.
 */
function shapeOf(arcs: number[], lines: Ring[]): Shape {
  // Two more points for a ring around a pole.
  const points = new Float32Array(arcs.reduce((sum, arc) => sum + lines[arc < 0 ? ~arc : arc]!.length, 4));
  let length = 0;
  const shape = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  let last: number | undefined;
  for (const arc of arcs) {
    const line = lines[arc < 0 ? ~arc : arc]!;
    for (let i = 0; i < line.length; i += 2) {
      const from = arc < 0 ? line.length - 2 - i : i;
      const latitude = line[from + 1]!;
      const longitude = line[from]! + (last === undefined ? 0 : 360 * Math.round((last - line[from]!) / 360));
      points[length++] = longitude;
      points[length++] = latitude;
      last = longitude;
      if (longitude < shape.west) shape.west = longitude;
      if (longitude > shape.east) shape.east = longitude;
      if (latitude < shape.south) shape.south = latitude;
      if (latitude > shape.north) shape.north = latitude;
    }
  }
  if (Math.abs(last! - points[0]!) > 180) {
    const pole = shape.north > 0 ? 90 : -90;
    points.set([last!, pole, points[0]!, pole], length);
    length += 4;
    [shape.south, shape.north] = [Math.min(shape.south, pole), Math.max(shape.north, pole)];
  }
  return { ring: points.subarray(0, length), ...shape };
}

export interface Drawing {
  /** The countries in view, as path data. */
  land: string;
  /** Null if there are none in view. */
  towns: Markup | null;
}

const drawings = createBoundedMap<Drawing>(
  CACHED_CHARACTERS,
  ({ land, towns }) => land.length + (towns?.markup.length ?? 0),
);

/** A small map of the region around a location, and whether it has names of towns, which need a credit. */
export function mapOf(latitude: number, longitude: number, label: string): { map: Markup; hasTowns: boolean } {
  const key = `${latitude},${longitude}`;
  const { land, towns } = drawings.get(key) ?? drawings.set(key, draw(latitude, longitude));
  const { x, y } = CENTER;
  const map = html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${label}"><path class="land" fill-rule="evenodd" d="${raw(land)}"/><circle class="near" cx="${x}" cy="${y}" r="${RADIUS}"/>${towns}<g transform="translate(${x - 12} ${y - 30})"><path class="pin" d="M12 30C5 21 1 17 1 11a11 11 0 0 1 22 0c0 6-4 10-11 19z"/><circle class="hole" cx="12" cy="11" r="4"/></g></svg>`;
  return { map, hasTowns: towns !== null };
}

export function draw(latitude: number, longitude: number): Drawing {
  let land = "";
  let view = viewOf(latitude, longitude, SPANS[0]!);
  for (const span of SPANS) {
    view = viewOf(latitude, longitude, span);
    const rings = [-360, 0, 360].flatMap((turn) => loadShapes().flatMap((shape) => clippedRing(shape, turn, view)));
    land = rings.map(pathOf).join("");
    if (rings.flat().filter(isInside).length >= ENOUGH_POINTS) break;
  }
  return { land, towns: townNames((north, east) => spotOf(north, east, view), CENTER, RADIUS) };
}

interface View {
  latitude: number;
  longitude: number;
  /** Units per degree of longitude and of latitude. */
  across: number;
  up: number;
  /** Coordinates are rounded to multiples of this: a wide view has more points than it needs. */
  grid: number;
}

function viewOf(latitude: number, longitude: number, span: number): View {
  const up = HEIGHT / span;
  const across = up * Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  return { latitude, longitude, up, across, grid: span > 12 ? 2 : 1 };
}

/** Where a location is drawn, the short way around the earth. */
function spotOf(latitude: number, longitude: number, view: View): Spot {
  const east = longitude - view.longitude - 360 * Math.round((longitude - view.longitude) / 360);
  return { x: CENTER.x + east * view.across, y: CENTER.y + (view.latitude - latitude) * view.up };
}

/** The visible part of a ring, if any, with longitudes shifted by `turn` degrees. */
function clippedRing({ ring, west, east, south, north }: Shape, turn: number, view: View): Spot[][] {
  const onGrid = (value: number) => Math.round(value / view.grid) * view.grid;
  const xOf = (longitude: number) => CENTER.x + (longitude + turn - view.longitude) * view.across;
  const yOf = (latitude: number) => CENTER.y + (view.latitude - latitude) * view.up;
  if (xOf(east) < 0 || xOf(west) > WIDTH || yOf(south) < 0 || yOf(north) > HEIGHT) return [];
  const points: Spot[] = [];
  /** The outcodes of the last two points. */
  let [first, last] = [0, 0];
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [onGrid(xOf(ring[at]!)), onGrid(yOf(ring[at + 1]!))];
    const before = points.at(-1);
    if (before?.x === x && before.y === y) continue;
    const side = sideOf(x, y);
    // Of consecutive points beyond one side, keep the first and the last.
    if ((first & last & side) !== 0) {
      points[points.length - 1] = { x, y };
      last = side;
      continue;
    }
    points.push({ x, y });
    [first, last] = [last, side];
  }
  const cut = clip(points);
  return cut.length < 3 ? [] : [cut];
}

/** Cohen-Sutherland outcode: a bit each for left, right, above, below. */
const sideOf = (x: number, y: number): number =>
  (x < -MARGIN ? 1 : x > WIDTH + MARGIN ? 2 : 0) | (y < -MARGIN ? 4 : y > HEIGHT + MARGIN ? 8 : 0);

/** Sutherland-Hodgman clipping. */
function clip(points: Spot[]): Spot[] {
  const edges: [keyof Spot, number, 1 | -1][] = [
    ["x", -MARGIN, 1],
    ["x", WIDTH + MARGIN, -1],
    ["y", -MARGIN, 1],
    ["y", HEIGHT + MARGIN, -1],
  ];
  return edges.reduce((ring, [axis, limit, side]) => {
    const isIn = (point: Spot) => (point[axis] - limit) * side >= 0;
    return ring.flatMap((point, i) => {
      const before = ring.at(i - 1)!;
      if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
      const share = (limit - before[axis]) / (point[axis] - before[axis]);
      const crossing = {
        x: Math.round(before.x + (point.x - before.x) * share),
        y: Math.round(before.y + (point.y - before.y) * share),
      };
      return isIn(point) ? [crossing, point] : [crossing];
    });
  }, points);
}

/** Well inside: a line along the edge says nothing about the location. */
const isInside = ({ x, y }: Spot): boolean =>
  Math.abs(x - CENTER.x) < 0.42 * WIDTH && Math.abs(y - CENTER.y) < 0.4 * HEIGHT;

function pathOf(points: Spot[]): string {
  const steps = points.slice(1).map((point, i) => `${point.x - points[i]!.x} ${point.y - points[i]!.y}`);
  return `M${points[0]!.x} ${points[0]!.y}l${steps.join(" ").replaceAll(" -", "-")}z`;
}
