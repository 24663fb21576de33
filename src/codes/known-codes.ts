import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { FRESH_MS, HEARD_FRESH_MS } from "../shared/follow.ts";
import { withTimeout } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import type { VisitedCode } from "./code.ts";

export type KnownCodes = ReturnType<typeof createKnownCodes>;

export interface KnownCodesOptions {
  store: Pick<Store, "codes" | "onCodeChanged" | "onWorkspaceChanged" | "hearsChanges">;
  clock: Clock;
  /** How many codes of usual length are cached, and as many unknown tokens. */
  size?: number;
  /** A slower query is given up, so that one hanging query does not block all others. */
  queryMs?: number | undefined;
}

interface Entry {
  code: VisitedCode;
  readAt: number;
  /** When it was read. CHANGED if the code was changed: it must be read again before use. */
  epoch: number;
}

const CHANGED = 0;

/** A code up to this many characters takes one place in the cache; longer ones take more. */
const USUAL_LENGTH = 500;
const ABSENT_MS = 2_000;
const MAX_ASKED = 10_000;
const QUERY_MS = 2_000;
const TOKENS_PER_QUERY = 500;

/**
 * Maps tokens to codes without a database query on the hot path. A code read longer ago than FRESH_MS is served as it is
 * and refreshed in the background; after twice as long it is read before it is served. A code in constant use never
 * waits.
 */
export function createKnownCodes({ store, clock, size = 100_000, queryMs = QUERY_MS }: KnownCodesOptions) {
  const present = createBoundedMap<Entry>(size, ({ code: { name, content, style, page, routing } }) =>
    Math.ceil([name, content, style, page, routing].reduce((sum, text) => sum + (text?.length ?? 0), 0) / USUAL_LENGTH),
  );
  /** Until when each token counts as unknown. */
  const absent = createBoundedMap<number>(size);
  const asked = new Map<string, PromiseWithResolvers<VisitedCode | null>>();
  let asking = false;
  /** When the store last failed to answer: for a while after that, no request waits for it. */
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Incremented when several codes may have changed. */
  let epoch = 1;
  /** Entries read before are outdated: all, and those of a workspace. */
  let outdated = 1;
  const outdatedOf = new Map<string, number>();
  /** Cached tokens of placements by the token that change notices name. */
  const aliases = new Map<string, Set<string>>();
  let aliasCount = 0;
  /** Codes that changed during a query: its result for them may be outdated and is not cached. */
  const changedMeanwhile = new Set<string>();

  store.onCodeChanged((token) => {
    if (token === null) return expireAll();
    if (asking) changedMeanwhile.add(token);
    expire(token);
    for (const alias of aliases.get(token) ?? []) expire(alias);
    aliasCount -= aliases.get(token)?.size ?? 0;
    aliases.delete(token);
  });

  store.onWorkspaceChanged((id) => {
    if (outdatedOf.size >= size) expireAll();
    epoch += 1;
    outdatedOf.set(id, epoch);
  });

  function expireAll(): void {
    epoch += 1;
    outdated = epoch;
    outdatedOf.clear();
  }

  const isCurrent = ({ code, epoch }: Entry): boolean =>
    epoch >= outdated && epoch >= (outdatedOf.get(code.workspaceId) ?? outdated);

  /** A slug is cached once, however it is written: else a flood of spellings would push other codes out. */
  function entryOf(token: string): Entry | undefined {
    const exact = present.get(token);
    if (exact) return exact;
    const entry = present.get(token.toLowerCase());
    return entry?.code.isSlug ? entry : undefined;
  }

  function expire(token: string): void {
    const entry = present.get(token);
    if (entry) entry.epoch = CHANGED;
    absent.delete(token);
  }

  /** Remembers that a change of the first token also concerns the second. */
  function noteAlias(token: string, alias: string): void {
    if (aliasCount >= size) {
      aliases.clear();
      aliasCount = 0;
      expireAll();
    }
    const known = aliases.get(token) ?? new Set();
    aliasCount += known.has(alias) ? 0 : 1;
    aliases.set(token, known.add(alias));
  }

  /** Queries the store, batched with concurrent callers. Rejects if the store does not answer. */
  function find(token: string): Promise<VisitedCode | null> {
    const known = asked.get(token);
    if (known) return known.promise;
    if (asked.size >= MAX_ASKED) return Promise.reject(new Error("Too many codes are requested at once."));
    const question = Promise.withResolvers<VisitedCode | null>();
    asked.set(token, question);
    if (!asking) void ask();
    return question.promise;
  }

  /** One query at a time for all tokens requested since the last: a flood costs few queries. */
  async function ask(): Promise<void> {
    asking = true;
    while (asked.size > 0) {
      const questions = [...asked].slice(0, TOKENS_PER_QUERY);
      for (const [token] of questions) asked.delete(token);
      changedMeanwhile.clear();
      const asOf = epoch;
      const at = clock.steady();
      try {
        const tokens = questions.map(([token]) => token);
        const spellings = new Set(tokens.flatMap((token) => [token, token.toLowerCase()]));
        const codes = await withTimeout(store.codes.findByTokens([...spellings]), queryMs);
        const found = new Map(codes.map((code) => [code.token, code]));
        for (const [token, question] of questions) {
          const code = found.get(token) ?? slugIn(found, token);
          const names = code === null ? [token] : [token, code.token, code.ownToken];
          if (!names.some((name) => changedMeanwhile.has(name))) remember(token, code, at, asOf);
          question.resolve(code);
        }
      } catch (error) {
        failedAt = clock.steady();
        for (const [token, question] of questions) {
          // While the store is unavailable, a stale code is better than none, unless it was changed since: its owner
          // was told that it is paused or leads elsewhere.
          const stale = entryOf(token);
          if (stale && stale.epoch !== CHANGED) question.resolve(stale.code);
          else question.reject(error);
        }
      }
    }
    asking = false;
  }

  function remember(asked: string, code: VisitedCode | null, readAt: number, asOf: number): void {
    // A deleted code may be restored.
    const named = code ?? entryOf(asked)?.code;
    const token = named?.isSlug ? named.token : asked;
    if (named) for (const name of [named.token, named.ownToken]) if (name !== token) noteAlias(name, token);
    if (code) {
      present.set(token, { code, readAt, epoch: asOf });
    } else {
      present.delete(token);
      absent.set(token, readAt + ABSENT_MS);
    }
  }

  return {
    /** The code if cached, null if it is known not to exist, undefined if it must be looked up with `find`. */
    peek(token: string): VisitedCode | null | undefined {
      const entry = entryOf(token);
      const now = clock.steady();
      if (entry && isCurrent(entry)) {
        const age = now - entry.readAt;
        const hears = age <= FRESH_MS || store.hearsChanges();
        if (!hears && age > 2 * FRESH_MS && now - failedAt > FRESH_MS) return undefined;
        if (!hears || age > HEARD_FRESH_MS) {
          entry.readAt = now;
          // `ask` records that the store does not answer; meanwhile the cached code is served.
          find(token).catch(() => {});
        }
        return entry.code;
      }
      if (!entry && (absent.get(token) ?? 0) > now) return null;
      return undefined;
    },
    find,
  };
}

/** A slug is valid in any case. */
function slugIn(found: ReadonlyMap<string, VisitedCode>, token: string): VisitedCode | null {
  const code = found.get(token.toLowerCase());
  return code?.isSlug ? code : null;
}
