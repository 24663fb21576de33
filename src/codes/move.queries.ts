/** Moves a code to another workspace. */
import { sql, type Transaction } from "kysely";
import { otherId } from "../database/reserved.ts";
import type { Tables } from "../database/tables.ts";
import { applyTagChanges, takeTags } from "../tags/code-tags.queries.ts";
import { tagsFull } from "../tags/tag.ts";
import { auditNumbers, hasEnded } from "../workspaces/member-belongings.queries.ts";
import { holdWorkspace } from "../workspaces/workspaces.queries.ts";
import type { Code } from "./code.ts";
import { freeExternalIds } from "./external.queries.ts";
import { hasVerifiedDomain, keepLinks } from "./moved-links.queries.ts";
import { noMoveTarget, onlyOwnersMove } from "./refusals.ts";

type Trx = Transaction<Tables>;

export interface CodeMove {
  id: string;
  from: string;
  to: string;
  /** Has to be an editor of both, and an owner of `from` if it has a verified domain, which will serve the code. */
  userId: string;
  now: number;
}

/** Locks both workspaces, so that neither is removed, no role changes and no domain is verified meanwhile. */
export async function holdBoth(trx: Trx, { from, to, userId }: CodeMove): Promise<void> {
  // In the same order for everybody, to avoid deadlocks.
  for (const id of [from, to].toSorted()) await holdWorkspace(trx, id, noMoveTarget);
  const roles = await trx
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["workspace_id as id", "role", hasVerifiedDomain(from).as("hasDomain")])
    .where("user_id", "=", userId)
    .where("workspace_id", "in", [from, to])
    .where("role", "!=", "viewer")
    .where("suspended", "=", 0)
    .execute();
  if (roles.length < 2) throw noMoveTarget();
  const { role, hasDomain } = roles.find(({ id }) => id === from)!;
  if (hasDomain && role !== "owner") throw onlyOwnersMove();
}

/**
 * Versions, scans and counts follow, because they belong to the code's number. Links to its numbers do not: who shared
 * them may not be a member there. Returns the moved code.
 */
export async function moveCode(trx: Trx, code: Code, { to, now }: CodeMove): Promise<Code> {
  const style = await withLogoOf(trx, code, to);
  await moveTags(trx, code, to);
  await keepLinks(trx, code, to, now);
  const links = await trx.deleteFrom("insight_links").where("code_num", "=", code.num).returning("ends_at").execute();
  for (const { ends_at } of links) {
    if (hasEnded(ends_at, now)) continue;
    await auditNumbers(trx, "numbers-unshared", code, { workspaceId: code.workspaceId, at: now });
  }
  if (code.externalId !== null) await freeExternalIds(trx, to, [code.externalId], now);
  await trx.updateTable("codes").set({ workspace_id: to, style }).where("num", "=", code.num).execute();
  return { ...code, workspaceId: to, style };
}

/** Tags of the same names in the other workspace, created if it has none. */
async function moveTags(trx: Trx, { num, workspaceId }: Code, to: string): Promise<void> {
  const tags = await trx
    .selectFrom("code_tags")
    .innerJoin("tags as held", "held.num", "code_tags.tag_num")
    // Instead of a tag that is being merged, the one that stays.
    .innerJoin("tags", (join) => join.on("tags.num", "=", sql<number>`coalesce(held.merged_into, held.num)`))
    .select(["tags.id", "tags.name", "tags.name_key", "tags.color", "tags.created_at as createdAt"])
    .where("code_num", "=", num)
    .where("tags.workspace_id", "=", workspaceId)
    .execute();
  const copies = tags.map(({ name_key: _, ...tag }) => ({ ...tag, id: otherId(tag.id) }));
  const numOf = await takeTags(trx, to, copies);
  if (!tags.every(({ name_key }) => numOf.has(name_key))) throw tagsFull("workspaceId");
  await trx.deleteFrom("code_tags").where("code_num", "=", num).execute();
  const added = tags.map(({ id, name_key }) => ({ id, num: numOf.get(name_key)! }));
  await applyTagChanges(trx, [{ num, added, removed: [] }]);
}

/** The look with a logo of the other workspace: the same picture, copied if it is not there. */
async function withLogoOf(trx: Trx, { style, workspaceId }: Code, to: string): Promise<string | null> {
  const look = JSON.parse(style ?? "{}") as { logo?: { id: string } | null };
  if (!look.logo) return style;
  const logo = await trx
    .selectFrom("logos")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", look.logo.id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("logos")
    .values({ ...logo, id: otherId(logo.id), workspace_id: to })
    .onConflict((conflict) => conflict.columns(["workspace_id", "hash"]).doNothing())
    .execute();
  const copy = await trx
    .selectFrom("logos")
    .select("id")
    .where("workspace_id", "=", to)
    .where("hash", "=", logo.hash)
    .executeTakeFirstOrThrow();
  return JSON.stringify({ ...look, logo: { ...look.logo, id: copy.id } });
}
