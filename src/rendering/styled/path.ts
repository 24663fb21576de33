/** Outlines for all formats: lines and cubic curves, in modules, y down. */

type Step =
  | { to: "move" | "line"; x: number; y: number }
  | { to: "curve"; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { to: "close" };

export type Path = Step[];

/** The length of a Bézier handle for a quarter circle, in radii. */
const QUARTER = 0.5522847498;

/** Corners clockwise from the top left. */
export type Corners = readonly [number, number, number, number];

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** A quarter circle from `from` to `to`, with both handles towards `corner`. */
export function roundTo(
  path: Path,
  from: readonly [number, number],
  corner: readonly [number, number],
  to: readonly [number, number],
): void {
  path.push({
    to: "curve",
    x1: from[0] + (corner[0] - from[0]) * QUARTER,
    y1: from[1] + (corner[1] - from[1]) * QUARTER,
    x2: to[0] + (corner[0] - to[0]) * QUARTER,
    y2: to[1] + (corner[1] - to[1]) * QUARTER,
    x: to[0],
    y: to[1],
  });
}

/** Points closer than this are equal. */
const NO_WAY = 1e-9;

/** A polygon with a radius per corner. */
export function polygon(points: readonly { x: number; y: number; radius: number }[], path: Path = []): Path {
  const count = points.length;
  let [atX, atY] = [0, 0];
  for (let i = 0; i < count; i++) {
    const { x, y, radius } = points[i]!;
    const before = points[(i + count - 1) % count]!;
    const after = points[(i + 1) % count]!;
    const towards = (other: Point): [number, number] => {
      const length = Math.hypot(other.x - x, other.y - y);
      const share = length === 0 ? 0 : radius / length;
      return [x + (other.x - x) * share, y + (other.y - y) * share];
    };
    const start = towards(before);
    if (i === 0) path.push({ to: "move", x: start[0], y: start[1] });
    else if (Math.abs(start[0] - atX) + Math.abs(start[1] - atY) > NO_WAY) {
      path.push({ to: "line", x: start[0], y: start[1] });
    }
    [atX, atY] = start;
    if (radius === 0) continue;
    const end = towards(after);
    roundTo(path, start, [x, y], end);
    [atX, atY] = end;
  }
  path.push({ to: "close" });
  return path;
}

export function roundedBox({ x, y, width, height }: Box, radius: number | Corners, path: Path = []): Path {
  const [a, b, c, d] = typeof radius === "number" ? [radius, radius, radius, radius] : radius;
  const corners = [
    { x, y, radius: a },
    { x: x + width, y, radius: b },
    { x: x + width, y: y + height, radius: c },
    { x, y: y + height, radius: d },
  ];
  return polygon(corners, path);
}

/** A circle, written out for speed: a code may have 15,000. */
export function circle(x: number, y: number, radius: number, path: Path = []): Path {
  const reach = radius * QUARTER;
  const [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
  path.push(
    { to: "move", x: left, y },
    { to: "curve", x1: left, y1: y - reach, x2: x - reach, y2: top, x, y: top },
    { to: "curve", x1: x + reach, y1: top, x2: right, y2: y - reach, x: right, y },
    { to: "curve", x1: right, y1: y + reach, x2: x + reach, y2: bottom, x, y: bottom },
    { to: "curve", x1: x - reach, y1: bottom, x2: left, y2: y + reach, x: left, y },
    { to: "close" },
  );
  return path;
}

/** A thousandth of a module is finer than any print. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export function svgPath(path: Path): string {
  let out = "";
  for (const step of path) {
    if (step.to === "close") out += "Z";
    else if (step.to === "curve") {
      const { x1, y1, x2, y2, x, y } = step;
      out += `C${rounded(x1)} ${rounded(y1)} ${rounded(x2)} ${rounded(y2)} ${rounded(x)} ${rounded(y)}`;
    } else out += `${step.to === "move" ? "M" : "L"}${rounded(step.x)} ${rounded(step.y)}`;
  }
  return out;
}

export function pdfPath(path: Path): string {
  let out = "";
  for (const step of path) {
    if (step.to === "close") out += "h\n";
    else if (step.to === "curve") {
      const { x1, y1, x2, y2, x, y } = step;
      out += `${rounded(x1)} ${rounded(y1)} ${rounded(x2)} ${rounded(y2)} ${rounded(x)} ${rounded(y)} c\n`;
    } else out += `${rounded(step.x)} ${rounded(step.y)} ${step.to === "move" ? "m" : "l"}\n`;
  }
  return out;
}
