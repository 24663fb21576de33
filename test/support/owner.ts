import { createKeys } from "../../src/keys/service.ts";
import { type Clock, createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";

export interface Owner {
  id: string;
  key: string;
  keyId: string;
}

export interface OwnerOptions {
  plan?: string;
  email?: string;
  clock?: Clock;
}

const createId = createIds(Date.now);

/** A user with an API key, inserted directly into the store, who never signs in. */
export async function addOwnerWithKey(
  store: Store,
  { plan = "pro", email, clock = createSystemClock() }: OwnerOptions = {},
): Promise<Owner> {
  const id = createId();
  const flag = (value: boolean) => (store.engine === "sqlite" ? Number(value) : value);
  const now = new Date().toISOString();
  await store.auth.db
    .insertInto("user")
    .values({
      id,
      email: email ?? `${id}@example.com`,
      name: "User",
      emailVerified: flag(true),
      createdAt: now,
      updatedAt: now,
      plan,
      role: "member",
      suspended: flag(false),
    })
    .execute();
  const made = await createKeys({ store, clock, createId }).create(id, "test");
  return { id, key: made.text, keyId: made.key.id };
}
