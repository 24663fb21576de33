/** Towns for maps of places, and where their names fit. Also used by the dashboard. */

export interface Town {
  name: string;
  latitude: number;
  longitude: number;
}

/** As towns.json has them: the most important first. */
export function readTowns(lines: readonly string[]): Town[] {
  return lines.map((line) => {
    const [, name, latitude, longitude] = /^(.+) (-?[\d.]+) (-?[\d.]+)$/.exec(line)!;
    return { name: name!, latitude: Number(latitude), longitude: Number(longitude) };
  });
}

export interface Spot {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Name {
  name: string;
  /** The town itself; null if the pin hides it. */
  dot: Spot | null;
  /** Where the text begins or ends, on its middle line. */
  text: Spot;
  end: boolean;
}

interface Frame {
  /** The area that names may use. */
  area: Box;
  pin: Spot | null;
  /** The pin stands on its spot, in a circle of this radius. */
  circle: number;
  fontSize: number;
  most: number;
}

/** Wider than nearly every text. */
const LETTER = 0.62;
/** The height of the pin, in radii of its circle. */
const PIN_HEIGHT = 1.8;

const isApart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
const isIn = (a: Box, area: Box): boolean =>
  a.left >= area.left && a.right <= area.right && a.top >= area.top && a.bottom <= area.bottom;
const around = ({ x, y }: Spot, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** The pin in its circle, between whose sides its name stands. */
const pinBox = (pin: Spot, circle: number): Box => ({ ...around(pin, circle), top: pin.y - PIN_HEIGHT * circle });

/**
 * The names that fit next to their towns without touching the pin or each other. The town at the pin comes first, the
 * others in their order.
 */
export function placeNames(towns: readonly (Spot & { name: string })[], frame: Frame): Name[] {
  const { area, pin, circle, fontSize, most } = frame;
  const taken = pin ? [pinBox(pin, circle)] : [];
  const awayFromPin = ({ x, y }: Spot) => (pin ? Math.hypot(x - pin.x, y - pin.y) : Infinity);
  const atPin = towns.filter((town) => awayFromPin(town) <= circle);
  const nearest = atPin.reduce((a, b) => (awayFromPin(b) < awayFromPin(a) ? b : a), atPin[0]!);
  const others = towns.filter((town) => awayFromPin(town) > circle);
  const names: Name[] = [];
  for (const town of nearest ? [nearest, ...others] : others) {
    if (names.length === most) break;
    const isHidden = town === nearest;
    const from = isHidden ? pin! : town;
    const gap = isHidden ? circle + 3 : 0.6 * fontSize;
    const dot = isHidden ? null : { x: town.x, y: town.y };
    const dots = dot ? [around(dot, 0.3 * fontSize)] : [];
    for (const end of [false, true]) {
      const text = { x: from.x + (end ? -gap : gap), y: from.y };
      const width = town.name.length * LETTER * fontSize;
      const left = end ? text.x - width : text.x;
      const box = { left, right: left + width, top: text.y - 0.65 * fontSize, bottom: text.y + 0.65 * fontSize };
      if (![box, ...dots].every((own) => isIn(own, area) && taken.every((other) => isApart(own, other)))) continue;
      names.push({ name: town.name, dot, text, end });
      taken.push(box, ...dots);
      break;
    }
  }
  return names;
}
