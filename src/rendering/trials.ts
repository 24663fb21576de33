import { type Picture, rotated, tilted, type View } from "./camera.ts";
import { addNoise, blur, cover, weaken } from "./damage.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";

/** What is being tried: a print of a symbol, and the picture of it that most damage starts from. */
export interface Subject {
  /** Modules on a side. */
  size: number;
  /** The lightness of its ground. */
  light: number;
  /** The middle of what gets covered, in modules from the middle of the picture. */
  patch: { x: number; y: number };
  plain: Picture;
  /** `scale` pixels a module, `frame` times as wide as the print. */
  photograph(scale: number, view?: View, frame?: number): Picture;
}

export interface Trial {
  name: string;
  unit: string;
  /** Damage from mild to harsh; it is raised until the code no longer reads. */
  steps: number[];
  /** The damage a code must survive for each grade. */
  needed: Record<Exclude<Grade, "F">, number>;
  damage(subject: Subject, step: number): Picture;
  sentence(survived: number): string;
  failed: string;
}

/** Camera pixels a module, where the trial itself does not set it. */
export const SCALE = 3;
/** Grain of a good sensor, in steps of lightness out of 255. */
const SENSOR = 2;
const asSeen = (picture: Picture): Picture => addNoise(picture, SENSOR);

export const TRIALS: Trial[] = [
  {
    name: "blur",
    unit: "modules",
    steps: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    needed: { A: 0.3, B: 0.2, C: 0.2, D: 0.1 },
    damage: ({ plain }, step) => asSeen(blur(plain, step * SCALE)),
    sentence: (n) => `Reads when out of focus by up to ${n} of a module.`,
    failed: "Does not read when slightly out of focus.",
  },
  {
    name: "noise",
    unit: "percent",
    steps: [1, 2, 3, 5, 7, 10, 15, 20],
    needed: { A: 5, B: 3, C: 2, D: 1 },
    damage: ({ plain }, step) => addNoise(plain, step * 2.55),
    sentence: (n) => `Reads in a picture with up to ${n} % grain.`,
    failed: "Does not read in a picture with the slightest grain.",
  },
  {
    name: "rotation",
    unit: "degrees",
    steps: [10, 20, 30, 45],
    needed: { A: 45, B: 30, C: 20, D: 10 },
    damage: ({ photograph }, step) => asSeen(photograph(SCALE, rotated(step), Math.SQRT2)),
    sentence: (n) => `Reads when the phone is turned by up to ${n} degrees.`,
    failed: "Does not read unless the phone is held straight.",
  },
  {
    name: "perspective",
    unit: "degrees",
    steps: [10, 20, 30, 40, 50],
    needed: { A: 30, B: 20, C: 20, D: 10 },
    damage: ({ photograph }, step) => asSeen(photograph(SCALE, tilted(step), 1.2)),
    sentence: (n) => `Reads from the side, up to ${n} degrees.`,
    failed: "Does not read from the side.",
  },
  {
    name: "lowLight",
    unit: "percent",
    steps: [70, 50, 35, 25, 15, 10],
    needed: { A: 25, B: 25, C: 35, D: 50 },
    damage: ({ plain }, step) => asSeen(weaken(plain, 0, step / 100)),
    sentence: (n) => `Reads with as little as ${n} % of the light.`,
    failed: "Does not read in dim light.",
  },
  {
    name: "printContrast",
    unit: "percent",
    steps: [70, 50, 35, 25, 15, 10],
    needed: { A: 25, B: 25, C: 35, D: 50 },
    damage: ({ plain, light }, step) => asSeen(weaken(plain, light, step / 100)),
    sentence: (n) => `Reads when the ink has faded to ${n} % of its contrast.`,
    failed: "Does not read when the ink is a little faded.",
  },
  {
    name: "coveredArea",
    unit: "percent",
    steps: [1, 2, 3, 5, 7, 10, 15, 20],
    needed: { A: 3, B: 2, C: 1, D: 1 },
    damage: ({ plain, size, patch, light }, step) => {
      const middle = { x: patch.x * SCALE, y: patch.y * SCALE };
      return asSeen(cover(plain, size * SCALE * Math.sqrt(step / 100), light, middle));
    },
    sentence: (n) => `Reads with up to ${n} % of it covered, as by a logo or a scratch.`,
    failed: "Does not read when any of it is covered.",
  },
  {
    name: "smallPrint",
    unit: "camera pixels a module",
    steps: [4, 3, 2.5, 2, 1.75, 1.5],
    needed: { A: 2, B: 2.5, C: 3, D: 4 },
    damage: ({ photograph }, step) => asSeen(photograph(step)),
    sentence: (n) => `Reads when a module is only ${n} camera pixels wide.`,
    failed: "Does not read when printed small.",
  },
];

export const isSmallPrint = ({ name }: { name: string }): boolean => name === "smallPrint";

export const SMALL_PRINT: readonly Trial[] = TRIALS.filter(isSmallPrint);
