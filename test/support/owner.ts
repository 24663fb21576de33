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

/** A user with a workspace of the same id and an API key, inserted directly into the store, who never signs in. */
export async function addOwnerWithKey(
  store: Store,
  { plan = "pro", email, clock = createSystemClock() }: OwnerOptions = {},
): Promise<Owner> {
  const id = createId();
  await store.accounts.create({
    id,
    email: email ?? `${id}@example.com`,
    name: "User",
    role: "member",
    workspaceId: id,
    plan,
    passwordHash: null,
    createdAt: Date.now(),
    emailVerified: true,
    firstAdmin: false,
  });
  const made = await createKeys({ store, clock, createId }).create({ workspaceId: id, userId: id }, "test");
  return { id, key: made.text, keyId: made.key.id };
}
