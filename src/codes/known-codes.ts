import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { withTimeout } from "../shared/timeout.ts";
import type { Code } from "../store/code-store.ts";
import type { Store } from "../store/store.ts";

/** Token to code without a database on the hot path. */
export interface KnownCodes {
  /** At once if it is known, null if it is known not to exist, undefined if one must `find` it. */
  peek(token: string): Code | null | undefined;
  /** Asks the store, together with all who ask meanwhile. Rejects when the store does not answer. */
  find(token: string): Promise<Code | null>;
}

export interface KnownCodesOptions {
  store: Pick<Store, "codes" | "onCodeChanged" | "hearsChanges">;
  clock: Clock;
  /** How many codes of usual length are kept, and as many tokens that do not exist. */
  size?: number;
  /** A query that takes longer is given up, so that one that hangs does not keep all others waiting. */
  queryMs?: number | undefined;
}

interface Entry {
  code: Code;
  readAt: number;
  /** CHANGED when somebody changed the code: it must be read again before it is used. */
  epoch: number;
}

const CHANGED = 0;

/**
 * A code that was read longer ago is answered as it is and read again in the background; one that was
 * read twice as long ago is read again before it is answered. This bounds how long a lost notice of a
 * change can matter, and a code in constant use never waits.
 */
const FRESH_MS = 5_000;
/** The same while notices surely arrive: only changes made by hand in the database come without one. */
const HEARD_FRESH_MS = 60_000;
/** Up to this many characters a code takes one place of the memory; a longer one takes more. */
const USUAL_LENGTH = 500;
const ABSENT_MS = 2_000;
const MOST_ASKED = 10_000;
const QUERY_MS = 2_000;
const TOKENS_A_QUERY = 500;

export function createKnownCodes({ store, clock, size = 100_000, queryMs = QUERY_MS }: KnownCodesOptions): KnownCodes {
  const present = createBoundedMap<Entry>(size, ({ code }) =>
    Math.ceil((code.name.length + code.content.length + (code.style?.length ?? 0)) / USUAL_LENGTH),
  );
  /** Until when each is taken not to exist. */
  const absent = createBoundedMap<number>(size);
  const asked = new Map<string, PromiseWithResolvers<Code | null>>();
  let asking = false;
  /** When the store last failed to answer: for a while after that no request waits for it. */
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Moves on when any code may have changed. */
  let epoch = 1;
  /** Codes that changed while a query ran: its answer about them may be old, and is not kept. */
  const changedMeanwhile = new Set<string>();

  store.onCodeChanged((token) => {
    if (token === null) {
      epoch += 1;
      return;
    }
    if (asking) changedMeanwhile.add(token);
    const entry = present.get(token);
    if (entry) entry.epoch = CHANGED;
    absent.delete(token);
  });

  function find(token: string): Promise<Code | null> {
    const known = asked.get(token);
    if (known) return known.promise;
    if (asked.size >= MOST_ASKED) return Promise.reject(new Error("Too many codes are asked for."));
    const question = Promise.withResolvers<Code | null>();
    asked.set(token, question);
    if (!asking) void ask();
    return question.promise;
  }

  /** One query at a time, for all tokens asked for since the last: a flood costs few queries. */
  async function ask(): Promise<void> {
    asking = true;
    while (asked.size > 0) {
      const questions = [...asked].slice(0, TOKENS_A_QUERY);
      for (const [token] of questions) asked.delete(token);
      changedMeanwhile.clear();
      const asOf = epoch;
      const at = clock.steady();
      try {
        const tokens = questions.map(([token]) => token);
        const codes = await withTimeout(store.codes.findByTokens(tokens), queryMs);
        const found = new Map(codes.map((code) => [code.token, code]));
        for (const [token, question] of questions) {
          const code = found.get(token) ?? null;
          if (!changedMeanwhile.has(token)) remember(token, code, at, asOf);
          question.resolve(code);
        }
      } catch (error) {
        failedAt = clock.steady();
        for (const [token, question] of questions) {
          // A code known from before is better than none while the store is away; but not one that
          // was changed since: its owner was told that it is paused, or leads elsewhere.
          const stale = present.get(token);
          if (stale && stale.epoch !== CHANGED) question.resolve(stale.code);
          else question.reject(error);
        }
      }
    }
    asking = false;
  }

  function remember(token: string, code: Code | null, readAt: number, asOf: number): void {
    if (code) {
      present.set(token, { code, readAt, epoch: asOf });
    } else {
      present.delete(token);
      absent.set(token, readAt + ABSENT_MS);
    }
  }

  return {
    peek(token) {
      const entry = present.get(token);
      const now = clock.steady();
      if (entry?.epoch === epoch) {
        const age = now - entry.readAt;
        const hears = age <= FRESH_MS || store.hearsChanges();
        if (!hears && age > 2 * FRESH_MS && now - failedAt > FRESH_MS) return undefined;
        if (!hears || age > HEARD_FRESH_MS) {
          entry.readAt = now;
          // `ask` notes a store that does not answer; meanwhile the code that is known is served.
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
