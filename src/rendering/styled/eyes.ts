import type { EyeShape } from "../style.ts";
import { type Corners, type Path, type Point, roundedBox } from "./path.ts";

/** Modules per side of a finder pattern, its light square, and its centre. */
export const EYE = 7;
const HOLE = 5;
const BALL = 3;

/**
 * Corner radii as shares of half a side: the corner nearest the symbol's centre, and the others. The ring's hole is
 * never a full circle, because decoders fit lines to it to find the tilt.
 */
const ROUND: Record<EyeShape, { inner: number; others: number; hole?: number }> = {
  square: { inner: 0, others: 0 },
  rounded: { inner: 0.5, others: 0.5 },
  circle: { inner: 0.9, others: 0.9, hole: 0.8 },
  leaf: { inner: 0, others: 0.85 },
};

export interface Eye {
  /** Position of its top left module. */
  x: number;
  y: number;
  /** The corner nearest the symbol's centre, clockwise from the top left. */
  inner: 1 | 2 | 3;
}

export const eyesOf = (size: number, { x, y }: Point): Eye[] => [
  { x, y, inner: 2 },
  { x: x + size - EYE, y, inner: 3 },
  { x, y: y + size - EYE, inner: 1 },
];

function square({ x, y, inner }: Eye, side: number, shape: EyeShape, path: Path): void {
  const inset = (EYE - side) / 2;
  const round = ROUND[shape];
  const others = side === HOLE ? (round.hole ?? round.others) : round.others;
  const radius = (corner: number) => ((corner === inner ? Math.min(round.inner, others) : others) * side) / 2;
  const corners: Corners = [radius(0), radius(1), radius(2), radius(3)];
  roundedBox({ x: x + inset, y: y + inset, width: side, height: side }, corners, path);
}

/** The ring as one shape with a hole; fill with the even-odd rule. */
export function ringPath(eye: Eye, shape: EyeShape, path: Path): void {
  square(eye, EYE, shape, path);
  square(eye, HOLE, shape, path);
}

export const ballPath = (eye: Eye, shape: EyeShape, path: Path): void => square(eye, BALL, shape, path);

/** Modules per side of an alignment pattern, which is drawn like an eye. */
const ALIGNMENT = [5, 3, 1] as const;

/** An alignment pattern around the centre of a module; even-odd rule again. */
export function alignmentPath(x: number, y: number, roundness: number, path: Path): void {
  for (const side of ALIGNMENT) {
    const box = { x: x + 0.5 - side / 2, y: y + 0.5 - side / 2, width: side, height: side };
    roundedBox(box, (roundness * side) / 2, path);
  }
}

/** The distance from the centre of an alignment pattern to its edge. */
export const ALIGNMENT_REACH = 2;
