/** All trials ever used, each step with both decoders: the reference of P21. */
import { addNoise, cover, type Picture, rotated, tilted, weaken } from "../../src/rendering/camera.ts";
import { contrastRatio, lightness, parseColor } from "../../src/rendering/colors.ts";
import { decode, readsAt, readsAtSomeGlance } from "../../src/rendering/decode.ts";
import { gradeContrast, gradePrint, plainSubject, printSize } from "../../src/rendering/scannability.ts";
import { isPlain } from "../../src/rendering/style.ts";
import { asDrawn, leastContrast, type StyledInput } from "../../src/rendering/styled/assess.ts";
import { darkTone, lookOf, prepare } from "../../src/rendering/styled/draw.ts";
import { styledSubject } from "../../src/rendering/styled/photograph.ts";
import { createSymbol, QUIET_ZONE } from "../../src/rendering/symbol.ts";
import { type Grade, type Subject, type TrialResult, worst } from "../../src/rendering/trials.ts";
import { blur } from "../../test/rendering/support/damage.ts";

const SCALE = 3;
const seen = (picture: Picture) => addNoise(picture, 2);

interface Trial {
  steps: number[];
  /** Steps to survive for A, B, C and D. */
  needed: [number, number, number, number];
  damage(subject: Subject, step: number): Picture;
}

const weakened = (from: (subject: Subject) => number): Trial => ({
  steps: [70, 50, 35, 25],
  needed: [25, 25, 35, 50],
  damage: (subject, step) => seen(weaken(subject.photograph(SCALE), from(subject), step / 100)),
});

const SMALL_PRINT: Trial = {
  steps: [4, 3, 2.5, 2, 1.75, 1.5],
  needed: [2, 2.5, 3, 4],
  damage: ({ photograph }, step) => seen(photograph(step)),
};
const TRIALS: Trial[] = [
  {
    steps: [0.1, 0.2, 0.3],
    needed: [0.3, 0.2, 0.2, 0.1],
    damage: ({ photograph }, step) => seen(blur(photograph(SCALE), step * SCALE)),
  },
  {
    steps: [1, 2, 3, 5],
    needed: [5, 3, 2, 1],
    damage: ({ photograph }, step) => addNoise(photograph(SCALE), step * 2.55),
  },
  {
    steps: [10, 20, 30, 45],
    needed: [45, 30, 20, 10],
    damage: ({ photograph }, step) => seen(photograph(SCALE, rotated(step), Math.SQRT2)),
  },
  {
    steps: [10, 20, 30],
    needed: [30, 20, 20, 10],
    damage: ({ photograph }, step) => seen(photograph(SCALE, tilted(step), 1.2)),
  },
  weakened(() => 0),
  weakened(({ light }) => light),
  {
    steps: [1, 2, 3],
    needed: [3, 2, 1, 1],
    damage: ({ photograph, size, patch, light }, step) => {
      const middle = { x: patch.x * SCALE, y: patch.y * SCALE };
      return seen(cover(photograph(SCALE), size * SCALE * Math.sqrt(step / 100), light, middle));
    },
  },
  SMALL_PRINT,
];

type Reads = (trial: Trial, step: number) => Promise<boolean>;

async function fullResult(reads: Reads, modules: number, atSight: Grade[]) {
  const grades = [...atSight];
  let millimetres: number | null = null;
  for (const trial of TRIALS) {
    const { steps, needed } = trial;
    let passed = 0;
    while (passed < steps.length && (await reads(trial, steps[passed]!))) passed++;
    const reached = needed.findIndex((step) => passed > steps.indexOf(step));
    grades.push((["A", "B", "C", "D"] as const)[reached] ?? "F");
    if (trial === SMALL_PRINT) {
      millimetres = printSize(modules, { survived: steps[passed - 1] ?? null } as TrialResult);
      grades.push(gradePrint(millimetres));
    }
  }
  return { grade: worst(grades), millimetres };
}

export async function fullGrade(code: StyledInput): Promise<{ grade: Grade; millimetres: number | null }> {
  const { text, level, size } = code;
  const look = lookOf(code);
  const tones = { dark: darkTone(look), light: lightness(look.background) };
  const plain = plainSubject(createSymbol(text, level), tones);
  const lightOnDark: Grade = tones.dark > tones.light ? "F" : "A";
  if (isPlain(code.style)) {
    const contrast = gradeContrast(contrastRatio(parseColor(code.foreground), parseColor(code.background)));
    const reads: Reads = async (trial, step) => (await decode(trial.damage(plain, step))) === text;
    return fullResult(reads, plain.size + 2 * QUIET_ZONE, [contrast, lightOnDark]);
  }
  const prepared = await prepare(code);
  const { scene } = prepared;
  // No larger than a verdict's: jsQR fails on some large pictures that it reads at 512 pixels, as cameras see them.
  const drawn = asDrawn(prepared, size);
  const readers = [(await decode(drawn)) === text, readsAtSomeGlance(drawn, text)].filter(Boolean).length;
  const subject = styledSubject(prepared);
  const reads: Reads = async (trial, step) => {
    const picture = trial.damage(subject, step);
    if ((await decode(picture)) !== text) return false;
    if (readsAtSomeGlance(picture, text)) return true;
    const reference = trial.damage(plain, step);
    return ![0, 1, 2, 3].every((glance) => readsAt(glance, reference, text));
  };
  return fullResult(reads, Math.max(scene.width, scene.symbol.size + 2 * QUIET_ZONE), [
    gradeContrast(leastContrast(look)),
    lightOnDark,
    (["F", "D", "A"] as const)[readers]!,
    size < scene.width * 3 ? "C" : "A",
  ]);
}
