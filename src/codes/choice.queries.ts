import { type RawBuilder, sql } from "kysely";
import type { CodeChoice } from "../scans/filter.ts";
import { codesWithTag } from "../tags/code-tags.queries.ts";

/** Of a row of codes. */
export function chosen({ workspaceId, category, type, tag = [], ids }: CodeChoice): RawBuilder<boolean> {
  const tests = [sql`workspace_id = ${workspaceId} AND deleted_at IS NULL`];
  if (category !== undefined) tests.push(sql`category = ${category}`);
  if (type !== undefined) tests.push(sql`type = ${type}`);
  for (const id of tag) tests.push(sql`num IN (${codesWithTag(workspaceId, id)})`);
  if (ids !== undefined) tests.push(sql`id IN (${sql.join(ids)})`);
  return sql<boolean>`${sql.join(tests, sql` AND `)}`;
}
