/** Fills an account with very many codes by SQL statements. */
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import type { EngineName } from "../../src/database/engine.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";

const AT_ONCE = 50_000;
/** Commits without sync: lost codes can be created again. */
const LOADING = "-c synchronous_commit=off -c maintenance_work_mem=256MB";
const WORDS = "lantern menu spring winter coffee table garden museum ticket poster".split(" ");
const TYPES = "url text wifi vcard email phone sms whatsapp geo social".split(" ");

/**
 * Like fillCodes, for very many codes: on PostgreSQL over its own connection, since the store's statements have a
 * time-out. `url` is undefined on SQLite.
 */
export async function loadCodes(
  store: Store,
  url: string | undefined,
  workspaceId: string,
  count: number,
): Promise<void> {
  if (url === undefined) return fillCodes(store.auth.db, "sqlite", workspaceId, count);
  await overOwnConnection(url, async (db) => {
    await fillCodes(db, "postgres", workspaceId, count);
    // Autovacuum would do this within minutes; until then the visibility map is out of date and index-only scans are
    // slow.
    await sql`VACUUM (ANALYZE) codes, code_counters`.execute(db);
  });
}

/** The same for tags of very many codes. */
export async function loadTags(
  store: Store,
  url: string | undefined,
  workspaceId: string,
  tags: readonly Tagged[],
): Promise<void> {
  if (url === undefined) for (const tag of tags) await tagCodes(store.auth.db, workspaceId, tag);
  else
    await overOwnConnection(url, async (db) => {
      for (const tag of tags) await tagCodes(db, workspaceId, tag);
      await sql`VACUUM (ANALYZE) code_tags`.execute(db);
    });
}

/** Names placements of very many codes. */
export async function loadPlacements(
  store: Store,
  url: string | undefined,
  workspaceId: string,
  placed: readonly Placed[],
): Promise<void> {
  if (url === undefined) for (const some of placed) await placeCodes(store.auth.db, "sqlite", workspaceId, some);
  else
    await overOwnConnection(url, async (db) => {
      for (const some of placed) await placeCodes(db, "postgres", workspaceId, some);
      await sql`VACUUM (ANALYZE) placements`.execute(db);
    });
}

async function overOwnConnection(url: string, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, options: LOADING });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

interface Tagged {
  id: string;
  every?: number;
  rest?: number;
}

/** Codes of every type, category and state; each name and content contains its number. */
export async function fillCodes(
  // biome-ignore lint/suspicious/noExplicitAny: tables that only the database itself fills.
  db: Kysely<any>,
  engine: EngineName,
  workspaceId: string,
  count: number,
  now = Date.now(),
): Promise<void> {
  const index = engine === "postgres" && count > AT_ONCE ? await dropSearchIndex(db) : null;
  for (let from = 0; from < count; from += AT_ONCE) {
    await fill(db, engine, workspaceId, from, Math.min(count, from + AT_ONCE), now);
  }
  if (index) await sql.raw(index).execute(db);
  if (engine === "postgres") await sql`ANALYZE codes, code_counters`.execute(db);
}

/** Gives a tag to the codes outside the bin whose number leaves `rest` when divided by `every`. The workspace exists. */
export async function tagCodes(
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  db: Kysely<any>,
  workspaceId: string,
  { id, every = 1, rest = 0 }: Tagged,
): Promise<void> {
  await sql`INSERT INTO tags (id, workspace_id, name, name_key, color, created_at)
    VALUES (${id}, ${workspaceId}, ${id}, ${id}, '#2f7ed8', 1)`.execute(db);
  await sql`INSERT INTO code_tags (code_num, tag_num, is_listed)
    SELECT c.num, t.num, CASE WHEN c.deleted_at IS NULL THEN 1 ELSE 0 END FROM codes AS c, tags AS t
    WHERE t.id = ${id} AND c.workspace_id = ${workspaceId} AND c.num % ${sql.lit(every)} = ${sql.lit(rest)}`.execute(
    db,
  );
}

interface Placed {
  name: string;
  every: number;
  copies?: number;
}

/** Gives `copies` placements, each with the name and a number, to the codes whose number `every` divides. */
async function placeCodes(
  db: Kysely<unknown>,
  engine: EngineName,
  workspaceId: string,
  { name, every, copies = 1 }: Placed,
): Promise<void> {
  const text = sql`CAST(${name} AS text)`;
  await sql`INSERT INTO placements (id, code_num, name, name_key, token, is_slug, is_paused, created_at)
    SELECT ${text} || c.num || '-' || i, c.num, ${text} || ' ' || i, ${text}, ${text} || c.num || '-' || i, 0, 0, 1
    FROM codes AS c CROSS JOIN ${numbersIn(engine, 0, copies)}
    WHERE c.workspace_id = ${workspaceId} AND c.num % ${sql.lit(every)} = 0`.execute(db);
}

/** Creating an index afterwards is far faster than filling it row by row. */
async function dropSearchIndex(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ made: string }>`
    SELECT pg_get_indexdef('codes_search'::regclass) AS made`.execute(db);
  await sql`DROP INDEX codes_search`.execute(db);
  return rows[0]!.made;
}

const numbersIn = (engine: EngineName, from: number, to: number) =>
  engine === "sqlite"
    ? sql`(WITH RECURSIVE g (i) AS (SELECT ${sql.lit(from)} UNION ALL SELECT i + 1 FROM g WHERE i + 1 < ${sql.lit(to)}) SELECT i FROM g) AS g`
    : sql`(SELECT i FROM generate_series(${sql.lit(from)}::bigint, ${sql.lit(to - 1)}::bigint) AS t(i)) AS g`;

async function fill(
  db: Kysely<unknown>,
  engine: EngineName,
  workspaceId: string,
  from: number,
  to: number,
  now: number,
): Promise<void> {
  const one = (list: readonly string[], times: number) =>
    sql.raw(`CASE (i * ${times}) % ${list.length} ${list.map((word, n) => `WHEN ${n} THEN '${word}'`).join(" ")} END`);
  const text = (value: ReturnType<typeof sql.raw>) => sql`CAST(${value} AS text)`;
  const i = text(sql.raw("i"));
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO codes (id, workspace_id, name, type, content, token, foreground, background, size,
        level, category, is_public, is_favorite, created_at, updated_at)
      SELECT ${workspaceId} || '-' || ${i}, ${workspaceId},
        ${one(WORDS, 1)} || ' ' || ${one(WORDS, 7)} || ' ' || ${i}, ${one(TYPES, 1)},
        'https://example.com/' || ${one(WORDS, 3)} || '/' || ${i}, ${workspaceId} || ${i},
        '#000000', '#ffffff', 512, 'M',
        CASE WHEN i % 3 = 0 THEN 'Category ' || CAST(i % 40 AS text) END,
        CASE WHEN i % 50 = 0 THEN 0 ELSE 1 END, CASE WHEN i % 100 = 1 THEN 1 ELSE 0 END,
        ${sql.lit(now)}, ${sql.lit(now)} FROM ${numbersIn(engine, from, to)}`.execute(trx);
    await sql`INSERT INTO code_counters (code_num, scan_count, expires_at, expires_fixed, renewed_at)
      SELECT num, (num * 7919) % 5000, ${sql.lit(now)} + ((num * 31) % 400 - 20) * ${sql.lit(DAY_MS)},
        0, ${sql.lit(now)}
      FROM codes WHERE num > coalesce((SELECT max(code_num) FROM code_counters), 0)`.execute(trx);
  });
}
