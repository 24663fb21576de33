import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createJudge } from "../../src/looks/judge.ts";
import { nearestLook } from "../../src/looks/nearest.ts";
import type { Style } from "../../src/rendering/style.ts";
import { assessStyled, readClean, type StyledInput } from "../../src/rendering/styled/assess.ts";
import { contrastProblem, inkProblem } from "../../web/src/parts/contrast.ts";
import { roundLogo, styledCode } from "../rendering/support/styles.ts";

const WORKSPACE = "o";

/** Uses the real decoders, and counts the checks. */
function judging() {
  const asked = { verdicts: 0 };
  const assess = (input: StyledInput) => {
    asked.verdicts += 1;
    return assessStyled(input);
  };
  const judge = createJudge({ styled: { assess, readersOf: readClean }, logos: { current: async () => roundLogo() } });
  return { judge, asked };
}

/** The code with every value that the refusal proposes. */
function following(code: StyledInput, { field, message }: { field: string; message: string }): StyledInput {
  const [, single] = /the nearest value that works is (\S+)$/.exec(message) ?? [];
  const several = [...message.matchAll(/([\w.]+) (#[0-9a-f]{6}|[\d.]+|square)(?=,|$)/g)];
  const changes = single === undefined ? several.map(([, name, value]) => [name!, value!]) : [[field, single]];
  assert.notEqual(changes.length, 0, message);
  const { foregroundColor, backgroundColor, ...looks } = Object.fromEntries(changes);
  const style: Style = { ...code.style };
  for (const [path, value] of Object.entries(looks)) {
    const [part, inner] = path.split(".") as [keyof Style, string?];
    const read = inner === "scale" ? Number(value) : value;
    Object.assign(style, { [part]: inner ? { ...(style[part] as object), [inner]: read } : read });
  }
  return {
    ...code,
    foreground: foregroundColor ?? code.foreground,
    background: backgroundColor ?? code.background,
    style,
  };
}

/** Colours and looks that neither decoder can read, and what the refusal must say. */
const REFUSED: [why: string, code: StyledInput, says: RegExp][] = [
  [
    "light on dark with dark eyes and a gradient to dark",
    styledCode(
      { foreground: "#e9b5ed", background: "#1e4a30" },
      {
        eyeColor: "#272e29",
        gradient: { kind: "linear", to: "#142714", angle: 106 },
        logo: { id: "logo", scale: 0.1 },
      },
    ),
    /light on dark\. Swap the colours: foregroundColor #1e4a30, backgroundColor #e9b5ed$/,
  ],
  [
    "light on dark in one colour",
    styledCode(
      { foreground: "#d2faf4", background: "#2b2b2b" },
      { modules: "classy", eyeFrame: "rounded", eyeBall: "leaf" },
    ),
    /light on dark\. Swap the colours: foregroundColor #2b2b2b, backgroundColor #d2faf4$/,
  ],
  [
    "light on dark with light eyes",
    styledCode({ foreground: "#d2faf4", background: "#2b2b2b" }, { modules: "dots", eyeColor: "#ffe0a0" }),
    /light on dark\. Swap the colours: .*eyeColor #/,
  ],
  ["pale", styledCode({ foreground: "#fafafa" }, { modules: "dots" }), /nearest value that works is #[0-9a-f]{6}$/],
  [
    "pale in two parts, with white modules on white, so that swapping does not help",
    styledCode({ foreground: "#ffffff" }, { modules: "dots", eyeColor: "#fff3c4" }),
    /together these values work: foregroundColor #\w+, eyeColor #\w+$/,
  ],
];

describe("the advice of a refusal", () => {
  for (const [why, code, says] of REFUSED) {
    it(`leads to grade C or better: ${why}`, async () => {
      const { style, logo: _, ...bare } = code;
      const { judge, asked } = judging();
      const [problem] = await judge(WORKSPACE, bare, style, "");
      assert.ok(problem, "refused");
      assert.match(problem.message, says);
      const followed = following(code, problem);
      const { grade, passes } = await assessStyled(followed);
      assert.ok(passes, `${grade}: ${problem.message}`);
      assert.deepEqual(await judge(WORKSPACE, { ...bare, ...followed }, followed.style, ""), []);
      assert.ok(asked.verdicts <= 13, `${asked.verdicts} checks`);
    });
  }

  it("is what “Make it scan” does", async () => {
    const [, code] = REFUSED[1]!;
    const { foregroundColor, backgroundColor } = await nearestLook({ assess: assessStyled }, code, "");
    assert.deepEqual([foregroundColor, backgroundColor], ["#2b2b2b", "#d2faf4"]);
  });

  it("leaves no contrast that the editor still warns of", async () => {
    const code = styledCode({ foreground: "#ffe070" }, {});
    const { style, foregroundColor, backgroundColor } = await nearestLook({ assess: assessStyled }, code, "");
    assert.notEqual(foregroundColor, "#ffe070");
    const mended = { style, foregroundColor, backgroundColor };
    assert.deepEqual([contrastProblem(mended), inkProblem(mended)], [null, null]);
  });
});
