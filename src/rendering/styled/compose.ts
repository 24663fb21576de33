import { isDark } from "../bits.ts";
import { type Color, parseColor } from "../colors.ts";
import { alignmentsAt } from "../patterns.ts";
import type { Style } from "../style.ts";
import type { QrSymbol } from "../symbol.ts";
import { ALIGNMENT_REACH, alignmentPath, ballPath, EYE, eyesOf, ringPath } from "./eyes.ts";
import { frameAround } from "./frames.ts";
import { modulesPath } from "./modules.ts";
import type { Box, Path, Point } from "./path.ts";
import type { Paint, Scene, SceneLogo, Shape } from "./scene.ts";

/** Whole modules in the centre that are left light for a logo, and the logo's position. */
export interface Plate {
  /** In modules from the symbol's corner. */
  modules: Box;
  logo: Box;
}

export interface Look {
  style: Style;
  foreground: Color;
  background: Color;
}

const isInside = ({ x, y, width, height }: Box, atX: number, atY: number): boolean =>
  atX >= x && atX < x + width && atY >= y && atY < y + height;

const isInEye = (size: number, x: number, y: number): boolean =>
  (x < EYE && (y < EYE || y >= size - EYE)) || (x >= size - EYE && y < EYE);

function gradientPaint({ style, foreground }: Look, origin: Point, size: number): Paint {
  const { gradient } = style;
  if (!gradient) return { color: foreground };
  const { kind } = gradient;
  const middle = { x: origin.x + size / 2, y: origin.y + size / 2 };
  const angle = (gradient.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Long enough to reach the corners at any angle.
  const reach = ((Math.abs(cos) + Math.abs(sin)) * size) / 2;
  const from = kind === "linear" ? { x: -cos * reach, y: -sin * reach } : { x: 0, y: 0 };
  const to = kind === "linear" ? { x: cos * reach, y: sin * reach } : { x: size / 2, y: size / 2 };
  return {
    gradient: {
      kind,
      from: foreground,
      to: parseColor(gradient.to),
      x1: middle.x + from.x,
      y1: middle.y + from.y,
      x2: middle.x + to.x,
      y2: middle.y + to.y,
    },
  };
}

/** Module shapes with gaps would leave gaps in the patterns that decoders search for. */
const ALIGNMENT_ROUNDNESS: Partial<Record<Style["modules"], number>> = { dots: 0.6, diamond: 0 };

/** Alignment patterns that are drawn as one shape: all that do not touch the plate. */
function solidAlignments(symbol: QrSymbol, { style }: Look, plate: Plate | null) {
  if (ALIGNMENT_ROUNDNESS[style.modules] === undefined) return [];
  const isFree = (x: number, y: number) => {
    if (!plate) return true;
    const { x: left, y: top, width, height } = plate.modules;
    const isApart = (at: number, from: number, length: number) =>
      at + ALIGNMENT_REACH < from || at - ALIGNMENT_REACH >= from + length;
    return isApart(x, left, width) || isApart(y, top, height);
  };
  return alignmentsAt(symbol.version).filter(({ x, y }) => isFree(x, y));
}

/** The code itself: modules, eyes and logo, without background. */
function codeShapes(symbol: QrSymbol, look: Look, plate: Plate | null, origin: Point): Shape[] {
  const { style } = look;
  const { size } = symbol;
  const paint = gradientPaint(look, origin, size);
  const alignments = solidAlignments(symbol, look, plate);
  const inAlignment = new Uint8Array(size * size);
  for (const { x, y } of alignments) {
    for (let row = y - ALIGNMENT_REACH; row <= y + ALIGNMENT_REACH; row++) {
      inAlignment.fill(1, row * size + x - ALIGNMENT_REACH, row * size + x + ALIGNMENT_REACH + 1);
    }
  }
  const path = modulesPath(
    style.modules,
    size,
    origin,
    (x, y) =>
      isDark(symbol, x, y) &&
      !isInEye(size, x, y) &&
      !inAlignment[y * size + x] &&
      !(plate && isInside(plate.modules, x, y)),
  );
  const solid: Path = [];
  for (const { x, y } of alignments) {
    alignmentPath(x + origin.x, y + origin.y, ALIGNMENT_ROUNDNESS[style.modules] ?? 0, solid);
  }
  const eyes: Path = [];
  for (const eye of eyesOf(size, origin)) {
    ringPath(eye, style.eyeFrame, eyes);
    ballPath(eye, style.eyeBall, eyes);
  }
  const eyePaint = style.eyeColor === null ? paint : { color: parseColor(style.eyeColor) };
  return [
    { path, paint, rule: "nonzero" },
    ...(solid.length > 0 ? [{ path: solid, paint, rule: "evenodd" as const }] : []),
    { path: eyes, paint: eyePaint, rule: "evenodd" },
  ];
}

const rectangle = (width: number, height: number): Path => [
  { to: "move", x: 0, y: 0 },
  { to: "line", x: width, y: 0 },
  { to: "line", x: width, y: height },
  { to: "line", x: 0, y: height },
  { to: "close" },
];

export interface Composed extends Scene {
  /** The symbol's position, and its modules per side. */
  symbol: { x: number; y: number; size: number };
}

/** The complete scene: background, frame, code, logo. */
export function compose(symbol: QrSymbol, look: Look, plate: Plate | null, logo: SceneLogo | null): Composed {
  const { style, background } = look;
  const panel = symbol.size + 2 * style.quietZone;
  const frame = style.frame
    ? frameAround(panel, style.quietZone, { ...style.frame, color: parseColor(style.frame.color) })
    : { width: panel, height: panel, x: 0, y: 0, shapes: [] };
  const { width, height, x, y } = frame;
  const ground: Shape[] = style.transparent
    ? []
    : [{ path: rectangle(width, height), paint: { color: background }, rule: "nonzero" }];
  const origin = { x: x + style.quietZone, y: y + style.quietZone };
  const code = codeShapes(symbol, look, plate, origin);
  return {
    width,
    height,
    isOpaque: !style.transparent,
    shapes: [...ground, ...frame.shapes, ...code],
    symbol: { ...origin, size: symbol.size },
    logo:
      plate && logo
        ? { box: { ...plate.logo, x: plate.logo.x + origin.x, y: plate.logo.y + origin.y }, ...logo }
        : null,
  };
}
