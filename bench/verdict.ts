import fc from "fast-check";
import { assessScannability } from "../src/rendering/scannability.ts";
import { isPlain, PLAIN } from "../src/rendering/style.ts";
import { assessStyled, type StyledInput } from "../src/rendering/styled/assess.ts";
import { anyStyledCode } from "../test/rendering/support/styles.ts";
import { fullGrade } from "./support/full-trials.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

/** P21: what a verdict costs, and how often its grade differs from that of every trial with both decoders. */

const SIZES = { full: { looks: 2_000, costly: 3 }, small: { looks: 2, costly: 1 } };
const MOST_BYTES = { L: 2_953, M: 2_331, Q: 1_663, H: 1_273 };
const LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJ0123456789.,:/-?";

/** Half of them links, a fifth each short texts and some hundred letters, the rest up to the most that fits. */
const anyCode: fc.Arbitrary<StyledInput> = fc
  .record({
    code: anyStyledCode,
    kind: fc.integer({ min: 0, max: 99 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    letters: fc.infiniteStream(fc.constantFrom(...LETTERS)),
    size: fc.constantFrom(256, 512, 512, 1024, 2048),
  })
  .map(({ code, kind, share, letters, size }) => {
    const most = MOST_BYTES[code.level];
    const length = kind < 72 ? 30 + share * 120 : kind < 92 ? 150 + share * 350 : 500 + share * (most - 500);
    const style = kind % 10 === 9 ? PLAIN : code.style;
    const logo = style.logo ? code.logo : null;
    const text = kind < 50 ? code.text : [...letters.take(Math.min(Math.floor(length), most))].join("");
    return { ...code, text, style, logo, size: kind < 50 ? code.size : size };
  });

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const assess = (code: StyledInput) => (isPlain(code.style) ? assessScannability(code) : assessStyled(code));

/** The largest symbol with all that a look can have. */
const COSTLY: StyledInput = {
  text: LETTERS.repeat(24).slice(0, 1_200),
  level: "H",
  foreground: "#1a1410",
  background: "#ffffff",
  size: 2048,
  logo: null,
  style: {
    ...PLAIN,
    modules: "dots",
    gradient: { kind: "linear", to: "#3a0ca3", angle: 45 },
    frame: { kind: "badge", text: "Scan me", color: "#3a0ca3" },
  },
};

export async function run({ tell, say }: Report, size: Size): Promise<void> {
  const { looks, costly } = SIZES[size];
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < costly; i++) {
    const start = process.cpuUsage();
    await assess(COSTLY);
    best = Math.min(best, cpuMs(process.cpuUsage(start)));
  }
  tell({
    name: "P21",
    what: "verdict on 1,200 characters at level H in a costly look",
    ours: `${best.toFixed(0)} ms of a core`,
    peer: "nothing cached",
    value: best,
    target: { most: 1_000, unit: " ms" },
  });

  let [judged, differing, better, smaller, longest] = [0, 0, 0, 0, 0];
  for (const code of fc.sample(anyCode, { numRuns: looks, seed: 27 })) {
    try {
      const start = process.cpuUsage();
      const verdict = await assess(code);
      longest = Math.max(longest, cpuMs(process.cpuUsage(start)));
      const full = await fullGrade(code);
      judged++;
      if (verdict.grade !== full.grade) differing++;
      if (verdict.grade < full.grade) better++;
      const millimetres = verdict.smallestPrintMillimetres;
      if (millimetres !== null && millimetres < (full.millimetres ?? Number.POSITIVE_INFINITY)) smaller++;
    } catch (error) {
      // Some texts leave a logo no space, or need more pixels.
      if (!["LogoTooLarge", "SizeTooSmall"].includes((error as Error).name)) throw error;
    }
  }
  say(
    `${judged} looks: ${better} graded better, ${smaller} allowed smaller in print; longest ${longest.toFixed(0)} ms`,
  );
  tell({
    name: "P21",
    what: "grades that differ from those of all trials",
    ours: `${differing} of ${judged}`,
    peer: "eight trials, both decoders at every step",
    value: (100 * differing) / Math.max(1, judged),
    target: { most: 1, unit: " %" },
  });
}
