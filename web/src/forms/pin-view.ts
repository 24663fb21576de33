/** The part of the world that the map for choosing a place shows, in the Mercator projection. */
import type { Spot } from "../../../src/shared/towns.ts";
import type { Point } from "./read-notation.ts";

export interface View {
  /** The middle. */
  center: Point;
  /** Pixels per radian of longitude. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const RADIANS = Math.PI / 180;
/** The ends of the map: Mercator has no poles. */
const FARTHEST_NORTH = 84;
const NEAREST = 16_000;
/** About where the towns of a region have names. */
export const REGION = 4_000;

/** Pixels for an arrow key. */
const STEP = 8;
const LONG_STEP = 64;
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));
const upOf = (latitude: number): number => Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
/** The same longitude, from -180 to 180. */
const around = (longitude: number): number => longitude - 360 * Math.round(longitude / 360);

/** The whole world in this width. */
export const worldScale = ({ width }: Size): number => width / (2 * Math.PI);

export function spotOf(point: Point, { center, scale }: View, { width, height }: Size): Spot {
  return {
    x: width / 2 + around(point.longitude - center.longitude) * RADIANS * scale,
    y: height / 2 - (upOf(point.latitude) - upOf(center.latitude)) * scale,
  };
}

export function pointAt({ x, y }: Spot, { center, scale }: View, { width, height }: Size): Point {
  const up = upOf(center.latitude) + (height / 2 - y) / scale;
  const latitude = (2 * Math.atan(Math.exp(up)) - Math.PI / 2) / RADIANS;
  return {
    latitude: between(-FARTHEST_NORTH, latitude, FARTHEST_NORTH),
    longitude: around(center.longitude + (x - width / 2) / scale / RADIANS),
  };
}

/** What is at `spot` stays there. */
export function zoomed(view: View, factor: number, spot: Spot, size: Size): View {
  const scale = between(worldScale(size), view.scale * factor, NEAREST);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const by = view.scale / scale;
  const from = { x: spot.x + (middle.x - spot.x) * by, y: spot.y + (middle.y - spot.y) * by };
  return { center: pointAt(from, view, size), scale };
}

/** With the map pulled so many pixels to the right and down. */
export const pulled = (view: View, right: number, down: number, size: Size): View => ({
  ...view,
  center: pointAt({ x: size.width / 2 - right, y: size.height / 2 - down }, view, size),
});

/** Where an arrow key moves the pin; null for another key. */
export function keyMove(key: string, isFast: boolean): [right: number, down: number] | null {
  const arrow = ARROWS[key];
  const step = isFast ? LONG_STEP : STEP;
  return arrow ? [arrow[0] * step, arrow[1] * step] : null;
}

/** As many decimals as a pixel of this view means, four at most. */
export function rounded({ latitude, longitude }: Point, { scale }: View): Point {
  const decimals = between(0, Math.ceil(Math.log10(scale * RADIANS)), 4);
  return { latitude: Number(latitude.toFixed(decimals)), longitude: Number(longitude.toFixed(decimals)) };
}

/** The view with the pin in its middle if it is near an edge or outside. */
export function following(view: View, pin: Point, size: Size): View {
  const { x, y } = spotOf(pin, view, size);
  const isInside = x > 40 && x < size.width - 40 && y > 50 && y < size.height - 30;
  return isInside ? view : { ...view, center: pin };
}

/** The town that a pin is at; null if none is within 50 km. */
export function townNear<T extends Point>(towns: readonly T[], { latitude, longitude }: Point): T | null {
  const away = (town: Point) =>
    Math.hypot(town.latitude - latitude, around(town.longitude - longitude) * Math.cos(latitude * RADIANS)) * 111;
  const near = towns.filter((town) => Math.abs(town.latitude - latitude) < 0.5 && away(town) < 50);
  return near.reduce<T | null>((best, town) => (best && away(best) <= away(town) ? best : town), null);
}
