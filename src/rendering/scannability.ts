import type { Level } from "../shared/vocabulary.ts";
import { adviceFor } from "./advice.ts";
import { photograph, type Tones } from "./camera.ts";
import { contrastRatio, lightness, parseColor } from "./colors.ts";
import { decode } from "./decode.ts";
import { gradeContrast, gradePrint, printSize, runTrials, worst } from "./grading.ts";
import { renderPng } from "./png.ts";
import { createSymbol, type QrSymbol, QUIET_ZONE } from "./symbol.ts";
import { isSmallPrint, SCALE, type Subject } from "./trials.ts";
import type { Verdict } from "./verdict.ts";

export interface ScannabilityInput {
  text: string;
  level: Level;
  size: number;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

/** A plain code as the camera sees it. */
export function plainSubject(symbol: QrSymbol, tones: Tones): Subject {
  const { size } = symbol;
  const take: Subject["photograph"] = (...view) => photograph(symbol, tones, ...view);
  return { size, light: tones.light, patch: { x: 0, y: 0 }, photograph: take, plain: take(SCALE) };
}

/** Draws the code as it is, damages it step by step, and says what a reader still makes of it. */
export async function assessScannability(input: ScannabilityInput): Promise<Verdict> {
  const symbol = createSymbol(input.text, input.level);
  const foreground = parseColor(input.foreground);
  const background = parseColor(input.background);
  const drawn = renderPng(symbol, { size: input.size, foreground, background });
  const tones = { dark: lightness(foreground), light: lightness(background) };
  const subject = plainSubject(symbol, tones);

  const readsAsDrawn = (await decode(drawn)) === input.text;
  const lightOnDark = tones.dark > tones.light;
  const trials = await runTrials(subject, async (picture) => (await decode(picture)) === input.text);

  const ratio = contrastRatio(foreground, background);
  const pixels = trials.find(isSmallPrint)?.survived ?? null;
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
