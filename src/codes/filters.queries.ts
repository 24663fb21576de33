/** The filters of a list, each with the index that finds matching codes. */
import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { quarterOf } from "../shared/days.ts";
import { type CodeFilter, QUIET_MS } from "./code.ts";

export interface Predicate {
  /** On a row of codes c and of code_counters l. */
  test: RawBuilder<boolean>;
  /** True if the test uses l. */
  ofCounters: boolean;
  /** The test on a row of code_counters alone, by the copies there; null if it has none. */
  countersTest: RawBuilder<boolean> | null;
  /** Numbers of possible matches from an index; null if there is none. */
  candidates: RawBuilder<unknown> | null;
  /** Possible matches as rows of c or l, where an index finds them. PostgreSQL only. */
  rows?: { codes?: RawBuilder<unknown>; counters?: RawBuilder<unknown> } | undefined;
  /** These rows of codes, optionally before a number, newest first. PostgreSQL only. */
  newestRows?: ((before?: number) => RawBuilder<unknown>) | undefined;
  /** True if the candidates can be read newest first, and the read stopped at any point. */
  ordered: boolean;
  /** The numbers of the candidates, newest first, where sorting them by number would read all. SQLite only. */
  newestNums?: ((before?: number) => RawBuilder<unknown>) | undefined;
  /** True if every candidate matches. */
  exact: boolean;
  /** The row that the tests look up, so that no index covers them. */
  looksUp?: (num: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Every code of a workspace. */
export function everyCode(engine: EngineName, workspaceId: string): Predicate {
  const test = sql<boolean>`c.deleted_at IS NULL`;
  const countersTest = sql<boolean>`l.list_workspace IS NOT NULL`;
  return ofCodes(engine, { workspaceId, test, countersTest, key: [], copied: false });
}

/** Flags are literals in the statement: SQLite needs that to use a partial index. */
export function predicatesOf(
  engine: EngineName,
  workspaceId: string,
  filter: CodeFilter,
  now: number,
  /** Numbers of the tags of the filter. */
  tags: readonly number[],
): Predicate[] {
  const others: Predicate[] = [];
  const add = (column: string, copy: string, value: RawBuilder<unknown>, copied: boolean) => {
    const key: Key = [sql.ref(`c.${column}`), value];
    const test = sql<boolean>`${key[0]} = ${value}`;
    const countersTest = sql<boolean>`${sql.ref(`l.${copy}`)} = ${value}`;
    others.push(ofCodes(engine, { workspaceId, test, countersTest, key: [key], copied }));
  };
  const { category, externalId, type, favorite, state } = filter;
  for (const num of tags) others.push(byTag(num));
  if (externalId !== undefined) others.push(byExternalId(workspaceId, externalId));
  if (category !== undefined) add("category", "list_category", sql`${category}`, true);
  if (type) add("type", "list_type", sql`${type}`, false);
  if (favorite !== undefined) {
    add("is_favorite", "list_favorite", sql.lit(Number(favorite)), favorite);
  }
  if (state === "paused") add("is_public", "list_public", sql.lit(0), true);
  else if (state === "active" || state === "expired") others.push(byExpiry(engine, workspaceId, state, now));
  else if (state === "quiet") others.push(byLastScan(engine, workspaceId, now));
  return others;
}

/** A column of codes and its value. */
type Key = readonly [RawBuilder<unknown>, RawBuilder<unknown>];

interface OfCodes {
  workspaceId: string;
  test: RawBuilder<boolean>;
  countersTest: RawBuilder<boolean>;
  /** The columns between workspace and number in the index. */
  key: readonly Key[];
  /** True if code_counters has an index on the copy, with all columns that lists sort and filter by. */
  copied: boolean;
}

function ofCodes(engine: EngineName, { workspaceId, test, countersTest, key, copied }: OfCodes): Predicate {
  const from = sql`FROM codes AS c WHERE c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL AND ${test}`;
  const counters = sql`SELECT l.* FROM code_counters AS l WHERE l.list_workspace = ${workspaceId} AND ${countersTest}`;
  const found = { test, countersTest, candidates: sql`SELECT c.num ${from}`, ofCounters: false };
  if (engine === "sqlite") return { ...found, ordered: true, exact: true };
  const rows = { codes: sql`SELECT c.* ${from}`, ...(copied ? { counters } : {}) };
  const newestRows = newestFirst([[sql`c.workspace_id`, sql`${workspaceId}`], ...key]);
  return { ...found, rows, newestRows, ordered: true, exact: true };
}

/**
 * PostgreSQL would walk these by number alone, past other workspaces' codes. Comparing and ordering whole rows makes it
 * use the index that begins with the workspace. Both bounds include the workspace: for `<` PostgreSQL would expect no rows, and
 * choose any index.
 */
function newestFirst(key: readonly Key[]) {
  const columns = sql.join([...key.map(([column]) => column), sql`c.num`]);
  const values = sql.join(key.map(([, value]) => value));
  const order = sql.join([...key.map(([column]) => column), sql`c.num`].map((c) => sql`${c} DESC`));
  const given = key.map(([column]) => sql`${column} IS NOT NULL`);
  return (before = Number.MAX_SAFE_INTEGER) => sql`SELECT c.* FROM codes AS c
    WHERE c.deleted_at IS NULL AND ${sql.join(given, sql` AND `)}
      AND (${columns}) >= (${values}, 0) AND (${columns}) <= (${values}, ${before - 1})
    ORDER BY ${order}`;
}

const byTag = (num: number): Predicate =>
  byRow(
    (code) => sql`SELECT 1 FROM code_tags AS ct WHERE ct.code_num = ${code} AND ct.tag_num = ${num}`,
    sql`SELECT ct.code_num AS num FROM code_tags AS ct WHERE ct.tag_num = ${num} AND ct.is_listed = 1`,
  );

const byExternalId = (workspaceId: string, externalId: string): Predicate => {
  const codes = sql`FROM codes AS e WHERE e.workspace_id = ${workspaceId} AND e.external_id = ${externalId}`;
  return byRow(
    (code) => sql`SELECT 1 ${codes} AND e.num = ${code}`,
    sql`SELECT e.num ${codes} AND e.deleted_at IS NULL`,
  );
};

/** By a row that is looked up for each code. */
const byRow = (looksUp: NonNullable<Predicate["looksUp"]>, candidates: RawBuilder<unknown>): Predicate => ({
  test: sql`EXISTS (${looksUp(sql`c.num`)})`,
  countersTest: sql`EXISTS (${looksUp(sql`l.code_num`)})`,
  candidates,
  ofCounters: false,
  ordered: true,
  exact: true,
  looksUp,
});

function byExpiry(engine: EngineName, workspaceId: string, state: "active" | "expired", now: number): Predicate {
  const inTime = sql`${sql.raw(state === "expired" ? "<=" : ">")} ${now}`;
  const from = sql`FROM code_counters WHERE list_workspace = ${workspaceId} AND expires_at ${inTime}`;
  return {
    test: sql`(c.is_public = 1 AND l.expires_at ${inTime})`,
    countersTest: sql`(l.list_public = 1 AND l.expires_at ${inTime})`,
    candidates: sql`SELECT code_num AS num ${from}`,
    rows: engine === "sqlite" ? undefined : { counters: sql`SELECT * ${from}` },
    ofCounters: true,
    ordered: false,
    exact: false,
  };
}

/** Active codes that are no longer scanned. */
function byLastScan(engine: EngineName, workspaceId: string, now: number): Predicate {
  const quiet = sql`l.last_quarter < ${quarterOf(now - QUIET_MS)} AND l.expires_at > ${now}`;
  const countersTest = sql<boolean>`(l.list_public = 1 AND ${quiet})`;
  const from = sql`FROM code_counters AS l WHERE l.list_workspace = ${workspaceId} AND ${countersTest}`;
  return {
    test: sql`(c.is_public = 1 AND ${quiet})`,
    countersTest,
    candidates: sql`SELECT l.code_num AS num ${from}`,
    rows: engine === "sqlite" ? undefined : { counters: sql`SELECT l.* ${from}` },
    ofCounters: true,
    ordered: false,
    exact: true,
  };
}
