import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid } from "../shared/errors.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Key } from "../store/key-store.ts";
import type { Store } from "../store/store.ts";
import { createKeyText, hashKey, readPrefix } from "./format.ts";
import { createUnknownPrefixes } from "./unknown-prefixes.ts";

export interface VerifiedKey {
  id: string;
  ownerId: string;
  plan: string;
}

export type Keys = ReturnType<typeof createKeys>;

const NOBODYS_HASH = hashKey("nobody's key");
const MOST_IN_FORCE = 100;

export function createKeys({
  store,
  clock,
  createId,
}: {
  store: Store;
  clock: Clock;
  createId: () => string;
}) {
  const unknown = createUnknownPrefixes(clock);

  return {
    /** The text is given this once; only its hash is kept. */
    async create(userId: string, name: string): Promise<{ text: string; key: Key }> {
      const problem = textProblem(name, 100) ?? lineProblem(name);
      if (problem) {
        throw invalid([{ field: "name", message: problem }], `A key's name ${problem}.`);
      }
      const { text, prefix, lastFour } = createKeyText();
      const key = { id: createId(), userId, name, prefix, lastFour, createdAt: clock.now() };
      if (!(await store.keys.create({ ...key, hash: hashKey(text) }, MOST_IN_FORCE))) {
        const message = `There are ${MOST_IN_FORCE} keys in force already, which is the most. Revoke one first.`;
        throw invalid([{ field: "name", message }], message);
      }
      unknown.forget(prefix);
      return { text, key: { ...key, lastUsedAt: null, revokedAt: null } };
    },

    /** Whose key this is, or null. It takes the same time whether or not the prefix was ever used. */
    async verify(text: string): Promise<VerifiedKey | null> {
      const prefix = readPrefix(text);
      if (prefix === null || unknown.has(prefix)) return null;
      const seen = unknown.looking();
      const credential = await store.keys.findByPrefix(prefix);
      if (!credential) seen(prefix);
      const expected = Buffer.from(credential?.hash ?? NOBODYS_HASH, "hex");
      const same = timingSafeEqual(Buffer.from(hashKey(text), "hex"), expected);
      if (!credential || !same || credential.refused) return null;
      return { id: credential.id, ownerId: credential.userId, plan: credential.plan };
    },

    list: (userId: string): Promise<Key[]> => store.keys.list(userId),

    revoke: (prefix: string, userId?: string): Promise<boolean> =>
      store.keys.revoke(prefix, clock.now(), userId),
  };
}
