import type { ModuleShape } from "../style.ts";
import { type Corner, contours } from "./contours.ts";
import { circle, type Path, type Point, polygon } from "./path.ts";

const DOT_RADIUS = 0.5;
/** From the centre to a corner. Above one half, so that neighbours touch and enough area is dark. */
const DIAMOND_REACH = 0.7;
/** Inner corners are filled a little to soften the angle. */
const INNER_RADIUS = 0.2;

const RADIUS: Record<"square" | "rounded" | "classy", (corner: Corner) => number> = {
  square: () => 0,
  rounded: ({ isConvex }) => (isConvex ? 0.5 : INNER_RADIUS),
  // The top left corner, where the outline arrives upwards, and the bottom right one.
  classy: ({ isConvex, from }) => (isConvex && (from === 3 || from === 1) ? 0.5 : 0),
};

const diamond = (x: number, y: number, path: Path): Path =>
  polygon(
    [
      { x, y: y - DIAMOND_REACH, radius: 0 },
      { x: x + DIAMOND_REACH, y, radius: 0 },
      { x, y: y + DIAMOND_REACH, radius: 0 },
      { x: x - DIAMOND_REACH, y, radius: 0 },
    ],
    path,
  );

/** The dark modules as one outline, starting at `origin`. */
export function modulesPath(
  shape: ModuleShape,
  size: number,
  origin: Point,
  isDark: (x: number, y: number) => boolean,
): Path {
  const path: Path = [];
  if (shape === "dots" || shape === "diamond") {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (!isDark(x, y)) continue;
        const [middleX, middleY] = [x + origin.x + 0.5, y + origin.y + 0.5];
        if (shape === "dots") circle(middleX, middleY, DOT_RADIUS, path);
        else diamond(middleX, middleY, path);
      }
    }
    return path;
  }
  const radius = RADIUS[shape];
  for (const outline of contours(size, isDark)) {
    const points = outline.map((corner) => ({
      x: corner.x + origin.x,
      y: corner.y + origin.y,
      radius: radius(corner),
    }));
    polygon(points, path);
  }
  return path;
}
