/** Marks on the time axis of a code: what happened to it when. */
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { ChangeKind } from "../shared/vocabulary.ts";
import { changedFields, changesOf } from "../workspaces/audit.queries.ts";
import type { Code, CodeChange } from "./code.ts";

const LOOK = ["style", "foregroundColor", "backgroundColor", "errorCorrection"] as const;

/** The kinds of a change that differs from the code. */
export function kindsOf(code: Code, change: CodeChange): ChangeKind[] {
  const isChanged = (field: keyof CodeChange) => change[field] !== undefined && change[field] !== code[field];
  return [
    ...(LOOK.some(isChanged) ? (["look"] as const) : []),
    ...(isChanged("isPublic") ? [change.isPublic ? ("resumed" as const) : ("paused" as const)] : []),
    ...(isChanged("expiresAt") ? (["expiry"] as const) : []),
  ];
}

/** An end date that nobody set is none. */
const setEnd = ({ expiresAt, expiresFixed }: Code): number | null => (expiresFixed ? expiresAt : null);

/** What the audit log tells of a change. As in the API, it has no expiresFixed. Destinations of links are no secret. */
export function toldOf(code: Code, changed: Code, { expiresFixed: _, ...change }: CodeChange) {
  type Told = Omit<CodeChange, "expiresAt"> & { expiresAt?: number | null };
  const told: Told = change.expiresAt === undefined ? change : { ...change, expiresAt: setEnd(changed) };
  const also = code.type === "url" ? "content" : undefined;
  const changes = changesOf<Told>({ ...code, expiresAt: setEnd(code) }, told, also);
  return { detail: changedFields<CodeChange>(code, change), changes };
}

export async function keepChanges(
  trx: Transaction<Tables>,
  nums: readonly number[],
  kinds: readonly ChangeKind[],
  at: number,
): Promise<void> {
  const rows = nums.flatMap((num) => kinds.map((kind) => ({ code_num: num, at, kind })));
  if (rows.length === 0) return;
  await trx
    .insertInto("code_changes")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Newest first. */
export const readChanges = (db: Kysely<Tables>, codeNum: number, limit: number) =>
  db
    .selectFrom("code_changes")
    .select(["at", "kind"])
    .where("code_num", "=", codeNum)
    .orderBy("at", "desc")
    .orderBy("kind")
    .limit(limit)
    .execute();
