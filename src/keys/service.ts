import { timingSafeEqual } from "node:crypto";
import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { END_OF_TIMES, timestamp } from "../shared/days.ts";
import { DomainError, type FieldProblem, invalid } from "../shared/errors.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { Key, KeyScope } from "../workspaces/people.ts";
import { createKeyText, hashKey, readPrefix } from "./format.ts";
import { createUnknownPrefixes } from "./unknown-prefixes.ts";

export interface VerifiedKey extends KeyLimits {
  id: string;
  workspaceId: string;
  /** The account that its requests are charged to: see Acting. */
  person: string;
  name: string;
  plan: string;
}

/** Set when a key is created; they never change. */
export interface KeyLimits {
  scope: KeyScope;
  /** Unix ms after which the key is refused; null: never. */
  endsAt: number | null;
}

export type Keys = ReturnType<typeof createKeys>;

const NO_LIMITS: KeyLimits = { scope: "full", endsAt: null };
const NOBODYS_HASH = hashKey("nobody's key");
const MAX_IN_FORCE = 100;
const MAX_REMEMBERED = 10_000;

const isEnded = ({ endsAt }: KeyLimits, now: number): boolean => endsAt !== null && endsAt <= now;

export function createKeys({ store, clock, createId }: { store: Store; clock: Clock; createId: () => string }) {
  const unknown = createUnknownPrefixes(clock);
  /** Verified keys by the hash of their text. The store compares what can change while a key is valid. */
  const verified = createBoundedMap<VerifiedKey>(MAX_REMEMBERED);

  function check(name: string, endsAt: number | null): void {
    const wrong: FieldProblem[] = [];
    const problem = textProblem(name, 100) ?? lineProblem(name);
    if (problem) wrong.push({ field: "name", message: problem });
    if (isEnded({ scope: "full", endsAt }, clock.now())) {
      wrong.push({ field: "endsAt", message: "must be in the future" });
    } else if (endsAt !== null && endsAt >= END_OF_TIMES) {
      wrong.push({ field: "endsAt", message: "must be before the end of the year 9999" });
    }
    const [first] = wrong;
    if (!first) return;
    const whose = first.field === "name" ? "A key's name" : "A key's end";
    throw invalid(wrong, `${whose} ${first.message}.`);
  }

  async function find(text: string): Promise<VerifiedKey | null> {
    const prefix = readPrefix(text);
    if (prefix === null || unknown.has(prefix)) return null;
    const seen = unknown.looking();
    const credential = await store.keys.findByPrefix(prefix);
    if (!credential) seen(prefix);
    const expected = Buffer.from(credential?.hash ?? NOBODYS_HASH, "hex");
    const given = Buffer.from(hashKey(text), "hex");
    const same = timingSafeEqual(given, expected);
    if (!credential || !same || credential.refused) return null;
    if (isEnded(credential, clock.now())) throw ended(credential.endsAt!);
    const { id, workspaceId, person, name, plan, scope, endsAt } = credential;
    return { id, workspaceId, person, name, plan, scope, endsAt };
  }

  return {
    /** Returns the key's text, which is not stored; only its hash is. */
    async create(
      { workspaceId, userId: madeBy }: { workspaceId: string; userId: string },
      name: string,
      { scope, endsAt }: KeyLimits = NO_LIMITS,
    ): Promise<{ text: string; key: Key }> {
      check(name, endsAt);
      const { text, prefix, lastFour } = createKeyText();
      const limits = { scope, endsAt };
      const who = { id: createId(), workspaceId, madeBy, name, prefix, lastFour };
      const key = { ...who, ...limits, createdAt: clock.now() };
      const hash = hashKey(text);
      await store.keys.create({ ...key, hash }, MAX_IN_FORCE);
      unknown.forget(prefix);
      return { text, key: { ...key, lastUsedAt: null, revokedAt: null } };
    },

    /** Whether an owner of the workspace created it, who still is one. */
    isOwners: (keyId: string): Promise<boolean> => store.keys.isOwners(keyId),

    /**
     * The verified key, or null. Takes the same time whether or not the prefix exists. An expired key gets its own
     * message.
     */
    async verify(text: string): Promise<VerifiedKey | null> {
      const key = await find(text);
      if (key) return verified.set(hashKey(text), key);
      // Otherwise each further use would query the store twice or for nothing.
      verified.delete(hashKey(text));
      return null;
    },

    /** The key as last verified. The caller checks with the store that it is still valid. */
    recall(text: string): VerifiedKey | null {
      const key = verified.get(hashKey(text));
      return key && !isEnded(key, clock.now()) ? key : null;
    },

    /** Neither revoked nor expired. */
    isInForce: (key: Key): boolean => key.revokedAt === null && !isEnded(key, clock.now()),

    list: (workspaceId: string): Promise<Key[]> => store.keys.list(workspaceId),

    revoke: (prefix: string, workspaceId?: string): Promise<boolean> =>
      store.keys.revoke(prefix, clock.now(), workspaceId),
  };
}

const ended = (at: number): DomainError =>
  new DomainError(
    "invalid_api_key",
    `This API key expired at ${timestamp(at)}. Create a new one on the API keys page.`,
  );
