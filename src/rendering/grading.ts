import type { Picture } from "./camera.ts";
import { type Grade, isSmallPrint, type Subject, TRIALS, type Trial } from "./trials.ts";
import type { TrialResult } from "./verdict.ts";

const GRADES: Grade[] = ["A", "B", "C", "D", "F"];

export const worst = (grades: Grade[]): Grade =>
  GRADES[Math.max(...grades.map((grade) => GRADES.indexOf(grade)))] ?? "F";

export const gradeContrast = (ratio: number): Grade =>
  ratio >= 5 ? "A" : ratio >= 4 ? "B" : ratio >= 3 ? "C" : ratio >= 2 ? "D" : "F";

/** A code that has to be printed large to be read is not a good one, however clean it is. */
export const gradePrint = (millimetres: number | null): Grade =>
  millimetres === null ? "F" : millimetres <= 60 ? "A" : millimetres <= 100 ? "B" : "C";

/**
 * What one camera pixel covers at arm's length: 600 mm away, a phone's preview of 1920 pixels
 * sees an angle of 65 degrees.
 */
const MILLIMETRES_PER_PIXEL = (2 * 600 * Math.tan((32.5 * Math.PI) / 180)) / 1920;
/** A margin for an unsteady hand. */
const PRINT_MARGIN = 1.25;

export const printSize = (modules: number, pixels: number): number =>
  Math.ceil(modules * pixels * PRINT_MARGIN * MILLIMETRES_PER_PIXEL);

/** True if a reader makes out the text in a picture that was damaged by this step of this trial. */
export type Reads = (picture: Picture, trial: Trial, step: number) => Promise<boolean>;

export interface TrialOptions {
  /**
   * When only the grade matters: a trial is raised no further than an A asks for, and no more are made
   * once the grade is worse than this one. One that is not worse is exact.
   */
  least?: Grade | undefined;
  /** Undefined: all of them. */
  trials?: readonly Trial[];
}

/** The smallest print goes by the last step that reads, and a grade goes by that. */
const isEnough = (trial: Trial, step: number): boolean => !isSmallPrint(trial) && step === trial.needed.A;

async function run(trial: Trial, subject: Subject, reads: Reads, { least }: TrialOptions): Promise<TrialResult> {
  let reached = -1;
  for (const [index, step] of trial.steps.entries()) {
    if (!(await reads(trial.damage(subject, step), trial, step))) break;
    reached = index;
    if (least && isEnough(trial, step)) break;
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

/** Every trial, one after the other, each raised until the code no longer reads. */
export async function runTrials(subject: Subject, reads: Reads, options: TrialOptions = {}): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  for (const trial of options.trials ?? TRIALS) {
    const result = await run(trial, subject, reads, options);
    results.push(result);
    if (options.least && result.grade > options.least) break;
  }
  return results;
}
