import type { Code } from "../api/types.ts";

const VERBS = ["download", "print", "pause", "activate", "renew", "edit"] as const;
export type Verb = (typeof VERBS)[number];

/** "pause table" asks for an action on the codes that "table" finds. */
export function readQuery(query: string): { verb: Verb | null; name: string } {
  const [, first, name] = /^(\S+)\s+(\S.*)$/.exec(query.trim()) ?? [];
  const verb = VERBS.find((one) => one === first?.toLowerCase()) ?? null;
  return { verb, name: verb === null ? query.trim() : name! };
}

/** What can be done with a code as it is. */
export const verbsFor = ({ state, isPublic }: Pick<Code, "state" | "isPublic">, mayEdit: boolean): Verb[] =>
  mayEdit
    ? ["download", "print", state === "expired" ? "renew" : isPublic ? "pause" : "activate", "edit"]
    : ["download", "print"];
