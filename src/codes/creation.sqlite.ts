import { type Compilable, type Kysely, sql } from "kysely";
import { claim } from "../database/idempotency.ts";
import type { Step } from "../database/sqlite/database.ts";
import type { Tables } from "../database/tables.ts";
import type { Idempotency } from "../shared/idempotency.ts";
import { wantsBit } from "../webhooks/events.queries.ts";
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
  NO_SLUGS,
  NO_WORKSPACE,
  takeSlugs,
} from "./creation.queries.ts";
import { createdEvents } from "./events.queries.ts";

const fieldOf = (name: string) => sql`value ->> ${sql.lit(name)}`;

/** Rows are passed as JSON, so that the statements are the same for any number of codes. */
export function creationSteps(
  db: Kysely<Tables>,
  codes: readonly NewCode[],
  once: Idempotency | undefined,
  mostSlugs: number,
): Step[] {
  const [{ workspaceId, createdAt }] = codes as [NewCode];
  const step = (query: Compilable, orElse?: string): Step => {
    const { sql, parameters } = query.compile();
    return { sql, parameters, orElse };
  };
  const raw = (query: ReturnType<typeof sql>, orElse?: string): Step =>
    step({ compile: () => query.compile(db) }, orElse);
  const rows = codes.map(codeRow);
  const counters = codes.map(counterRow);
  const slugs = codes.filter(({ isSlug }) => isSlug).map(({ token }) => ({ token, is_slug: 1 }));
  const tagged = categorised(codes);
  const { ofWorkspace, ofMaker } = takeSlugs(db, workspaceId, slugs.length);
  const taken = sql`coalesce((SELECT slugs_taken FROM "user" WHERE id = made_by), slugs_taken)`;
  const counting = ofWorkspace.where(sql<boolean>`${taken} <= ${mostSlugs - slugs.length}`).returning("id");
  const { id: _, ...counted } = counters[0]!;
  return [
    step(activeWorkspace(db, workspaceId, slugs.length), NO_WORKSPACE),
    ...(once ? [raw(claim(once, workspaceId, createdAt, sql`true`), KEY_TAKEN)] : []),
    raw(sql`INSERT INTO codes (${columnList(rows[0]!)})
      SELECT ${columnList(rows[0]!, codeValues(db, codes[0]!, fieldOf))} FROM json_each(${JSON.stringify(rows)}) ORDER BY key`),
    raw(sql`INSERT INTO code_counters (code_num, ${columnList(counted)})
      SELECT codes.num, ${columnList(counted, fieldOf)} FROM json_each(${JSON.stringify(counters)})
      JOIN codes ON codes.id = value ->> 'id'`),
    ...(tagged.length > 0
      ? [
          raw(sql`INSERT INTO code_tags (code_num, tag_num, is_listed)
      SELECT codes.num, tags.num, 1 FROM json_each(${JSON.stringify(tagged)}) JOIN codes ON codes.id = value ->> 'id'
      JOIN tags ON tags.workspace_id = ${workspaceId} AND tags.name_key = value ->> 'key' AND tags.merged_into IS NULL`),
        ]
      : []),
    raw(sql`
      INSERT INTO webhook_deliveries (webhook_num, id, type, at, data)
      SELECT w.num, e.value ->> 'id', e.value ->> 'type', ${createdAt}, e.value ->> 'data'
      FROM webhooks w, json_each(${JSON.stringify(createdEvents(codes))}) e
      WHERE ${wantsBit(sql`(e.value ->> 'bit')`, workspaceId)}`),
    ...(slugs.length > 0
      ? [step(counting, NO_SLUGS), step(ofMaker), step(db.insertInto("taken_tokens").values(slugs))]
      : []),
    step(db.insertInto("audit").values(createdEntry(codes))),
  ];
}
