/** Who changed a code, as bundles say it: people by e-mail, since their ids are one service's own. */
import { type Actor, readActor, writeActor } from "../shared/actor.ts";
import type { BundleReader } from "../store/bundle-store.ts";

/** A person without a name is gone. */
export type ActorRecord = { kind: Actor["kind"]; name: string | null } | null;

/** What an imported code says of somebody who is not known here: it is nobody's id. */
const GONE = "gone";

/** Reads whom the texts name, and gives the records. */
export function createActorRecords(reader: Pick<BundleReader, "owners">) {
  const emails = new Map<string, string | null>();
  const recordOf = (text: string | null): ActorRecord => {
    const actor = readActor(text);
    return actor?.kind === "person" ? { ...actor, name: emails.get(actor.name) ?? null } : actor;
  };
  return async (texts: readonly (string | null)[]): Promise<typeof recordOf> => {
    const named = texts.map(readActor).filter((actor) => actor?.kind === "person");
    const unknown = [...new Set(named.map((actor) => actor!.name))].filter((id) => !emails.has(id));
    const found = await reader.owners(unknown);
    for (const id of unknown) emails.set(id, found.find((owner) => owner.id === id)?.email ?? null);
    return recordOf;
  };
}

/** `personOf` knows the ids of accounts here. */
export function createActors(personOf: (email: string) => Promise<string | null>) {
  const known = new Map<string, string>();
  return async (record: ActorRecord): Promise<string | null> => {
    if (record === null) return null;
    const { kind, name } = record;
    if (kind !== "person") return writeActor({ kind, name: name ?? "" });
    if (name === null) return writeActor({ kind, name: GONE });
    if (!known.has(name)) known.set(name, (await personOf(name)) ?? GONE);
    return writeActor({ kind, name: known.get(name)! });
  };
}
