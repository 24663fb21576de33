import type { LinkLimits } from "../limits/link-limits.ts";
import type { ComparedSpans } from "../scans/filter.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { badCursor, type FieldProblem, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import { createChange } from "./change.ts";
import type { BinSort, Code, CodeFilter, PageSort } from "./code.ts";
import { createCreation } from "./creation.ts";
import type { LookRules } from "./look-rules.ts";
import type { RootRule, ShareRule } from "./own-share.ts";
import { createRanks } from "./ranks.ts";
import { noMoveTarget } from "./refusals.ts";
import { type Candidate, problemsOf } from "./rules.ts";
import { suggestionFor } from "./suggestion.ts";

/** Suggestions use the words of this many of the newest codes, to bound the cost of a misspelt search. */
const SUGGESTED_FROM = 1000;

export interface CodesOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  lifetimeMs: number;
  /** How many slugs a workspace can take; undefined: any number. */
  linkLimits?: LinkLimits;
  /** Rules for looks; undefined: looks are not judged. */
  lookRules?: LookRules;
  /** Refuses content that leads back to this service; undefined: no check. */
  shareRule?: ShareRule;
  /** Refuses content that leads to a code at the root of a domain; undefined: no check. */
  rootRule?: Pick<RootRule, "leadsToCode">;
  /** Resolves when every scan this node has acknowledged is counted. */
  scansSettled: () => Promise<void>;
}

export type Codes = ReturnType<typeof createCodes>;

/** Part of a list. `spans`: the scans to sort by; without it by all of a code. */
interface Slice {
  sort: PageSort;
  spans?: ComparedSpans | null;
  offset: number;
  limit: number;
}

/** An order that needs nothing to be counted, where there is nothing to count. */
function storedOrder({ state }: CodeFilter, sort: PageSort): BinSort {
  if (sort !== "rising" && sort !== "falling") return sort;
  return state === "deleted" ? "deleted" : "newest";
}

export function createCodes(options: CodesOptions) {
  const { store, clock, createId, lifetimeMs, shareRule = () => null, scansSettled } = options;
  const { lookRules, linkLimits, rootRule } = options;

  /** All rules of a code, including those that depend on the time and on the service's own address. */
  function problems(candidate: Candidate): FieldProblem[] {
    const found = problemsOf(candidate);
    const { type, content, expiresAt } = candidate;
    if (expiresAt != null && expiresAt <= clock.now()) {
      found.push({ field: "expiresAt", message: "must be in the future: to end a code now, set isPublic to false" });
    }
    if (type === undefined || content === undefined) return found;
    if (found.some(({ field }) => field === "content")) return found;
    const message = shareRule(type, content);
    return message === null ? found : [...found, { field: "content", message }];
  }

  async function find(workspaceId: string, id: string): Promise<Code> {
    const code = isUuid(id) ? await store.codes.find(workspaceId, id) : null;
    if (!code) throw notFound();
    return code;
  }

  async function cursorNum(workspaceId: string, cursor: string): Promise<number> {
    const num = isUuid(cursor) ? await store.codes.numOf(workspaceId, cursor) : null;
    if (num === null) throw badCursor();
    return num;
  }

  const ranked = createRanks(store);

  return {
    problems,

    ...createCreation({ store, clock, createId, lifetimeMs, lookRules, linkLimits, rootRule }),

    ...createChange({ store, clock, lifetimeMs, problemsOf: problems, lookRules, rootRule, scansSettled }),

    /** Throws not_found for missing codes and for those of other workspaces alike. */
    find,

    /** As find, after settling every acknowledged scan. */
    async read(workspaceId: string, id: string): Promise<Code> {
      await scansSettled();
      return find(workspaceId, id);
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.codes.remove(workspaceId, id, clock.now()))) throw notFound();
    },

    /** Takes a deleted code out of the bin with all its scans. A code that is not deleted is unchanged. */
    async restore(workspaceId: string, id: string): Promise<Code> {
      await scansSettled();
      await confirmRights();
      const code = isUuid(id) ? await store.codes.restore(workspaceId, id, clock.now()) : null;
      if (!code) throw notFound();
      return code;
    },

    /** Moves a code to another workspace in which the user may edit codes too. */
    async move(move: { id: string; from: string; to: string; userId: string }): Promise<Code> {
      // Otherwise the code's next reader may miss scans that this node has acknowledged.
      await scansSettled();
      await confirmRights();
      if (!isUuid(move.id)) throw notFound();
      if (!isUuid(move.to) || move.to === move.from) throw noMoveTarget();
      return store.codes.move({ ...move, now: clock.now() });
    },

    /** Newest first. The cursor is the id of the last code on the previous page. */
    async list(workspaceId: string, filter: CodeFilter, limit: number, cursor?: string) {
      await scansSettled();
      const after = cursor === undefined ? undefined : await cursorNum(workspaceId, cursor);
      const { codes, next } = await store.codes.list(workspaceId, filter, clock.now(), limit, after);
      return { data: codes, nextCursor: next };
    },

    async browse(workspaceId: string, filter: CodeFilter, { sort, spans = null, offset, limit }: Slice) {
      await scansSettled();
      const now = clock.now();
      const order = await ranked(workspaceId, filter, now, sort, spans);
      if (order === null) {
        return store.codes.browse(workspaceId, filter, now, { sort: storedOrder(filter, sort), offset, limit });
      }
      const { nums, more } = order;
      const codes = await store.codes.numbered(workspaceId, [...nums.subarray(offset, offset + limit)]);
      return { codes, total: nums.length, more, stopped: more };
    },

    /** Ids in the order of a list, at most `limit`. */
    async select(workspaceId: string, filter: CodeFilter, { sort, spans = null, limit }: Omit<Slice, "offset">) {
      await scansSettled();
      const now = clock.now();
      const order = await ranked(workspaceId, filter, now, sort, spans);
      if (order === null) return store.codes.select(workspaceId, filter, now, storedOrder(filter, sort), limit);
      const ids = await store.codes.idsOf([...order.nums.subarray(0, limit)]);
      return { ids, more: order.more || order.nums.length > limit };
    },

    /** A search near `filter.q` that finds something among the same codes; null when there is none. */
    async suggest(workspaceId: string, { q = "", ...others }: CodeFilter): Promise<string | null> {
      const now = clock.now();
      const near = suggestionFor(q, await store.codes.texts(workspaceId, others, now, SUGGESTED_FROM));
      if (near === null) return null;
      const page = { sort: "newest", offset: 0, limit: 1 } as const;
      const { codes } = await store.codes.browse(workspaceId, { ...others, q: near }, now, page);
      return codes.length > 0 ? near : null;
    },
  };
}
