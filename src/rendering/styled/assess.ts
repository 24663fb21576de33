import { LEVELS, type Level } from "../../shared/vocabulary.ts";
import { adviceFor } from "../advice.ts";
import type { Picture } from "../camera.ts";
import { contrastRatio, lightness, parseColor } from "../colors.ts";
import { decode } from "../decode.ts";
import { SizeTooSmall } from "../errors.ts";
import { readsAtEveryGlance, readsAtSomeGlance } from "../glances.ts";
import { gradeContrast, gradePrint, printSize, runTrials, type TrialOptions, worst } from "../grading.ts";
import { plainSubject } from "../scannability.ts";
import { READERS, type Reader, type StyledCode } from "../style.ts";
import { createSymbol, QUIET_ZONE } from "../symbol.ts";
import { isSmallPrint, SMALL_PRINT, type Subject, TRIALS } from "../trials.ts";
import type { TrialResult, Verdict } from "../verdict.ts";
import type { Margin } from "./covered-symbol.ts";
import { darkTone, type Prepared, prepare } from "./draw.ts";
import { styledSubject, toPicture } from "./photograph.ts";
import { paintScene } from "./pixels.ts";

export interface StyledInput extends StyledCode {
  /** Pixels of the picture's width. */
  size: number;
  /** Other texts that it may be for: of all of them, the one counts that must be printed largest. */
  alike?: readonly string[] | undefined;
}

export interface StyledVerdict extends Verdict {
  /** What error correction has left after the logo, in the worst block. */
  margin: Margin;
  /** The level drawn, which a logo may have raised. */
  level: Level;
  /** Who reads the picture as drawn. A look that nobody reads is to be refused. */
  readBy: Reader[];
}

/** Pixels that a module must have in the camera; none are enough for what never reads. */
const widthOf = ({ survived }: TrialResult): number => survived ?? Number.POSITIVE_INFINITY;

/** Modules of fewer pixels, which do not begin at whole ones, are more than some readers make out. */
const SURE_PIXELS = 3;

/** The picture at its own size, on its ground, as a camera that sees every pixel. */
async function asDrawn({ scene, look }: Prepared, size: number): Promise<Picture> {
  const height = Math.round((size * scene.height) / scene.width);
  return toPicture(paintScene(scene, { width: size, height }, { ground: look.background }));
}

async function readersOf(picture: Picture, text: string): Promise<Reader[]> {
  const first = (await decode(picture)) === text;
  const second = readsAtSomeGlance(picture, text);
  return READERS.filter((reader) => (reader === "zxing" ? first : second));
}

/** Who reads a code as it is drawn; nothing else is tried. */
export async function readClean(code: StyledInput): Promise<Reader[]> {
  return readersOf(await asDrawn(await prepare(code), code.size), code.text);
}

/**
 * Both readers must make it out, the second at any glance. Where that one does not surely read a plain
 * symbol in the palest of the inks either, the look is not to blame, and the first alone decides, as it
 * does for plain codes.
 */
export function bothRead(text: string, plain: () => Subject) {
  let reference: Subject | undefined;
  return async (picture: Picture, { name }: { name: string }, step: number) => {
    if ((await decode(picture)) !== text) return false;
    if (readsAtSomeGlance(picture, text)) return true;
    reference ??= plain();
    const trial = TRIALS.find((each) => each.name === name)!;
    return !readsAtEveryGlance(trial.damage(reference, step), text);
  };
}

/** The least contrast that any dark part has to the ground. */
export function leastContrast({ style, foreground, background }: Prepared["look"]): number {
  const inks = [foreground];
  if (style.gradient) inks.push(parseColor(style.gradient.to));
  if (style.eyeColor !== null) inks.push(parseColor(style.eyeColor));
  return Math.min(...inks.map((ink) => contrastRatio(ink, background)));
}

/** Judges a styled code by the trials of plain ones, on the picture itself, with two readers. */
export async function assessStyled(input: StyledInput, options: TrialOptions = {}): Promise<StyledVerdict> {
  const { text, size } = input;
  const prepared = await prepare(input);
  const { scene, look, level, version, margin } = prepared;
  if (size < Math.ceil(scene.width)) throw new SizeTooSmall(Math.ceil(scene.width));
  const readBy = await readersOf(await asDrawn(prepared, size), text);
  const tones = { dark: darkTone(look), light: lightness(look.background) };
  const ratio = leastContrast(look);
  const lightOnDark = tones.dark > tones.light;
  const atSight = worst([
    gradeContrast(ratio),
    readBy.length === 0 || lightOnDark ? "F" : readBy.length === 1 ? "D" : "A",
    size < scene.width * SURE_PIXELS ? "C" : "A",
  ]);
  const trialsOf = async (holding: string, code: Prepared, those: TrialOptions) =>
    runTrials(
      await styledSubject(code),
      bothRead(holding, () => plainSubject(createSymbol(holding, input.level), tones)),
      those,
    );
  const trials = options.least && atSight > options.least ? [] : await trialsOf(text, prepared, options);
  for (const other of input.alike ?? []) {
    const code = await prepare({ ...input, text: other });
    const [result] = await trialsOf(other, code, { trials: SMALL_PRINT });
    const place = trials.findIndex(isSmallPrint);
    if (place >= 0 && widthOf(result!) > widthOf(trials[place]!)) trials[place] = result!;
  }

  const pixels = trials.find(isSmallPrint)?.survived ?? null;
  // The width of the whole picture, frame included, is what somebody prints.
  const modules = Math.max(scene.width, scene.symbol.size + 2 * QUIET_ZONE);
  const smallestPrintMillimetres = pixels === null ? null : printSize(modules, pixels);
  const grade = worst([...trials.map((result) => result.grade), gradePrint(smallestPrintMillimetres), atSight]);
  const findings = {
    grade,
    passes: grade <= "C",
    contrastRatio: Math.floor(ratio * 100) / 100,
    lightOnDark,
    symbolVersion: version,
    readsAsDrawn: readBy.length > 0,
    smallestPrintMillimetres,
    trials,
  };
  const advice = [
    ...adviceFor(findings, level, Math.floor(size / scene.width)),
    ...sizeAdvice(size, scene.width),
    // Of a code that is too pale, nothing else is worth saying.
    ...(ratio < 3 ? [] : logoAdvice(input, level, margin)),
  ];
  return { ...findings, advice, margin, level, readBy };
}

function sizeAdvice(size: number, modules: number): string[] {
  if (size >= modules * SURE_PIXELS) return [];
  const least = Math.ceil(modules * SURE_PIXELS);
  return [`At ${size} pixels not every reader makes out the modules. Use at least ${least}.`];
}

function logoAdvice({ style, level: asked }: StyledCode, level: Level, margin: Margin): string[] {
  if (!style.logo) return [];
  const advice: string[] = [];
  if (LEVELS.indexOf(level) > LEVELS.indexOf(asked)) {
    advice.push(`For the logo the code is drawn at error correction ${level} instead of ${asked}.`);
  }
  if (margin.share < 0.07) {
    advice.push(
      `The logo leaves ${Math.max(0, margin.left)} of ${margin.correctable} correctable codewords. Make it smaller.`,
    );
  }
  return advice;
}
