import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLookRules, NO_TOKEN } from "../../src/looks/rules.ts";
import { sharePayload } from "../../src/rendering/payload.ts";
import type { StyledInput } from "../../src/rendering/styled/assess.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { TooBusy } from "../../src/shared/errors.ts";
import { createToken } from "../../src/shared/ids.ts";
import { LEVELS } from "../../src/shared/vocabulary.ts";
import { DRAFT } from "../support/fixtures.ts";

const DOTS = '{"modules":"dots"}';
const USUAL = { ...DRAFT, foregroundColor: "#1A1410" };

/** Stands for the decoders: dark colours can be read, others not. */
function rulesFor(style: string | null) {
  const asked = { defaults: 0, verdicts: 0, isBusy: false, now: 0, style };
  const rules = createLookRules({
    store: {
      styles: {
        findDefault: async () => {
          asked.defaults += 1;
          return asked.style && { style: asked.style };
        },
      } as never,
    },
    styled: {
      readersOf: async ({ foreground }: StyledInput) => {
        if (asked.isBusy) throw new TooBusy();
        asked.verdicts += 1;
        return foreground < "#8" ? ["zxing", "jsqr"] : [];
      },
      assess: async ({ foreground }: StyledInput) => ({ passes: foreground < "#8" }) as never,
    },
    logos: { current: async () => null },
    clock: { now: () => asked.now, steady: () => asked.now },
    shareBase: () => "https://example.com",
  });
  return { rules, asked };
}

const inColor = (foregroundColor: string) => ({ ...DRAFT, foregroundColor });

describe("the default look of new codes", () => {
  it("needs no check in the colours it was checked with, and at most one query if there is none", async () => {
    const { rules, asked } = rulesFor(null);
    assert.equal(await rules.looksFor("o", [USUAL, { ...USUAL, size: 2048 }]), undefined);
    assert.equal(asked.defaults, 0);
    for (let i = 0; i < 3; i++) assert.equal(await rules.looksFor("o", [DRAFT]), undefined);
    assert.deepEqual([asked.defaults, asked.verdicts], [1, 0]);
    asked.style = DOTS;
    rules.forget("o");
    assert.equal((await rules.looksFor("o", [DRAFT]))?.length, 1);
    asked.style = null;
    asked.now = 60_000;
    assert.equal(await rules.looksFor("o", [DRAFT]), undefined);
  });

  it("is omitted if it could not be read, with one check for the same colours", async () => {
    const { rules, asked } = rulesFor(DOTS);
    const drafts = ["#000000", "#ffffff", "#000000", "#fafafa"].map(inColor);
    const looks = (await rules.looksFor("o", [...drafts, USUAL]))!;
    assert.deepEqual(
      looks.map((look) => look !== null),
      [true, false, true, false, true],
    );
    await rules.looksFor("o", drafts);
    assert.equal(asked.verdicts, 3);
  });

  it("is checked once for concurrent requests", async () => {
    const { rules, asked } = rulesFor(DOTS);
    const looks = await Promise.all(Array.from({ length: 10 }, () => rules.looksFor("o", [inColor("#000000")])));
    assert.deepEqual([asked.verdicts, looks.flat().filter(Boolean).length], [1, 10]);
  });

  it("is omitted if too many would have to be checked, or the check is too busy", async () => {
    const { rules, asked } = rulesFor(DOTS);
    const drafts = Array.from({ length: 30 }, (_, i) => inColor(`#0000${10 + i}`));
    const looks = (await rules.looksFor("o", drafts))!;
    assert.deepEqual([asked.verdicts, looks.filter(Boolean).length], [20, 20]);
    asked.isBusy = true;
    assert.deepEqual(await rules.looksFor("o", [inColor("#00aaaa")]), [null]);
    asked.isBusy = false;
    assert.notDeepEqual(await rules.looksFor("o", [inColor("#00aaaa")]), [null]);
  });
});

it("A change that makes a look unreadable names what was changed and a value that works", async () => {
  const { rules } = rulesFor(DOTS);
  const code = { ...inColor("#ffffff"), style: DOTS, token: NO_TOKEN } as never;
  const [problem] = await rules.problemsOf(code, ["foregroundColor"]);
  assert.equal(problem?.field, "foregroundColor");
  assert.match(problem.message, /nearest value that works is #[0-7]/);
});

describe("the link that looks are checked with before any code has them", () => {
  it("needs a symbol as large as a real one", () => {
    for (const level of LEVELS) {
      for (let letters = 1; letters < 60; letters++) {
        const base = `https://${"q".repeat(letters)}.example/r/`;
        const version = (token: string) => symbolVersion(sharePayload(base + token, level), level);
        assert.equal(version(NO_TOKEN), version(createToken()), `${letters} letters, ${level}`);
      }
    }
  });
});
