/** Coordinates in any usual notation. */

export interface Point {
  latitude: number;
  longitude: number;
}

const ANGLE = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*'\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*"\s*)?)?`;
const BETWEEN = String.raw`(?:\s*[,;]\s*|\s+|(?<=[NSEW])|(?=[NSEW]))`;
/** With the letters of the directions before or after the numbers. */
const PAIRS = [
  { pattern: new RegExp(`^${ANGLE}([NSEW])?${BETWEEN}${ANGLE}([NSEW])?$`, "i"), letters: [4, 8], angles: [1, 5] },
  {
    pattern: new RegExp(`^([NSEW])?\\s*${ANGLE}${BETWEEN}([NSEW])?\\s*${ANGLE}$`, "i"),
    letters: [1, 5],
    angles: [2, 6],
  },
] as const;
/** One number with a decimal comma, not two. */
const ONE_NUMBER = /^[+-]?\d+,\d+$/;

/** As other programs write degrees, minutes, seconds and minus. */
const plain = (text: string): string =>
  text
    .replace(/[º˚]/g, "°")
    .replace(/[′’‘ʹ´`]/g, "'")
    .replace(/″|”|“|ʺ|''/g, '"')
    .replaceAll("−", "-")
    .replace(/\b(?:lat(?:itude)?|lon(?:gitude)?|lng)\b\s*[:=]?/gi, " ")
    // Runs of spaces would take the patterns cubic time.
    .replace(/[\s()[\]]+/g, " ")
    .trim();

/** Minutes at the end of an angle, as navigation devices write them: without their mark. */
const BARE_MINUTES = /(° ?\d{1,2}(?:[.,]\d+)?)(?= ?(?:[NSEW,;]|$))/gi;

/** Only between letters: in "52.5° 13.4" there are two angles. */
const withMarks = (text: string): string =>
  /[NS]/i.test(text) && /[EW]/i.test(text) ? text.replace(BARE_MINUTES, "$1'") : text;

interface Angle {
  degrees: number;
  /** "lat" or "lng" if a letter says so. */
  axis: "lat" | "lng" | null;
}

const numberOf = (text: string | undefined): number => (text === undefined ? 0 : Number(text.replace(",", ".")));

function angleOf(found: RegExpExecArray, at: number, letterAt: number): Angle | null {
  const [whole = "", minutes, seconds] = found.slice(at, at + 3);
  const letter = found[letterAt]?.toUpperCase() ?? null;
  if (letter !== null && /^[+-]/.test(whole)) return null;
  if (numberOf(minutes) >= 60 || numberOf(seconds) >= 60) return null;
  const size = Math.abs(numberOf(whole)) + numberOf(minutes) / 60 + numberOf(seconds) / 3600;
  const degrees = whole.startsWith("-") || letter === "S" || letter === "W" ? -size : size;
  return { degrees, axis: letter === null ? null : /[NS]/.test(letter) ? "lat" : "lng" };
}

/** By words, as in "lng: 13.4, lat: 52.5". */
const isLongitudeFirst = (text: string): boolean =>
  /\b(?:lat|lon|lng)/i.exec(text)?.[0].toLowerCase().startsWith("lat") === false;

export function readNotation(text: string): Point | null {
  const wanted = withMarks(plain(text));
  if (ONE_NUMBER.test(wanted)) return null;
  for (const { pattern, letters, angles } of PAIRS) {
    const found = pattern.exec(wanted);
    const first = found && angleOf(found, angles[0], letters[0]);
    const second = found && angleOf(found, angles[1], letters[1]);
    if (!first || !second || (first.axis !== null && first.axis === second.axis)) continue;
    const isNamedFirst = first.axis === null && second.axis === null && isLongitudeFirst(text);
    const isSwapped = first.axis === "lng" || second.axis === "lat" || isNamedFirst;
    // In "52.5 W13.4" the letter belongs to the second number.
    if (isSwapped && !isNamedFirst && (first.axis === null || second.axis === null)) continue;
    const [latitude, longitude] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
    return { latitude, longitude };
  }
  return null;
}
