import type { Store } from "../../src/store/store.ts";
import { addOwnerWithKey } from "../support/owner.ts";

/** The id of the only key of an owner. */
export const freshKey = async (store: Store): Promise<string> => (await addOwnerWithKey(store, { plan: "free" })).keyId;
