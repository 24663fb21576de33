import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid } from "../shared/errors.ts";
import { textProblem } from "../shared/text.ts";
import type { Key, Store } from "../store/types.ts";
import { createKeyText, hashKey, readPrefix } from "./format.ts";

export interface VerifiedKey {
  id: string;
  ownerId: string;
  plan: string;
}

export type Keys = ReturnType<typeof createKeys>;

const NOBODYS_HASH = hashKey("nobody's key");

export function createKeys({
  store,
  clock,
  createId,
}: {
  store: Store;
  clock: Clock;
  createId: () => string;
}) {
  return {
    /** The text is given this once; only its hash is kept. */
    async create(userId: string, name: string): Promise<{ text: string; key: Key }> {
      const problem = textProblem(name, 100);
      if (problem) {
        throw invalid([{ field: "name", message: problem }], `A key's name ${problem}.`);
      }
      const { text, prefix, lastFour } = createKeyText();
      const key = { id: createId(), userId, name, prefix, lastFour, createdAt: clock.now() };
      await store.keys.create({ ...key, hash: hashKey(text) });
      return { text, key: { ...key, lastUsedAt: null, revokedAt: null } };
    },

    /** Whose key this is, or null. It takes the same time whether or not the prefix exists. */
    async verify(text: string): Promise<VerifiedKey | null> {
      const prefix = readPrefix(text);
      if (prefix === null) return null;
      const lock = await store.keys.findLock(prefix);
      const expected = Buffer.from(lock?.hash ?? NOBODYS_HASH, "hex");
      const same = timingSafeEqual(Buffer.from(hashKey(text), "hex"), expected);
      if (!lock || !same || lock.refused) return null;
      return { id: lock.id, ownerId: lock.userId, plan: lock.plan };
    },

    list: (userId: string): Promise<Key[]> => store.keys.list(userId),

    revoke: (prefix: string, userId?: string): Promise<boolean> =>
      store.keys.revoke(prefix, clock.now(), userId),
  };
}
