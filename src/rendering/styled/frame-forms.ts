import type { FrameKind } from "../style.ts";
import { type Box, circle, type Path, polygon, roundedBox, roundTo } from "./path.ts";

/** A frame's size, and the position of the code's square including its quiet zone. */
export interface FrameSize {
  width: number;
  height: number;
  x: number;
  y: number;
}

/** A box for a line of text. */
export interface TextBox {
  /** The centre of the text; capitals are centred vertically. */
  x: number;
  y: number;
  /** Wider text gets a smaller font. */
  width: number;
  capHeight: number;
}

/** A frame's outlines, without the code's square, and the position of its text. */
export interface FrameForm extends FrameSize {
  paths: Path[];
  text: TextBox;
}

/** The height of capitals relative to the bar. */
const CAPITALS = 0.42;

const textIn = ({ x, y, width, height }: Box, padding: number): TextBox => ({
  x: x + width / 2,
  y: y + height / 2,
  width: width - 2 * padding,
  capHeight: height * CAPITALS,
});

/** `panel` is the side of the code's square; everything else is in fortieths of it, so that all codes look alike. */
export const FRAME_FORMS: Record<FrameKind, (panel: number, quietZone: number) => FrameForm> = {
  /** A pill below the code, as wide as the symbol. */
  label(panel, quietZone) {
    const unit = panel / 40;
    const bar = { x: quietZone, y: panel, width: panel - 2 * quietZone, height: 7 * unit };
    return {
      width: panel,
      height: panel + bar.height + 3 * unit,
      x: 0,
      y: 0,
      paths: [roundedBox(bar, bar.height / 2)],
      text: textIn(bar, bar.height * 0.45),
    };
  },
  /** A thin border around the code and a ribbon with notched ends across its bottom. */
  banner(panel) {
    const unit = panel / 40;
    const [margin, line, overhang, height] = [3.2 * unit, 0.8 * unit, 2.2 * unit, 7 * unit];
    const x = margin + line;
    const card = { x: margin, y: unit, width: panel + 2 * line, height: panel + 2 * line };
    const path = roundedBox(card, 1.6 * unit);
    roundedBox({ x, y: unit + line, width: panel, height: panel }, unit, path);
    const top = unit + line + panel;
    const [left, right] = [margin - overhang, margin + card.width + overhang];
    const points = [
      [left, top],
      [right, top],
      [right - 1.6 * unit, top + height / 2],
      [right, top + height],
      [left, top + height],
      [left + 1.6 * unit, top + height / 2],
    ] as const;
    return {
      width: panel + 2 * x,
      height: top + height + unit,
      x,
      y: unit + line,
      // Separate from the border, which it overlaps.
      paths: [path, polygon(points.map(([px, py]) => ({ x: px, y: py, radius: 0 })))],
      text: textIn({ x: left, y: top, width: right - left, height }, 3 * unit),
    };
  },
  /** A solid card with the code in a window. */
  badge(panel) {
    const unit = panel / 40;
    const [margin, border, foot] = [unit, 2 * unit, 8.5 * unit];
    const card = { x: margin, y: margin, width: panel + 2 * border, height: panel + border + foot };
    const path = roundedBox(card, 4.5 * unit);
    const x = margin + border;
    roundedBox({ x, y: x, width: panel, height: panel }, 2.8 * unit, path);
    const bar = { x, y: x + panel, width: panel, height: foot };
    return { width: panel + 2 * x, height: card.height + 2 * margin, x, y: x, paths: [path], text: textIn(bar, unit) };
  },
  /** An outlined card with a solid stub, notched on both sides, and a row of holes to tear along. */
  ticket(panel) {
    const unit = panel / 40;
    const [margin, line, foot, bite] = [unit, 0.8 * unit, 9 * unit, 1.6 * unit];
    const x = margin + line;
    const [left, right] = [margin, margin + panel + 2 * line];
    const [top, tear, bottom] = [margin, margin + line + panel, margin + line + panel + foot];
    const path = ticketOutline({ left, right, top, tear: tear + bite, bottom }, 2.4 * unit, bite);
    roundedBox({ x, y: x, width: panel, height: panel }, 1.6 * unit, path);
    const holes = 19;
    for (let i = 0; i < holes; i++) {
      const at = left + bite * 2 + ((right - left - bite * 4) * (i + 0.5)) / holes;
      circle(at, tear + bite, 0.42 * unit, path);
    }
    const bar = { x, y: tear + 2 * bite - 0.4 * unit, width: panel, height: foot - 2 * bite };
    return {
      width: panel + 2 * x,
      height: bottom + margin,
      x,
      y: x,
      paths: [path],
      text: textIn({ ...bar, y: bar.y - 0.2 * unit }, 2 * unit),
    };
  },
};

interface Edges {
  left: number;
  right: number;
  top: number;
  /** The vertical position of the notches. */
  tear: number;
  bottom: number;
}

function ticketOutline({ left, right, top, tear, bottom }: Edges, radius: number, bite: number): Path {
  const path: Path = [];
  const line = (x: number, y: number) => path.push({ to: "line", x, y });
  path.push({ to: "move", x: left + radius, y: top });
  line(right - radius, top);
  roundTo(path, [right - radius, top], [right, top], [right, top + radius]);
  line(right, tear - bite);
  roundTo(path, [right, tear - bite], [right - bite, tear - bite], [right - bite, tear]);
  roundTo(path, [right - bite, tear], [right - bite, tear + bite], [right, tear + bite]);
  line(right, bottom - radius);
  roundTo(path, [right, bottom - radius], [right, bottom], [right - radius, bottom]);
  line(left + radius, bottom);
  roundTo(path, [left + radius, bottom], [left, bottom], [left, bottom - radius]);
  line(left, tear + bite);
  roundTo(path, [left, tear + bite], [left + bite, tear + bite], [left + bite, tear]);
  roundTo(path, [left + bite, tear], [left + bite, tear - bite], [left, tear - bite]);
  line(left, top + radius);
  roundTo(path, [left, top + radius], [left, top], [left + radius, top]);
  path.push({ to: "close" });
  return path;
}
