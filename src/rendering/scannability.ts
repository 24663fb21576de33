import type { Level } from "../shared/vocabulary.ts";
import { photograph, printOf, type Tones } from "./camera.ts";
import { type Color, contrastRatio, formatColor, lightness, mixUntil, parseColor, redContrast } from "./colors.ts";
import { decode } from "./decode.ts";
import { SizeTooSmall } from "./errors.ts";
import { renderPng, smallestSize } from "./png.ts";
import { createSymbol, type QrSymbol, QUIET_ZONE } from "./symbol.ts";
import {
  type Grade,
  type Readers,
  runTrial,
  runTrials,
  SMALL_PRINT,
  type Subject,
  type TrialResult,
  worst,
} from "./trials.ts";

export interface Verdict {
  grade: Grade;
  passes: boolean;
  contrastRatio: number;
  redLightContrast: number;
  lightOnDark: boolean;
  symbolVersion: number;
  /** The picture itself, undamaged. */
  readsAsDrawn: boolean;
  /** Including the quiet zone, at arm's length; null if it is unreadable. */
  smallestPrintMillimetres: number | null;
  trials: TrialResult[];
  advice: string[];
}

export interface ScannabilityInput {
  text: string;
  level: Level;
  size: number;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

export const gradeContrast = (ratio: number): Grade =>
  ratio >= 5 ? "A" : ratio >= 4 ? "B" : ratio >= 3 ? "C" : ratio >= 2 ? "D" : "F";

/** A code that must be printed large to be read is not a good one. */
export const gradePrint = (millimetres: number | null): Grade =>
  millimetres === null ? "F" : millimetres <= 60 ? "A" : millimetres <= 100 ? "B" : "C";

/**
 * What one camera pixel covers at arm's length: 600 mm away, a preview of 1920 pixels with a field of view of 65
 * degrees.
 */
const MILLIMETRES_PER_PIXEL = (2 * 600 * Math.tan((32.5 * Math.PI) / 180)) / 1920;
/** For an unsteady hand. */
const PRINT_MARGIN = 1.25;

/** The smallest printed width of this many modules, from the small-print trial. */
export const printSize = (modules: number, { survived }: TrialResult): number | null =>
  survived === null ? null : Math.ceil(modules * survived * PRINT_MARGIN * MILLIMETRES_PER_PIXEL);

export function plainSubject(symbol: QrSymbol, tones: Tones): Subject {
  const print = printOf(symbol, tones);
  const take: Subject["photograph"] = (...view) => photograph(print, ...view);
  return { size: symbol.size, light: tones.light, patch: { x: 0, y: 0 }, photograph: take };
}

/** zxing alone. */
export const oneReader = (text: string): Readers => ({ first: async (picture) => (await decode(picture)) === text });

/** What is known about a code, plain or styled, before any trial. */
export interface Sight {
  symbolVersion: number;
  level: Level;
  contrast: number;
  redContrast: number;
  /** The dark colours, and the light one. */
  inks: readonly Color[];
  ground: Color;
  lightOnDark: boolean;
  readsAsDrawn: boolean;
  /** Of the whole picture's width. */
  modules: number;
  pixelsPerModule: number;
  /** Other limits of the grade. */
  grade: Grade;
}

/** `alike`: results of other texts in the small-print trial; the worst counts. */
export async function verdictOn(
  sight: Sight,
  subject: Subject,
  readers: Readers,
  alike: readonly TrialResult[] = [],
): Promise<Verdict> {
  const { symbolVersion, contrast, redContrast, lightOnDark, readsAsDrawn, modules } = sight;
  const pixels = ({ survived }: TrialResult) => survived ?? Number.POSITIVE_INFINITY;
  const own = await runTrial(SMALL_PRINT, subject, readers);
  const smallPrint = [own, ...alike].reduce((a, b) => (pixels(b) > pixels(a) ? b : a));
  const smallestPrintMillimetres = printSize(modules, smallPrint);
  const atSight = worst([
    readsAsDrawn && !lightOnDark ? sight.grade : "F",
    gradeContrast(contrast),
    gradePrint(smallestPrintMillimetres),
    smallPrint.grade,
  ]);
  const trials = [smallPrint, ...(await runTrials(subject, readers, atSight))];
  const grade = worst([atSight, ...trials.map((result) => result.grade)]);
  const verdict = {
    grade,
    passes: grade <= "C",
    contrastRatio: Math.floor(contrast * 100) / 100,
    redLightContrast: Math.floor(redContrast * 100) / 100,
    lightOnDark,
    symbolVersion,
    readsAsDrawn,
    smallestPrintMillimetres,
    trials,
  };
  return {
    ...verdict,
    advice: [...adviceFor(verdict, sight.level, sight.pixelsPerModule), ...redAdvice(verdict, sight)],
  };
}

/** Draws a plain code, damages the picture and reads it with one decoder. */
export async function assessScannability(input: ScannabilityInput): Promise<Verdict> {
  const { text, level, size } = input;
  const foreground = parseColor(input.foreground);
  const background = parseColor(input.background);
  const symbol = createSymbol(text, level);
  const smallest = smallestSize(symbol);
  if (size < smallest) throw new SizeTooSmall(smallest);
  const tones = { dark: lightness(foreground), light: lightness(background) };
  const modules = symbol.size + 2 * QUIET_ZONE;
  const sight: Sight = {
    symbolVersion: symbol.version,
    level,
    contrast: contrastRatio(foreground, background),
    redContrast: redContrast(foreground, background),
    inks: [foreground],
    ground: background,
    lightOnDark: tones.dark > tones.light,
    readsAsDrawn: (await decode(renderPng(symbol, { size, foreground, background }))) === text,
    modules,
    pixelsPerModule: Math.floor(size / modules),
    grade: "A",
  };
  return verdictOn(sight, plainSubject(symbol, tones), oneReader(text));
}

const BLACK = "#000000";
/** From this version on, modules are small because of the amount of text: 57 per side. */
const MUCH_TEXT = 10;

/** What people who print posters can do, most important first. */
function adviceFor(verdict: Omit<Verdict, "advice">, level: Level, pixelsPerModule: number): string[] {
  const advice: string[] = [];
  const { contrastRatio, smallestPrintMillimetres: print } = verdict;
  const weak = (name: string) => verdict.trials.some((trial) => trial.name === name && trial.grade > "B");

  if (verdict.lightOnDark) advice.push("Light on dark: older readers cannot read it. Swap the colours.");
  if (contrastRatio < 3) {
    advice.push(
      `The two colours are too similar (${contrastRatio}:1). Make the code darker or the background lighter.`,
    );
    // This alone explains every other failure.
    return advice;
  }
  if (contrastRatio < 5) {
    advice.push(`More contrast than ${contrastRatio}:1 would be easier to read in poor light.`);
  }
  if (verdict.lightOnDark) return advice;
  if (weak("coveredArea") && level !== "H") {
    const higher = level === "Q" ? "H" : "Q or H";
    advice.push(`A scratch or a logo may make it unreadable. Choose error correction ${higher}.`);
  }
  if (print !== null && print > 60 && verdict.symbolVersion >= MUCH_TEXT) {
    advice.push("It contains a lot of text, so its squares are small. Shorten the text if you can.");
  }
  if (pixelsPerModule < 3) {
    advice.push("The image is small for the number of squares. Choose a larger size for print.");
  }
  if (!verdict.passes && advice.length === 0) {
    const help = [
      ...(contrastRatio < 7 ? ["more contrast"] : []),
      ...(verdict.symbolVersion >= MUCH_TEXT ? ["less text"] : []),
      "a larger size",
    ];
    advice.push(`It is too hard to read. Try ${help.join(" or ")}.`);
  }
  return advice;
}

/** Readers with red light need at least this contrast. */
const RED_ENOUGH = 3;

/** What always helps readers with red light: the nearest darker colour, or else black on white. */
function redAdvice({ passes, redLightContrast }: Pick<Verdict, "passes" | "redLightContrast">, sight: Sight): string[] {
  if (!passes || redLightContrast >= RED_ENOUGH) return [];
  const isSeen = (ink: string) => redContrast(parseColor(ink), sight.ground) >= RED_ENOUGH;
  const [ink, ...others] = sight.inks.map(formatColor);
  const help = !isSeen(BLACK)
    ? "use black on white"
    : others.length > 0
      ? "use black"
      : `darken the colour to ${mixUntil(ink!, BLACK, isSeen)}, or use black`;
  return [
    `Phones read it, but tills and other scanners with red light see a contrast of ${redLightContrast}:1. For those, ${help}.`,
  ];
}
