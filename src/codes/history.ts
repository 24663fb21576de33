import type { Actor } from "../shared/actor.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { badCursor, type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Code, Version } from "./code.ts";
import { leadsOn, OWN_SHARE, type RootRule } from "./own-share.ts";
import { type Candidate, sizeProblem } from "./rules.ts";

export interface HistoryOptions {
  store: Store;
  clock: Clock;
  /** Resolves when every scan this node has acknowledged is counted. */
  scansSettled: () => Promise<void>;
  /** All rules for a new code. */
  problemsOf: (candidate: Candidate) => FieldProblem[];
  rootRule: Pick<RootRule, "leadsToCode">;
}

export interface VersionPage {
  versions: Version[];
  /** The version to continue from; null at the end. */
  nextCursor: string | null;
}

const MAX_CHANGES = 500;
const NUMBER = /^[1-9]\d{0,8}$/;

/** All contents a code has had. */
export function createHistory({ store, clock, scansSettled, problemsOf, rootRule }: HistoryOptions) {
  async function find(workspaceId: string, id: string): Promise<Code> {
    const code = isUuid(id) ? await store.codes.find(workspaceId, id) : null;
    if (!code) throw notFound();
    return code;
  }

  return {
    /** When its look and state changed, newest first. */
    changes: async (workspaceId: string, id: string) =>
      store.history.changes((await find(workspaceId, id)).num, MAX_CHANGES),

    /** Newest first. The cursor is the last version on the previous page. */
    async page(workspaceId: string, id: string, limit: number, cursor?: string): Promise<VersionPage> {
      await scansSettled();
      const { num } = await find(workspaceId, id);
      const before = cursor === undefined ? undefined : NUMBER.test(cursor) ? Number(cursor) : null;
      const page = before === null ? null : await store.history.page(num, limit, before);
      if (!page) throw badCursor();
      const { versions, more } = page;
      return { versions, nextCursor: more ? String(versions.at(-1)!.version) : null };
    },

    /** Makes an old content the current one, subject to today's rules, which may be stricter than when it was set. */
    async restore(workspaceId: string, id: string, version: string, by?: Actor): Promise<Code> {
      await scansSettled();
      await confirmRights();
      const { num } = await find(workspaceId, id);
      const content = NUMBER.test(version) ? await store.history.contentOf(num, Number(version)) : null;
      if (content === null) throw notFound();
      const leadsBack = await rootRule.leadsToCode(content);
      const decide = (current: Code) => {
        if (current.content === content) return null;
        const tooLong = sizeProblem(content, current.errorCorrection);
        if (tooLong) throw invalid([{ field: "errorCorrection", message: `the content ${tooLong}` }]);
        const wrong = problemsOf({ type: current.type, content, errorCorrection: current.errorCorrection });
        if (leadsBack && leadsOn(current.type)) wrong.push({ field: "content", message: OWN_SHARE });
        if (wrong.length > 0) throw invalid(wrong);
        return { content };
      };
      const code = await store.codes.update(workspaceId, id, clock.now(), decide, by);
      if (!code) throw notFound();
      return code;
    },
  };
}
