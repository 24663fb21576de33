import type { Level } from "../shared/vocabulary.ts";
import { adviceFor } from "./advice.ts";
import { photograph } from "./camera.ts";
import { contrastRatio, lightness, parseColor } from "./colors.ts";
import { decode } from "./decode.ts";
import { renderPng } from "./png.ts";
import { createSymbol, QUIET_ZONE } from "./symbol.ts";
import { type Grade, SCALE, type Subject, TRIALS, type Trial } from "./trials.ts";
import type { TrialResult, Verdict } from "./verdict.ts";

export interface ScannabilityInput {
  text: string;
  level: Level;
  size: number;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

const GRADES: Grade[] = ["A", "B", "C", "D", "F"];

const worst = (grades: Grade[]): Grade =>
  GRADES[Math.max(...grades.map((grade) => GRADES.indexOf(grade)))] ?? "F";

const gradeContrast = (ratio: number): Grade =>
  ratio >= 5 ? "A" : ratio >= 4 ? "B" : ratio >= 3 ? "C" : ratio >= 2 ? "D" : "F";

/** A code that has to be printed large to be read is not a good one, however clean it is. */
const gradePrint = (millimetres: number | null): Grade =>
  millimetres === null ? "F" : millimetres <= 60 ? "A" : millimetres <= 100 ? "B" : "C";

/**
 * What one camera pixel covers at arm's length: 600 mm away, a phone's preview of 1920 pixels
 * sees an angle of 65 degrees.
 */
const MILLIMETRES_PER_PIXEL = (2 * 600 * Math.tan((32.5 * Math.PI) / 180)) / 1920;
/** A margin for an unsteady hand. */
const PRINT_MARGIN = 1.25;

const printSize = (modules: number, pixels: number): number =>
  Math.ceil(modules * pixels * PRINT_MARGIN * MILLIMETRES_PER_PIXEL);

async function run(trial: Trial, subject: Subject, text: string): Promise<TrialResult> {
  let reached = -1;
  for (const [index, step] of trial.steps.entries()) {
    if ((await decode(trial.damage(subject, step))) !== text) break;
    reached = index;
  }
  const survived = trial.steps[reached] ?? null;
  const grade = (["A", "B", "C", "D"] as const).find(
    (candidate) => reached >= trial.steps.indexOf(trial.needed[candidate]),
  );
  return {
    name: trial.name,
    grade: grade ?? "F",
    survived,
    unit: trial.unit,
    sentence: survived === null ? trial.failed : trial.sentence(survived),
  };
}

/** Draws the code as it is, damages it step by step, and says what a reader still makes of it. */
export async function assessScannability(input: ScannabilityInput): Promise<Verdict> {
  const symbol = createSymbol(input.text, input.level);
  const foreground = parseColor(input.foreground);
  const background = parseColor(input.background);
  const drawn = renderPng(symbol, { size: input.size, foreground, background });
  const tones = { dark: lightness(foreground), light: lightness(background) };
  const subject = { symbol, tones, plain: photograph(symbol, tones, SCALE) };

  const readsAsDrawn = (await decode(drawn)) === input.text;
  const lightOnDark = tones.dark > tones.light;
  const trials: TrialResult[] = [];
  for (const trial of TRIALS) trials.push(await run(trial, subject, input.text));

  const ratio = contrastRatio(foreground, background);
  const pixels = trials.find(({ name }) => name === "smallPrint")?.survived ?? null;
  const modules = symbol.size + 2 * QUIET_ZONE;
  const smallestPrintMillimetres = pixels === null ? null : printSize(modules, pixels);
  const grade = worst([
    ...trials.map((result) => result.grade),
    gradeContrast(ratio),
    gradePrint(smallestPrintMillimetres),
    readsAsDrawn && !lightOnDark ? "A" : "F",
  ]);
  const findings = {
    grade,
    passes: grade <= "C",
    contrastRatio: Math.floor(ratio * 100) / 100,
    lightOnDark,
    symbolVersion: symbol.version,
    readsAsDrawn,
    smallestPrintMillimetres,
    trials,
  };
  const pixelsPerModule = Math.floor(input.size / modules);
  return { ...findings, advice: adviceFor(findings, input.level, pixelsPerModule) };
}
