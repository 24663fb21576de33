import type { Store } from "../../src/store/store.ts";
import { addOwnerWithKey } from "../support/owner.ts";

/** The id of a key whose owner has no other. */
export const freshKey = async (store: Store): Promise<string> => (await addOwnerWithKey(store, { plan: "free" })).keyId;
