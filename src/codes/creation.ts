/** Creates codes from drafts, once per Idempotency-Key. */
import { createHash } from "node:crypto";
import type { Actor } from "../shared/actor.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, ownerGone } from "../shared/errors.ts";
import { createToken } from "../shared/ids.ts";
import type { Idempotency, NewCode } from "../store/code-store.ts";
import type { Store } from "../store/store.ts";
import { categoryOf, type Draft } from "./draft.ts";
import type { LookRules } from "./look-rules.ts";

export interface CreationOptions {
  store: Pick<Store, "codes">;
  clock: Clock;
  createId: () => string;
  lifetimeMs: number;
  lookRules: LookRules | undefined;
}

const ANSWERS_KEPT_MS = 24 * 3_600_000;
/** Tokens have 60 bits, so a second try practically always succeeds. */
const TOKEN_TRIES = 3;

/** One code per draft. */
type NewCodes<T extends readonly Draft[]> = { [I in keyof T]: NewCode };

export function createCreation(options: CreationOptions) {
  const { store, clock, createId, lifetimeMs, lookRules } = options;

  /** The generated values for this many drafts. */
  function giveTo(count: number): Given[] {
    const createdAt = clock.now();
    const given = { createdAt, slidesTo: createdAt + lifetimeMs };
    return Array.from({ length: count }, () => ({ id: createId(), token: createToken(), ...given }));
  }

  /** Creates all or none. `earlier`: an earlier request used the key, and nothing was created. */
  async function make<T extends [Draft] | Draft[]>(
    ownerId: string,
    drafts: T,
    by: Actor | undefined,
    onceOf?: (codes: NewCodes<T>) => Idempotency,
  ): Promise<{ codes: NewCodes<T>; earlier: string | null }> {
    const looks = await lookRules?.looksFor(ownerId, drafts);
    for (let tries = TOKEN_TRIES; tries > 0; tries--) {
      const given = giveTo(drafts.length);
      const codes = drafts.map((draft, i) => ({
        ...newCode(ownerId, draft, given[i]!),
        madeBy: by,
        ...(looks && { style: looks[i]! }),
      })) as NewCodes<T>;
      const once = onceOf?.(codes);
      const outcome = await store.codes.createAll(codes, once);
      if (outcome === "no-owner") throw ownerGone();
      if (outcome === null) return { codes, earlier: null };
      if (outcome === "token-taken") continue;
      if (outcome.bodyHash !== once!.bodyHash) throw invalid([KEY_USED]);
      return { codes, earlier: outcome.answer };
    }
    throw new Error(`No unused share token was found in ${TOKEN_TRIES} attempts.`);
  }

  const onceOf = (key: string, draft: unknown, answer: string, createdAt: number) => ({
    key,
    bodyHash: createHash("sha256").update(JSON.stringify(draft)).digest("hex"),
    answer,
    notBefore: createdAt - ANSWERS_KEPT_MS,
  });

  return {
    async create(ownerId: string, draft: Draft, by?: Actor): Promise<NewCode> {
      const { codes } = await make(ownerId, [draft], by);
      return codes[0];
    },

    /** The same key and draft within 24 hours return the first answer and create nothing. */
    async createOnce(
      ownerId: string,
      draft: Draft,
      key: string,
      answerOf: (code: NewCode) => string,
      by?: Actor,
    ): Promise<{ answer: string; replayed: boolean }> {
      const { codes, earlier } = await make(ownerId, [draft], by, ([code]) =>
        onceOf(key, draft, answerOf(code), code.createdAt),
      );
      return { answer: earlier ?? answerOf(codes[0]), replayed: earlier !== null };
    },

    /** All or none, in order; with a key, once. */
    async createAll(
      ownerId: string,
      drafts: Draft[],
      key?: string,
      by?: Actor,
    ): Promise<{ codes: readonly NewCode[]; replayed: boolean }> {
      const { codes, earlier } = await make(
        ownerId,
        drafts,
        by,
        key === undefined
          ? undefined
          : (made) => {
              const { createdAt } = made[0]!;
              return onceOf(key, drafts, keepCodes(made, createdAt + lifetimeMs), createdAt);
            },
      );
      if (earlier === null) return { codes, replayed: false };
      const given = readKeptCodes(earlier);
      const again = drafts.map((draft, i) => newCode(ownerId, draft, given[i]!));
      return { codes: again, replayed: true };
    },
  };
}

export function newCode(ownerId: string, draft: Draft, given: Given): NewCode {
  const { isPublic = true, expiresAt = null, ...rest } = draft;
  const { slidesTo, createdAt, ...named } = given;
  return {
    ...rest,
    category: categoryOf(draft.category),
    ...named,
    ownerId,
    isPublic,
    isFavorite: false,
    createdAt,
    updatedAt: createdAt,
    expiresAt: expiresAt ?? slidesTo,
    expiresFixed: expiresAt !== null,
  };
}

const KEY_USED = { field: "Idempotency-Key", message: "was already used with another body within the last 24 hours" };

/**
 * Stored per Idempotency-Key for repeated requests: only the generated values, fifty bytes per code instead of up to
 * a megabyte of content.
 */

/** Values generated by the service. */
interface Given {
  id: string;
  token: string;
  createdAt: number;
  /** The expiry unless the owner sets a date. */
  slidesTo: number;
}

interface Kept extends Pick<Given, "createdAt" | "slidesTo"> {
  /** Id and token of each code. */
  codes: readonly (readonly [id: string, token: string])[];
}

const keepCodes = (codes: readonly NewCode[], slidesTo: number): string =>
  JSON.stringify({
    createdAt: codes[0]!.createdAt,
    slidesTo,
    codes: codes.map(({ id, token }) => [id, token] as const),
  } satisfies Kept);

function readKeptCodes(kept: string): Given[] {
  const { createdAt, slidesTo, codes } = JSON.parse(kept) as Kept;
  return codes.map(([id, token]) => ({ id, token, createdAt, slidesTo }));
}
