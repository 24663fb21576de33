/** Outlines of connected dark modules, so that there are no seams between them. */

export interface Corner {
  x: number;
  y: number;
  /** True if the dark side is inside the angle. */
  isConvex: boolean;
  /** The directions in which the outline arrives and leaves: 0 right, 1 down, 2 left, 3 up. */
  from: number;
  to: number;
}

const DX = [1, 0, -1, 0] as const;
const DY = [0, 1, 0, -1] as const;

/**
 * Follows every edge between dark and light with the dark on its right. Modules that touch only at a corner stay
 * separate.
 */
export function contours(size: number, isDark: (x: number, y: number) => boolean): Corner[][] {
  const dark = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && isDark(x, y);
  const seen = new Uint8Array((size + 1) * (size + 1));
  const out: Corner[][] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // Every outline has an upper edge, which runs to the right.
      if (!dark(x, y) || dark(x, y - 1) || seen[y * (size + 1) + x]) continue;
      out.push(
        follow(x, y, dark, (atX, atY) => {
          seen[atY * (size + 1) + atX] = 1;
        }),
      );
    }
  }
  return out;
}

/** The modules ahead of a point, right and left, by direction. */
const AHEAD_RIGHT = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;
const AHEAD_LEFT = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
] as const;

function follow(
  startX: number,
  startY: number,
  dark: (x: number, y: number) => boolean,
  mark: (x: number, y: number) => void,
): Corner[] {
  const corners: Corner[] = [];
  let [x, y, direction] = [startX, startY, 0];
  do {
    if (direction === 0) mark(x, y);
    x += DX[direction]!;
    y += DY[direction]!;
    const right = AHEAD_RIGHT[direction]!;
    const left = AHEAD_LEFT[direction]!;
    const from = direction;
    if (!dark(x + right[0], y + right[1])) direction = (direction + 1) % 4;
    else if (dark(x + left[0], y + left[1])) direction = (direction + 3) % 4;
    if (direction !== from) {
      corners.push({ x, y, from, to: direction, isConvex: direction === (from + 1) % 4 });
    }
  } while (x !== startX || y !== startY || direction !== 0);
  return corners;
}
