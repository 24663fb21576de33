import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assessScannability, type Verdict } from "../../src/rendering/scannability.ts";
import { LEVELS } from "./support/payloads.ts";

const code = {
  text: "https://tessera.example/r/k3x9wq2mnp7a",
  level: "M" as const,
  size: 512,
  foreground: "#1a1410",
  background: "#ffffff",
};

const inColors = (foreground: string, background: string): Promise<Verdict> =>
  assessScannability({ ...code, foreground, background });

const grey = (tone: number): string => `#${tone.toString(16).padStart(2, "0").repeat(3)}`;

describe("assessScannability", () => {
  it("passes good codes at every level, dark on light in any colours", async () => {
    const colors = ["#000000 #ffffff", "#000080 #ffff00", "#cc0000 #ffffff", "#004d40 #ffe0b2"];
    for (const [i, level] of LEVELS.entries()) {
      const [foreground = "", background = ""] = colors[i]!.split(" ");
      const verdict = await assessScannability({ ...code, level, foreground, background });
      assert.ok(verdict.passes && verdict.readsAsDrawn, `${level} ${colors[i]}: ${JSON.stringify(verdict)}`);
    }
  });

  it("gives an A with the default colours, and says how large to print it", async () => {
    const verdict = await assessScannability(code);
    assert.equal(verdict.grade, "A");
    assert.equal(verdict.symbolVersion, 3);
    assert.equal(verdict.contrastRatio, 18.23);
    assert.equal(verdict.smallestPrintMillimetres, 28);
    assert.deepEqual(verdict.advice, []);
    assert.deepEqual(
      verdict.trials.map(({ name }) => name),
      ["smallPrint", "coveredArea", "printContrast", "perspective", "rotation"],
    );
  });

  it("warns of colours that only readers with red light cannot tell apart", async () => {
    const red = await inColors("#c00000", "#ffffff");
    assert.ok(red.passes && red.redLightContrast < 2);
    const [, darker] = /red light see a contrast of 1\.\d+:1.*darken the colour to (#\w+), or use black/.exec(
      red.advice.at(-1)!,
    )!;
    assert.ok((await inColors(darker!, "#ffffff")).redLightContrast >= 3, "what is advised helps");
    const purple = await inColors("#600060", "#60ff60");
    assert.equal(purple.redLightContrast, 1);
    const black = await inColors("#000000", "#00ff00");
    assert.match(black.advice.at(-1)!, /use black on white\.$/, "it has no red to take away");
    const blue = await inColors("#0000a0", "#ffffff");
    assert.equal(blue.redLightContrast, 21);
    assert.deepEqual(blue.advice, []);
  });

  it("fails white on yellow, 1.2:1 and colours of equal lightness", async () => {
    for (const [foreground, background] of [
      ["#ffffff", "#ffff00"],
      ["#ffff00", "#ffffff"],
      ["#eaeaea", "#ffffff"],
      ["#000000", "#1e1e1e"],
      ["#d00000", "#006a00"],
      ["#808080", "#808080"],
    ] as const) {
      const verdict = await inColors(foreground, background);
      assert.equal(verdict.grade, "F", `${foreground} on ${background}`);
      assert.equal(verdict.passes, false);
      const [last, first = ""] = verdict.advice.toReversed();
      assert.match(last!, /too similar/);
      assert.match(first, /^$|^Light on dark/, "nothing else is at fault");
    }
  });

  it("fails light on dark, however strong the contrast, and says what to do", async () => {
    const verdict = await inColors("#ffffff", "#000000");
    assert.deepEqual(
      [verdict.grade, verdict.passes, verdict.lightOnDark, verdict.contrastRatio],
      ["F", false, true, 21],
    );
    assert.equal(verdict.smallestPrintMillimetres, null);
    assert.equal(verdict.advice[0], "Light on dark: older readers cannot read it. Swap the colours.");
  });

  for (const [name, pair] of Object.entries({
    "an increasingly light code on white": (tone: number) => [grey(tone), grey(255)] as const,
    "increasingly dark paper under black": (tone: number) => [grey(0), grey(255 - tone)] as const,
  })) {
    it(`never grades better with less contrast: ${name}`, async () => {
      let before: Verdict | undefined;
      const grades = new Set<string>();
      for (let tone = 0; tone < 255; tone += 42) {
        const verdict = await inColors(...pair(tone));
        grades.add(verdict.grade);
        if (before) {
          assert.ok(verdict.contrastRatio <= before.contrastRatio);
          assert.ok(verdict.grade >= before.grade, `${before.grade} then ${verdict.grade}`);
        }
        before = verdict;
      }
      assert.ok(grades.has("A") && grades.has("F"), "from the best grade to the worst");
    });
  }

  it("asks for a larger print of a longer text", async () => {
    const long = await assessScannability({ ...code, text: "x".repeat(1_200) });
    assert.ok((long.smallestPrintMillimetres ?? 0) > 100);
    assert.ok(long.grade > "A" && long.passes);
    assert.ok(long.advice.some((sentence) => sentence.includes("Shorten the text")));
  });
});
