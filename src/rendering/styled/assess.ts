import { LEVELS, type Level } from "../../shared/vocabulary.ts";
import type { Picture, Tones } from "../camera.ts";
import { type Color, contrastRatio, lightness, parseColor, redContrast } from "../colors.ts";
import { decode, readsAt, readsAtSomeGlance } from "../decode.ts";
import { SizeTooSmall } from "../errors.ts";
import { oneReader, plainSubject, printSize, type Sight, type Verdict, verdictOn } from "../scannability.ts";
import { isPlain, READERS, type Reader, type StyledCode } from "../style.ts";
import { createSymbol, QUIET_ZONE } from "../symbol.ts";
import { type Readers, runTrial, SMALL_PRINT, type Subject, type Trial, type TrialResult, worst } from "../trials.ts";
import { symbolVersion } from "../version.ts";
import type { Composed, Look } from "./compose.ts";
import type { Margin } from "./covered-symbol.ts";
import { darkTone, lookOf, type Prepared, prepare } from "./draw.ts";
import { capitalHeight } from "./frames.ts";
import { styledSubject, toPicture } from "./photograph.ts";
import { paintScene } from "./pixels.ts";

export interface StyledInput extends StyledCode {
  /** The image's width in pixels. */
  size: number;
  /** Other texts it may be used for: the one with the largest minimum print size counts. */
  alike?: readonly string[] | undefined;
}

export interface StyledVerdict extends Verdict {
  /** The remaining error correction of the worst block after the logo. */
  margin: Margin;
  /** The level drawn, which a logo may have raised. */
  level: Level;
  /** The decoders that read the image as drawn. A look that none reads is rejected. */
  readBy: Reader[];
}

/** Smaller modules that are not aligned to pixels are unreadable for some decoders. */
const SURE_PIXELS = 3;
/** More pixels per module, or in total, make decoding slower but not better. */
const READ_PIXELS = 4;
const READ_WIDTH = 512;
/** The maximum: a quarter of a second for jsQR. Only frames around versions above 30 get near it. */
const READ_MOST = 720_000;
/**
 * From this version on, jsQR does not reliably read plain damaged squares either. It cannot judge the look, so it only
 * gets the undamaged image.
 */
const LAST_VERSION_FOR_BOTH = 18;
/** The pixel budget of jsQR for the image as drawn, over all attempts: half a second if all fail. */
const MAX_PIXELS = 1_400_000;

/** The image on its background, for a camera that sees every pixel. */
export function asDrawn({ scene, look }: Prepared, size: number): Picture {
  const most = Math.floor(Math.sqrt((READ_MOST * scene.width) / scene.height));
  const width = Math.min(size, most, Math.max(READ_WIDTH, Math.ceil(scene.width * READ_PIXELS)));
  const height = Math.round((width * scene.height) / scene.width);
  return toPicture(paintScene(scene, { width, height }, { ground: look.background }));
}

async function readersOf(prepared: Prepared, { size, text }: StyledInput): Promise<Reader[]> {
  const picture = asDrawn(prepared, size);
  const first = (await decode(picture)) === text;
  const second = readsAtSomeGlance(picture, text, Math.floor(MAX_PIXELS / picture.pixels.length));
  return READERS.filter((reader) => (reader === "zxing" ? first : second));
}

/** The decoders that read the code as drawn, without trials. */
export const readClean = async (code: StyledInput): Promise<Reader[]> => readersOf(await prepare(code), code);

/** jsQR's attempts on the look and on plain squares, the most decisive first. */
const GLANCES: ["look" | "plain", number][] = [
  ["look", 0],
  ["look", 1],
  ["look", 2],
  ["plain", 0],
  ["plain", 1],
  ["look", 3],
  ["plain", 2],
  ["plain", 3],
];

/**
 * Both decoders must read it, jsQR in any attempt. If jsQR also fails on plain squares in the lightest dark colour, or
 * its pixel budget is used up, zxing alone decides, as for plain codes.
 */
function bothReaders(code: StyledCode): Readers {
  const { text, level } = code;
  const { first } = oneReader(text);
  // At the requested level, which a logo may have raised in the look.
  if (symbolVersion(text, level) > LAST_VERSION_FOR_BOTH) return { first };
  let reference: Subject | undefined;
  const seen = new Map<Trial, number>();
  return {
    first,
    second(picture, trial, step) {
      let plain: Picture | undefined;
      const plainPicture = (): Picture => {
        reference ??= plainSubject(createSymbol(text, level), tonesOf(lookOf(code)));
        plain ??= trial.damage(reference, step);
        return plain;
      };
      for (const [at, glance] of GLANCES) {
        const looked = at === "look" ? picture : plainPicture();
        const pixels = (seen.get(trial) ?? 0) + looked.pixels.length;
        if (pixels > (trial.forSecond ?? 0)) return true;
        seen.set(trial, pixels);
        if (readsAt(glance, looked, text) === (at === "look")) return true;
      }
      return false;
    },
  };
}

const tonesOf = (look: Look): Tones => ({ dark: darkTone(look), light: lightness(look.background) });

const inksOf = ({ style, foreground }: Look): Color[] => [
  foreground,
  ...[style.gradient?.to, style.eyeColor].filter((ink) => typeof ink === "string").map(parseColor),
];

/** The lowest contrast of any dark part with the background. */
export const leastContrast = (look: Look): number =>
  Math.min(...inksOf(look).map((ink) => contrastRatio(ink, look.background)));

/** The width of the whole printed image, including the frame. */
const printedModules = ({ scene }: Prepared): number => Math.max(scene.width, scene.symbol.size + 2 * QUIET_ZONE);

async function smallPrintOf(code: StyledCode): Promise<TrialResult> {
  const prepared = await prepare(code);
  return runTrial(SMALL_PRINT, styledSubject(prepared), bothReaders(code));
}

/** Judges a styled code: the trials of plain codes on the image itself, with two decoders. */
export async function assessStyled(input: StyledInput): Promise<StyledVerdict> {
  const { size } = input;
  const prepared = await prepare(input);
  const { scene, look, level, version, margin } = prepared;
  if (size < Math.ceil(scene.width)) throw new SizeTooSmall(Math.ceil(scene.width));
  const readBy = await readersOf(prepared, input);
  const alike: TrialResult[] = [];
  for (const text of input.alike ?? []) alike.push(await smallPrintOf({ ...input, text }));
  const { dark, light } = tonesOf(look);
  const sight: Sight = {
    symbolVersion: version,
    level,
    contrast: leastContrast(look),
    redContrast: Math.min(...inksOf(look).map((ink) => redContrast(ink, look.background))),
    inks: inksOf(look),
    ground: look.background,
    lightOnDark: dark > light,
    readsAsDrawn: readBy.length > 0,
    modules: printedModules(prepared),
    pixelsPerModule: Math.floor(size / scene.width),
    grade: worst([readBy.length === 1 ? "D" : "A", size < scene.width * SURE_PIXELS ? "C" : "A"]),
  };
  const verdict = await verdictOn(sight, styledSubject(prepared), bothReaders(input), alike);
  const advice = [
    ...verdict.advice,
    ...sizeAdvice(size, scene.width),
    // If the contrast is too low, other advice is useless.
    ...(sight.contrast < 3 ? [] : logoAdvice(input, level, margin)),
    ...frameAdvice(input, scene, verdict.smallestPrintMillimetres),
    ...(verdict.passes && input.style.eyeFrame !== "square" ? [SQUARE_EYES] : []),
  ];
  return { ...verdict, advice, margin, level, readBy };
}

export interface Measure {
  /** `smallestPrintMillimetres` of a verdict. */
  smallest: number | null;
  /** Height of the image relative to its width. */
  ratio: number;
}

/** The smallest print size, without the rest of a verdict. */
export async function smallestPrint(code: StyledCode): Promise<Measure> {
  if (!isPlain(code.style)) {
    const prepared = await prepare(code);
    const result = await runTrial(SMALL_PRINT, styledSubject(prepared), bothReaders(code));
    const { width, height } = prepared.scene;
    return { smallest: printSize(printedModules(prepared), result), ratio: height / width };
  }
  const symbol = createSymbol(code.text, code.level);
  const tones = { dark: lightness(parseColor(code.foreground)), light: lightness(parseColor(code.background)) };
  const result = await runTrial(SMALL_PRINT, plainSubject(symbol, tones), oneReader(code.text));
  return { smallest: printSize(symbol.size + 2 * QUIET_ZONE, result), ratio: 1 };
}

function sizeAdvice(size: number, modules: number): string[] {
  if (size >= modules * SURE_PIXELS) return [];
  const least = Math.ceil(modules * SURE_PIXELS);
  return [`At ${size} pixels some readers cannot distinguish the modules. Use at least ${least}.`];
}

/** OpenCV's detectors find eyes by their straight edges: no circles or leaves, few rounded ones. */
const SQUARE_EYES =
  "Phones read these corners, but some ticket gates and kiosks do not. For those, choose square corners.";

/** Capitals of 4-point type. */
const LEGIBLE_MILLIMETRES = 1;

function frameAdvice({ style }: StyledCode, { symbol, width }: Composed, printed: number | null): string[] {
  if (!style.frame || printed === null) return [];
  const capitals = capitalHeight(symbol.size + 2 * style.quietZone, style.quietZone, style.frame) / width;
  const high = capitals * printed;
  if (high >= LEGIBLE_MILLIMETRES) return [];
  const least = Math.ceil(LEGIBLE_MILLIMETRES / capitals);
  return [
    `The frame's text is small: its capitals are ${high.toFixed(1)} mm high on a print ${printed} mm wide. Shorten it, or print it at least ${least} mm wide.`,
  ];
}

function logoAdvice({ style, level: asked }: StyledCode, level: Level, margin: Margin): string[] {
  if (!style.logo) return [];
  const advice: string[] = [];
  if (LEVELS.indexOf(level) > LEVELS.indexOf(asked)) {
    advice.push(`Because of the logo, the code is drawn at error correction ${level} instead of ${asked}.`);
  }
  if (margin.share < 0.07) {
    advice.push(
      `The logo leaves ${Math.max(0, margin.left)} of ${margin.correctable} correctable codewords. Make it smaller.`,
    );
  }
  return advice;
}
