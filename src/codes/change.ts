/** Changes of existing codes. */
import type { Actor } from "../shared/actor.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid, notFound, TooBusy } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Code } from "./code.ts";
import { changeOf, isExpiryAsRead, type Patch, unchangeableProblems } from "./draft.ts";
import { DRAWN, isDrawnAlike, type LookRules } from "./look-rules.ts";
import { leadsOn, OWN_SHARE, type RootRule } from "./own-share.ts";
import { type Candidate, sizeProblem } from "./rules.ts";
import { revisionOf } from "./state.ts";

/** What the caller has established before the code is read. */
export interface Findings {
  /** The revisions in If-Match; undefined: any. */
  revisions?: readonly string[] | undefined;
  /** Who makes the change; stored with the version that a new content creates. */
  by?: Actor | undefined;
  /** Problems of the look that the change would produce. */
  judgeLook?: ((code: Code) => Promise<FieldProblem[]>) | undefined;
}

export interface ChangeOptions {
  /** Resolves when every scan this node has acknowledged is counted. */
  scansSettled: () => Promise<void>;
  store: Pick<Store, "codes">;
  clock: Clock;
  lifetimeMs: number;
  /** All rules for a new code. */
  problemsOf: (candidate: Candidate) => FieldProblem[];
  lookRules: LookRules | undefined;
  rootRule: Pick<RootRule, "leadsToCode"> | undefined;
}

/** How often a change is retried when others change the code meanwhile. */
export const TRIES = 5;
export const CHANGED_MEANWHILE = "The code is being changed by other requests. Try again in a few seconds.";

/** A change without effect succeeds and leaves no trace. */
export function createChange(options: ChangeOptions) {
  const { store, clock, lifetimeMs, problemsOf, lookRules, rootRule, scansSettled } = options;

  /** Other colours may make a look unreadable, so a styled code is judged again. */
  function judgeOf(patch: Patch): Findings["judgeLook"] {
    const named = DRAWN.filter((field) => patch[field] !== undefined);
    if (!lookRules || named.length === 0 || patch.style !== undefined) return undefined;
    return async (code) => {
      const changed = named.filter((field) => patch[field] !== code[field]);
      if (code.style === null || changed.length === 0) return [];
      const wanted = Object.fromEntries(changed.map((field) => [field, patch[field]]));
      return lookRules.problemsOf({ ...code, ...wanted }, changed);
    };
  }

  function problemsOfPatch(current: Code, patch: Patch): FieldProblem[] {
    const { errorCorrection = current.errorCorrection } = patch;
    // Unchanged content was valid when it was set and is not checked against today's rules.
    const content = patch.content === current.content ? undefined : patch.content;
    const { expiresAt } = patch;
    const end = expiresAt != null && isExpiryAsRead(current, expiresAt) ? undefined : expiresAt;
    const found = [
      ...unchangeableProblems(current, patch.unchangeable ?? {}),
      ...problemsOf({ ...patch, type: current.type, content, errorCorrection, expiresAt: end }),
    ];
    if (content === undefined && patch.errorCorrection !== undefined) {
      const tooLong = sizeProblem(current.content, errorCorrection);
      if (tooLong) found.push({ field: "errorCorrection", message: `the content ${tooLong}` });
    }
    return found;
  }

  const leadsBackBy = async ({ content }: Patch): Promise<boolean> =>
    content !== undefined && (await rootRule?.leadsToCode(content)) === true;

  /** Of a change of the code as it is now, other than its look. */
  function problemsNow(current: Code, patch: Patch, leadsBack: boolean, revisions: Findings["revisions"]) {
    const found = problemsOfPatch(current, patch);
    if (leadsBack && leadsOn(current.type) && patch.content !== current.content) {
      found.push({ field: "content", message: OWN_SHARE });
    }
    return [...found, ...staleProblems(current, revisions)];
  }

  async function change(
    workspaceId: string,
    id: string,
    patch: Patch,
    { revisions, by, judgeLook = judgeOf(patch) }: Findings = {},
  ): Promise<Code> {
    if (!isUuid(id)) throw notFound();
    // The ended version stores the code's scan count.
    if (patch.content !== undefined) await scansSettled();
    const leadsBack = await leadsBackBy(patch);
    for (let tries = TRIES; tries > 0; tries--) {
      // A verdict takes too long to hold a lock. It is valid only if the code is still drawn the same under the lock.
      const judged = judgeLook && (await store.codes.find(workspaceId, id));
      if (judged === null) throw notFound();
      const looks = judged ? await judgeLook!(judged) : [];
      if (judged || patch.content !== undefined) await confirmRights();
      const now = clock.now();
      let isOutdated = false;
      const decide = (current: Code) => {
        isOutdated = judged !== undefined && !isDrawnAlike(judged, current);
        if (isOutdated) return null;
        const wrong = [...looks, ...problemsNow(current, patch, leadsBack, revisions)];
        if (wrong.length > 0) throw invalid(wrong);
        return changeOf(current, patch, now + lifetimeMs);
      };
      const code = await store.codes.update(workspaceId, id, now, decide, by);
      if (!code) throw notFound();
      if (!isOutdated) return code;
    }
    throw new TooBusy(CHANGED_MEANWHILE);
  }

  return {
    change,

    /** To report them next to other problems. */
    changeProblems: async (current: Code, patch: Patch, revisions?: Findings["revisions"]): Promise<FieldProblem[]> =>
      problemsNow(current, patch, await leadsBackBy(patch), revisions),

    /** Those of the look alone, which take longer to find. */
    lookProblems: async (current: Code, patch: Patch): Promise<FieldProblem[]> =>
      (await judgeOf(patch)?.(current)) ?? [],
  };
}

const STALE = {
  field: "If-Match",
  message: "is not the current version of the code; read the code again, then change it",
};

/** `current` is null if there is no such code. */
export const staleProblems = (current: Code | null, revisions: Findings["revisions"]): FieldProblem[] =>
  revisions && !(current && revisions.includes(revisionOf(current))) ? [STALE] : [];
