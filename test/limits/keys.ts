import type { Store } from "../../src/store/store.ts";
import type { KeyAsVerified } from "../../src/workspaces/people.ts";
import { addOwnerWithKey } from "../support/owner.ts";

/** The id of the only key of an owner. */
export async function freshOwnKey(store: Store): Promise<KeyAsVerified> {
  const { id: person, keyId: id } = await addOwnerWithKey(store, { plan: "free" });
  return { id, person, plan: "free" };
}

export const freshKey = async (store: Store): Promise<string> => (await freshOwnKey(store)).id;
