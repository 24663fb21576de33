import type { Code } from "../codes/code.ts";
import { type Drawn, readStyle, writeStyle } from "../codes/look-rules.ts";
import { sharePayload } from "../rendering/payload.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, TooBusy } from "../shared/errors.ts";
import type { Store } from "../store/store.ts";
import { type Bare, createJudge, type JudgeOptions } from "./judge.ts";

export interface LookRulesOptions extends JudgeOptions {
  store: Pick<Store, "styles">;
  clock: Clock;
  shareBase: (workspaceId: string) => string;
}

export type LookRules = ReturnType<typeof createLookRules>;

/**
 * A token of typical letters, so that the symbol has the real size: looks are judged with it before any code exists.
 */
export const NO_TOKEN = "unsaved2test";
/** Saved styles are judged with these values. */
const SAMPLE: Drawn = { errorCorrection: "M", size: 512, foregroundColor: "#1a1410", backgroundColor: "#ffffff" };
/** Distinct looks judged per request, about a tenth of a second each. */
const MAX_JUDGED = 20;
const VERDICTS_KEPT = 1_000;
/** Caches for this long that a workspace has no default look, for bulk creation. */
const NO_DEFAULT_MS = 5_000;
const WORKSPACES_KEPT = 1_000;
/** Field names as used in rendering. */
const PARTS = { foregroundColor: "foreground", backgroundColor: "background" } as const;

/** Rules for looks of codes that are created or changed. */
export function createLookRules({ store, styled, logos, clock, shareBase }: LookRulesOptions) {
  const judge = createJudge({ styled, logos });
  const verdicts = createBoundedMap<"good" | "bad">(VERDICTS_KEPT);
  /** Verdicts in progress, shared by concurrent requests. */
  const judging = new Map<string, Promise<"good" | "bad">>();
  /** Owners without a default look, with the time of the query. */
  const without = createBoundedMap<number>(WORKSPACES_KEPT);

  const bareOf = (code: Drawn & Pick<Code, "token" | "workspaceId"> & Partial<Pick<Code, "isSlug">>): Bare => ({
    text: sharePayload(`${shareBase(code.workspaceId)}/r/${code.token}`, code.errorCorrection, code.isSlug),
    level: code.errorCorrection,
    size: code.size,
    foreground: code.foregroundColor.toLowerCase(),
    background: code.backgroundColor.toLowerCase(),
  });
  /** More pixels than the sample's only help. */
  const likeSample = (workspaceId: string, drawn: Drawn): Bare =>
    bareOf({ ...drawn, workspaceId, token: NO_TOKEN, size: Math.min(drawn.size, SAMPLE.size) });
  const sample = (workspaceId: string) => likeSample(workspaceId, SAMPLE);

  async function defaultOf(workspaceId: string): Promise<string | null> {
    const asked = without.get(workspaceId);
    if (asked !== undefined && clock.now() - asked < NO_DEFAULT_MS) return null;
    const saved = await store.styles.findDefault(workspaceId);
    const style = saved && writeStyle(readStyle(saved.style));
    if (style === null) without.set(workspaceId, clock.now());
    return style;
  }

  async function judgeBriefly(workspaceId: string, style: string, bare: Bare): Promise<"good" | "bad"> {
    const wrong = await judge(workspaceId, bare, readStyle(style), "", { isBrief: true });
    return wrong.length === 0 ? "good" : "bad";
  }

  async function verdictOf(key: string, judgeIt: () => Promise<"good" | "bad">): Promise<"good" | "bad"> {
    const begun = judging.get(key) ?? judgeIt();
    judging.set(key, begun);
    try {
      return verdicts.set(key, await begun);
    } finally {
      judging.delete(key);
    }
  }

  return {
    judge,
    bareOf,
    sample,

    /** The workspace's styles have changed. */
    forget: (workspaceId: string): void => without.delete(workspaceId),

    /** Problems of a styled code after the given fields have changed. */
    problemsOf(code: Code, changed: readonly string[]): Promise<FieldProblem[]> {
      const colors = changed.flatMap((field) => PARTS[field as keyof typeof PARTS] ?? []);
      const only = colors.length > 0 ? colors : undefined;
      const manner = { only, blamed: changed[0] };
      return judge(code.workspaceId, bareOf(code), readStyle(code.style), "style.", manner);
    },

    /**
     * The look of each new code: the workspace's default, or none if it would be unreadable in the code's colours.
     * Undefined if the default applies to all without a check.
     */
    async looksFor(workspaceId: string, drafts: readonly Drawn[]): Promise<(string | null)[] | undefined> {
      const bares = drafts.map((draft) => likeSample(workspaceId, draft));
      const plain = JSON.stringify(sample(workspaceId));
      const isSample = (bare: Bare) => JSON.stringify(bare) === plain;
      if (bares.every(isSample)) return undefined;
      const style = await defaultOf(workspaceId);
      if (style === null) return undefined;
      let judged = 0;
      const looks: (string | null)[] = [];
      for (const bare of bares) {
        const key = JSON.stringify([workspaceId, style, bare]);
        let verdict = isSample(bare) ? "good" : verdicts.get(key);
        if (verdict === undefined && judged++ < MAX_JUDGED) {
          try {
            verdict = await verdictOf(key, () => judgeBriefly(workspaceId, style, bare));
          } catch (error) {
            // The code is created in any case; a look can be applied later.
            if (!(error instanceof TooBusy)) throw error;
          }
        }
        looks.push(verdict === "good" ? style : null);
      }
      return looks;
    },
  };
}
