import { createKeyText, hashKey } from "../../src/keys/format.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";

const createId = createIds(Date.now);

/** A person with a key, put straight into the store; gives the key's id. */
export async function freshKey(store: Store): Promise<string> {
  const userId = createId();
  const flag = (value: boolean) => (store.engine === "sqlite" ? Number(value) : value);
  const now = new Date().toISOString();
  await store.auth.db
    .insertInto("user")
    .values({
      id: userId,
      email: `${userId}@example.com`,
      name: "User",
      emailVerified: flag(true),
      createdAt: now,
      updatedAt: now,
      plan: "free",
      role: "member",
      suspended: flag(false),
    })
    .execute();
  const { text, prefix, lastFour } = createKeyText();
  const id = createId();
  const key = { id, userId, name: "test", prefix, lastFour, createdAt: Date.now() };
  await store.keys.create({ ...key, hash: hashKey(text) }, 100);
  return id;
}
