/** Authors of changes by email, because ids are local to a service. */
import { writeActor } from "../shared/actor.ts";
import type { ActorRecord } from "./record-schemas.ts";

/** Placeholder for a person without an account here. */
const GONE = "gone";

export type ActorOf = (record: ActorRecord) => Promise<string | null>;

/** `personOf` finds the id of an account here. */
export function createActors(personOf: (email: string) => Promise<string | null>): ActorOf {
  const known = new Map<string, string>();
  return async (record) => {
    if (record === null) return null;
    const { kind, name } = record;
    if (kind !== "person") return writeActor({ kind, name: name ?? "" });
    if (name === null) return writeActor({ kind, name: GONE });
    if (!known.has(name)) known.set(name, (await personOf(name)) ?? GONE);
    return writeActor({ kind, name: known.get(name)! });
  };
}
