import { addNoise, cover, type Picture, rotated, tilted, type View, weaken } from "./camera.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";

const GRADES: Grade[] = ["A", "B", "C", "D", "F"];

export const worst = (grades: Grade[]): Grade =>
  GRADES[Math.max(...grades.map((grade) => GRADES.indexOf(grade)))] ?? "F";

/** The print of a symbol under test. */
export interface Subject {
  /** Modules per side. */
  size: number;
  /** The lightness of its background. */
  light: number;
  /** The centre of the covered area, in modules from the image's centre. */
  patch: { x: number; y: number };
  /** `scale` pixels per module, `frame` times as wide as the print. */
  photograph(scale: number, view?: View, frame?: number): Picture;
}

export interface Trial {
  name: string;
  unit: string;
  /** Damage from mild to severe. */
  steps: number[];
  /** The damage that a code must survive for each grade. */
  needed: Record<Exclude<Grade, "F">, number>;
  /** The pixel budget of the second decoder, from the most damage down, if it is used. */
  forSecond?: number;
  damage(subject: Subject, step: number): Picture;
  sentence(survived: number): string;
  failed: string;
}

export interface TrialResult {
  name: string;
  grade: Grade;
  /** The worst damage survived; null if none. */
  survived: number | null;
  unit: string;
  sentence: string;
}

/** Camera pixels per module, unless the trial sets it. */
const SCALE = 3;
/** Noise of a good sensor, in steps of lightness out of 255. */
const SENSOR = 2;
const asSeen = (picture: Picture): Picture => addNoise(picture, SENSOR);

const straightOn = new WeakMap<Subject, Picture>();

/** Photographed once for several steps of damage. */
function photographStraight(subject: Subject): Picture {
  const picture = straightOn.get(subject) ?? subject.photograph(SCALE);
  straightOn.set(subject, picture);
  return picture;
}

/**
 * The kinds of damage that decide grades, cheapest first (npm run bench -- verdict). Blur, noise, low light, and the
 * second decoder in other trials than these, changed a grade in fewer than one of a hundred random looks.
 */
export const TRIALS: Trial[] = [
  {
    name: "smallPrint",
    unit: "camera pixels per module",
    steps: [4, 3, 2.5, 2, 1.75, 1.5],
    needed: { A: 2, B: 2.5, C: 3, D: 4 },
    forSecond: 400_000,
    damage: (subject, step) => asSeen(step === SCALE ? photographStraight(subject) : subject.photograph(step)),
    sentence: (n) => `Can be read with modules only ${n} camera pixels wide; the print size allows a quarter more.`,
    failed: "Cannot be read when printed small.",
  },
  {
    name: "coveredArea",
    unit: "percent",
    steps: [1, 2, 3],
    needed: { A: 3, B: 2, C: 1, D: 1 },
    damage: (subject, step) => {
      const { size, patch, light } = subject;
      const middle = { x: patch.x * SCALE, y: patch.y * SCALE };
      return asSeen(cover(photographStraight(subject), size * SCALE * Math.sqrt(step / 100), light, middle));
    },
    sentence: (n) => `Can be read with ${n} % of it covered, for example by a sticker or a scratch.`,
    failed: "Cannot be read when any of it is covered.",
  },
  {
    name: "printContrast",
    unit: "percent",
    steps: [70, 50, 35, 25],
    needed: { A: 25, B: 25, C: 35, D: 50 },
    damage: (subject, step) => asSeen(weaken(photographStraight(subject), subject.light, step / 100)),
    sentence: (n) => `Can be read when the ink has faded to ${n} % of its contrast.`,
    failed: "Cannot be read when the ink has faded a little.",
  },
  {
    name: "perspective",
    unit: "degrees",
    steps: [10, 20, 30],
    needed: { A: 30, B: 20, C: 20, D: 10 },
    forSecond: 1_400_000,
    damage: ({ photograph }, step) => asSeen(photograph(SCALE, tilted(step), 1.2)),
    sentence: (n) => `Can be read from the side, up to ${n} degrees.`,
    failed: "Cannot be read from the side.",
  },
  {
    name: "rotation",
    unit: "degrees",
    steps: [10, 20, 30, 45],
    needed: { A: 45, B: 30, C: 20, D: 10 },
    damage: ({ photograph }, step) => asSeen(photograph(SCALE, rotated(step), Math.SQRT2)),
    sentence: (n) => `Can be read when the phone is turned by up to ${n} degrees.`,
    failed: "Can only be read when the phone is held straight.",
  },
];

export const SMALL_PRINT: Trial = TRIALS[0]!;

/** The decoders of a trial. */
export interface Readers {
  first(picture: Picture): Promise<boolean>;
  /** Slow. Called with the image after this step, which the first decoder has read. */
  second?(picture: Picture, trial: Trial, step: number): boolean;
}

/**
 * Increases the damage until the first decoder fails, or until the result could not improve the grade, which something
 * else has limited to `best`. Decoders fail at random steps, so none is skipped. The second decoder goes down from
 * there, as far as its pixel budget lasts.
 */
export async function runTrial(
  trial: Trial,
  subject: Subject,
  { first, second }: Readers,
  best: Grade = "A",
): Promise<TrialResult> {
  const { steps, needed, name, unit } = trial;
  const enough = trial === SMALL_PRINT ? steps.length : steps.indexOf(needed[best === "F" ? "D" : best]) + 1;
  const read: Picture[] = [];
  while (read.length < enough) {
    const picture = trial.damage(subject, steps[read.length]!);
    if (!(await first(picture))) break;
    read.push(picture);
  }
  let passed = read.length;
  for (let i = passed - 1; second && trial.forSecond && i >= 0; i--) {
    if (!second(read[i]!, trial, steps[i]!)) passed = i;
  }
  const survived = steps[passed - 1] ?? null;
  const grade = (["A", "B", "C", "D"] as const).find((each) => passed > steps.indexOf(needed[each])) ?? "F";
  return { name, grade, survived, unit, sentence: survived === null ? trial.failed : trial.sentence(survived) };
}

/** All trials but small print. `best`: the grade so far; trials that cannot lower it are skipped. */
export async function runTrials(subject: Subject, readers: Readers, best: Grade): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  let grade = best;
  for (const trial of TRIALS.filter((each) => each !== SMALL_PRINT)) {
    if (grade === "F") break;
    // Cheap, and the advice needs it.
    const result = await runTrial(trial, subject, readers, trial.name === "coveredArea" ? "A" : grade);
    results.push(result);
    grade = worst([grade, result.grade]);
  }
  return results;
}
