import { type Kysely, type RawBuilder, sql } from "kysely";
import { claim } from "../database/idempotency.ts";
import { PREPARED } from "../database/statements.ts";
import type { Tables } from "../database/tables.ts";
import type { Idempotency } from "../shared/idempotency.ts";
import { KEEP_WEBHOOKS, wantsBit } from "../webhooks/events.queries.ts";
import type { NewCode } from "./code.ts";
import {
  activeWorkspace,
  categorised,
  codeRow,
  codeValues,
  columnList,
  counterRow,
  createdEntry,
  KEY_TAKEN,
  type MakeCodes,
  NO_SLUGS,
  NO_WORKSPACE,
  takeSlugs,
} from "./creation.queries.ts";
import { createdEvents } from "./events.queries.ts";

interface Outcome {
  owned: boolean;
  has_slugs_left: boolean;
  claimed: boolean;
}

/**
 * One statement, without round trips and without holding locks between them. Its parts only see what the others
 * return; the triggers, which are volatile, see everything.
 */
function creation(
  db: Kysely<Tables>,
  codes: readonly NewCode[],
  once: Idempotency | undefined,
  mostSlugs: number,
  notice: (token: RawBuilder<string>) => RawBuilder<unknown>,
): RawBuilder<Outcome> {
  const [{ workspaceId, createdAt }] = codes as [NewCode];
  const rows = codes.map(codeRow);
  const counters = codes.map(counterRow);
  const { id: _, ...counted } = counters[0]!;
  const entry = createdEntry(codes);
  const slugs = codes.filter(({ isSlug }) => isSlug).length;
  const hasSlugs = slugs > 0;
  const tagged = categorised(codes);
  // Before the codes and in order, so that two requests for the same slugs cannot deadlock.
  const counting = takeSlugs(db, workspaceId, slugs);
  const ifClaimed = sql<boolean>`EXISTS (SELECT FROM claim)`;
  const taken = sql`taken AS (
      INSERT INTO taken_tokens (token, is_slug) SELECT token, 1 FROM json_populate_recordset(NULL::codes, ${JSON.stringify(rows)}::json)
      WHERE is_slug = 1 AND EXISTS (SELECT FROM claim) ORDER BY token COLLATE "C" RETURNING token),
    counted AS (${counting.ofWorkspace.where(ifClaimed)}),
    counted_maker AS (${counting.ofMaker.where(ifClaimed)}),`;
  // After the workspace, to avoid deadlocks. None: its account was removed, and the workspace counts alone.
  const maker = sql`maker AS MATERIALIZED (
      SELECT slugs_taken FROM "user" WHERE id = (SELECT made_by FROM workspace) FOR NO KEY UPDATE),`;
  // Locked, so that they are not removed meanwhile: after the workspace, as everywhere.
  const tags = sql`wanted AS (SELECT * FROM json_to_recordset(${JSON.stringify(tagged)}::json) AS w (id text, key text)),
    held AS MATERIALIZED (
      SELECT num, name_key FROM tags WHERE workspace_id = ${workspaceId} AND merged_into IS NULL
        AND name_key IN (SELECT key FROM wanted) AND EXISTS (SELECT FROM claim) ORDER BY num FOR SHARE),
    tagged AS (
      INSERT INTO code_tags (code_num, tag_num, is_listed)
      SELECT made.num, held.num, 1 FROM made JOIN wanted USING (id) JOIN held ON held.name_key = wanted.key),`;
  const owned = sql`EXISTS (SELECT FROM workspace)`;
  const hasSlugsLeft = hasSlugs
    ? sql`EXISTS (SELECT FROM workspace
        WHERE coalesce((SELECT slugs_taken FROM maker), slugs_taken) <= ${mostSlugs - slugs}::bigint)`
    : owned;
  return sql<Outcome>`WITH
    workspace AS MATERIALIZED (${activeWorkspace(db, workspaceId, slugs)}),
    ${hasSlugs ? maker : sql``}
    claim AS (${once ? claim(once, workspaceId, createdAt, hasSlugsLeft) : sql`SELECT id AS key FROM workspace WHERE ${hasSlugsLeft}`}),
    ${hasSlugs ? taken : sql``}
    made AS (
      INSERT INTO codes (${columnList(rows[0]!)})
      SELECT ${columnList(rows[0]!, codeValues(db, codes[0]!))}
      FROM json_populate_recordset(NULL::codes, ${JSON.stringify(rows)}::json)
      WHERE EXISTS (SELECT FROM claim) ${hasSlugs ? sql`AND (SELECT count(*) FROM taken) > 0` : sql``}
      RETURNING num, id, token),
    ${tagged.length > 0 ? tags : sql``}
    counters AS (
      INSERT INTO code_counters (code_num, ${columnList(counted)})
      SELECT made.num, ${columnList(counted)}
      FROM json_to_recordset(${JSON.stringify(counters)}::json) AS c (id text, ${columnTypes(counted)})
      JOIN made USING (id)),
    events AS (
      INSERT INTO webhook_deliveries (webhook_num, id, type, at, data)
      SELECT w.num, e.id, e.type, ${createdAt}::bigint, e.data
      FROM json_to_recordset(${JSON.stringify(createdEvents(codes))}::json)
        AS e (id text, "codeId" text, type text, bit integer, data text)
      JOIN made ON made.id = e."codeId" CROSS JOIN webhooks w
      WHERE ${wantsBit(sql`e.bit`, workspaceId)} ${KEEP_WEBHOOKS.postgres}),
    audited AS (
      INSERT INTO audit (${columnList(entry)})
      SELECT ${columnList(entry)} FROM json_populate_record(NULL::audit, ${JSON.stringify(entry)}::json)
      WHERE EXISTS (SELECT FROM claim))
    SELECT ${PREPARED} ${owned} AS owned, ${hasSlugsLeft} AS has_slugs_left, EXISTS (SELECT FROM claim) AS claimed,
      (SELECT count(${notice(sql.ref("made.token"))}) FROM made) AS announced`;
}

const columnTypes = (row: object) => columnList(row, (name) => sql`${sql.ref(name)} bigint`);

export function createMakeCodes(
  db: Kysely<Tables>,
  notice: (token: RawBuilder<string>) => RawBuilder<unknown>,
): MakeCodes {
  return async (codes, once, mostSlugs) => {
    const { rows } = await creation(db, codes, once, mostSlugs, notice).execute(db);
    const { owned, has_slugs_left, claimed } = rows[0]!;
    if (!owned) return NO_WORKSPACE;
    if (!has_slugs_left) return NO_SLUGS;
    return claimed ? null : KEY_TAKEN;
  };
}
