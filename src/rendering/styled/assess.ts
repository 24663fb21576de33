import { LEVELS, type Level } from "../../shared/vocabulary.ts";
import type { Picture, Tones } from "../camera.ts";
import { contrastRatio, lightness, parseColor } from "../colors.ts";
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
  /** Pixels of the picture's width. */
  size: number;
  /** Other texts that it may be for: the one counts that must be printed largest. */
  alike?: readonly string[] | undefined;
}

export interface StyledVerdict extends Verdict {
  /** What error correction has left after the logo, in the worst block. */
  margin: Margin;
  /** The level drawn, which a logo may have raised. */
  level: Level;
  /** Who reads the picture as drawn. A look that nobody reads is refused. */
  readBy: Reader[];
}

/** Modules of fewer pixels, which do not begin at whole ones, are too small for some readers. */
const SURE_PIXELS = 3;
/** More pixels than these, a module or in all, make reading slower and not better. */
const READ_PIXELS = 4;
const READ_WIDTH = 512;
/** The most in all: a quarter of a second for jsQR. Only frames around versions above 30 come so far. */
const READ_MOST = 720_000;
/**
 * From this version on, jsQR does not reliably read plain squares under any damage either, so it cannot
 * blame the look and is only asked for the undamaged picture.
 */
const LAST_VERSION_FOR_BOTH = 18;
/** What jsQR may look at in the picture as drawn, all glances together: half a second where it fails at every one. */
const MOST_PIXELS = 1_400_000;

/** The picture on its ground, as a camera that sees every pixel. */
export function asDrawn({ scene, look }: Prepared, size: number): Picture {
  const most = Math.floor(Math.sqrt((READ_MOST * scene.width) / scene.height));
  const width = Math.min(size, most, Math.max(READ_WIDTH, Math.ceil(scene.width * READ_PIXELS)));
  const height = Math.round((width * scene.height) / scene.width);
  return toPicture(paintScene(scene, { width, height }, { ground: look.background }));
}

async function readersOf(prepared: Prepared, { size, text }: StyledInput): Promise<Reader[]> {
  const picture = asDrawn(prepared, size);
  const first = (await decode(picture)) === text;
  const second = readsAtSomeGlance(picture, text, Math.floor(MOST_PIXELS / picture.pixels.length));
  return READERS.filter((reader) => (reader === "zxing" ? first : second));
}

/** Who reads a code as it is drawn; nothing else is tried. */
export const readClean = async (code: StyledInput): Promise<Reader[]> => readersOf(await prepare(code), code);

/** jsQR's glances at a look and at plain squares, those first that settle most. */
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
 * Both decoders must read it, jsQR at any glance. Where jsQR does not read plain squares in the palest of
 * the inks at every glance either, the look is not to blame, and zxing alone decides as for plain codes, and so it does
 * when jsQR has looked at as many pixels as it may.
 */
function bothReaders(code: StyledCode): Readers {
  const { text, level } = code;
  const { first } = oneReader(text);
  // Drawn at the level asked for, which a logo may have raised in the look.
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

/** The least contrast that any dark part has to the ground. */
export function leastContrast({ style, foreground, background }: Look): number {
  const inks = [foreground];
  if (style.gradient) inks.push(parseColor(style.gradient.to));
  if (style.eyeColor !== null) inks.push(parseColor(style.eyeColor));
  return Math.min(...inks.map((ink) => contrastRatio(ink, background)));
}

/** The width of the whole picture, frame included, is what somebody prints. */
const printedModules = ({ scene }: Prepared): number => Math.max(scene.width, scene.symbol.size + 2 * QUIET_ZONE);

async function smallPrintOf(code: StyledCode): Promise<TrialResult> {
  const prepared = await prepare(code);
  return runTrial(SMALL_PRINT, styledSubject(prepared), bothReaders(code));
}

/** Judges a styled code by the trials of plain ones, on the picture itself, with two decoders. */
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
    // If a code is too pale, nothing else is worth saying.
    ...(sight.contrast < 3 ? [] : logoAdvice(input, level, margin)),
    ...frameAdvice(input, scene, verdict.smallestPrintMillimetres),
    ...(verdict.passes && input.style.eyeFrame !== "square" ? [SQUARE_EYES] : []),
  ];
  return { ...verdict, advice, margin, level, readBy };
}

export interface Measure {
  /** `smallestPrintMillimetres` of a verdict. */
  smallest: number | null;
  /** How many times as high as wide the picture is. */
  ratio: number;
}

/** How small a code may be printed, without the rest of a verdict. */
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

/** OpenCV's detectors find the three squares by their straight edges: no circle, no leaf, few rounded ones. */
const SQUARE_EYES =
  "Phones can read its eyes, but gates and kiosks based on OpenCV may not. Choose square eye frames for them.";

/** Capitals of type of four points. */
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
