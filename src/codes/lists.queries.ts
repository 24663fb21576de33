/**
 * Lists of a workspace's codes. The cost must not grow with the account, so there are three strategies: up to 10,000
 * matches are found by the index of the rarest filter and sorted; larger sets are read along the index of their order,
 * which also covers the filters; and without a suitable index, for example for very common texts, only the newest codes
 * are examined, and the response says so.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { lastErased } from "../shared/bin.ts";
import { tagNums } from "../tags/code-tags.queries.ts";
import type { BinSort, CodeFilter, CodeSort } from "./code.ts";
import { everyCode, type Predicate, predicatesOf } from "./filters.queries.ts";
import { isCommon, searchFor } from "./search.queries.ts";

type Fragment = RawBuilder<unknown>;

interface Wanted<Sort = CodeSort> {
  workspaceId: string;
  filter: CodeFilter;
  now: number;
  sort: Sort;
  limit: number;
  offset: number;
  /** Only codes with a lower number, that is, older ones. Only for the order "newest". */
  before?: number | undefined;
}

export type WantedCodes = Wanted<BinSort>;

interface Found {
  nums: number[];
  /** The number of matches; with `more`, there are more. */
  total: number;
  more: boolean;
  /** Set if only the newest codes were examined and not all are shown: the last of them. */
  stoppedAt: number | null;
}

interface Bounds {
  /** Sets up to this size are sorted and counted. */
  counted: number;
  /** Without a suitable index, this many of the newest codes are examined. */
  newest: number;
  /** As many are examined for a search, which compares texts. */
  searched: number;
  /** As many are examined for a tag, where more is looked up per code. */
  tagged: number;
  /** Codes examined along an index in list order that does not cover all filters. */
  walked: number;
}

const BOUNDS: Bounds = { counted: 10_000, newest: 30_000, searched: 10_000, tagged: 7_000, walked: 5_000 };
/** This few codes are scanned faster than the text index is queried. */
const FEW = 500;

/** Sort keys, ascending; then by number, newest first. */
const SORT_KEYS: Record<BinSort, Fragment> = {
  newest: sql`0`,
  name: sql`c.name_key`,
  scans: sql`-l.list_scans`,
  expires: sql`l.expires_at`,
  last: sql`-coalesce(l.last_scan_at, 0)`,
  deleted: sql`-c.deleted_at`,
};

export function createCodeLists(db: Kysely<Tables>, engine: EngineName, bounds = BOUNDS) {
  const read = async (query: Fragment) => (await sql<{ num: number }>`${query}`.execute(db)).rows;

  /** The number of candidates of each filter, up to one more than are counted. */
  async function sizesOf(filters: readonly Predicate[], before?: number): Promise<number[]> {
    const counts = filters.map(({ candidates }, i) => {
      const upTo = sql`SELECT 1 FROM (${candidates}) AS s ${older(before)} LIMIT ${sql.lit(bounds.counted + 1)}`;
      return sql`(SELECT count(*) FROM (${upTo}) AS t) AS ${sql.ref(`n${i}`)}`;
    });
    const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db);
    return filters.map((_, i) => Number(rows[0]![`n${i}`]));
  }

  /** A sorted page of all matches; null if there are more candidates than `most`. */
  async function sorted(wanted: Wanted, look: Look): Promise<Found | null> {
    const { ctes, passed, size } = passing(engine, wanted, look);
    const { nums, total, looked } = await sortedPage(db, ctes, passed, size, wanted);
    if (look.most !== undefined && looked > look.most) return null;
    return { nums, total, more: false, stoppedAt: null };
  }

  const lengthOf = async (walk: Fragment) =>
    Number((await read(sql`SELECT count(*) AS num FROM (${walk}) AS t`))[0]!.num);

  /** A page of the numbers that walks yield, one after the other. They end with the page. */
  async function pageOf(walks: readonly Fragment[], { limit, offset }: Wanted, atLeast: number): Promise<Found> {
    const rows: { num: number }[] = [];
    let skipped = offset;
    for (const [i, walk] of walks.entries()) {
      rows.push(...(await read(sql`${walk} LIMIT ${limit + 1 - rows.length} OFFSET ${skipped}`)));
      if (rows.length > limit || i === walks.length - 1) break;
      skipped = rows.length > 0 || skipped === 0 ? 0 : skipped - (await lengthOf(walk));
    }
    const nums = rows.slice(0, limit).map(({ num }) => Number(num));
    const seen = offset + nums.length;
    if (rows.length > limit) return { nums, total: Math.max(seen, atLeast), more: true, stoppedAt: null };
    if (rows.length > 0 || offset === 0) return { nums, total: seen, more: false, stoppedAt: null };
    // A page beyond the end: the total is not known yet.
    let total = 0;
    for (const walk of walks) total += await lengthOf(sql`${walk} LIMIT ${sql.lit(bounds.counted + 1 - total)}`);
    return { nums, total: Math.min(total, bounds.counted), more: total > bounds.counted, stoppedAt: null };
  }

  /** The page if it is among the first codes of the order. Null if not: matches may be rare, or all at its end. */
  async function amongFirst(filters: readonly Predicate[], wanted: Wanted, atLeast: number): Promise<Found | null> {
    const { limit, offset } = wanted;
    if (offset + limit >= bounds.walked) return null;
    const covered = filters.filter(({ looksUp }) => !looksUp);
    const walk = indexWalks(engine, wanted, covered)?.[0];
    if (!walk) return null;
    const { joins, tests } = lookUps(engine, filters, sql`w.num`);
    const rows = await read(sql`SELECT w.num FROM (${walk} LIMIT ${sql.lit(bounds.walked)}) AS w ${joins}
      WHERE ${sql.join([sql`1 = 1`, ...tests], sql` AND `)} LIMIT ${limit + 1} OFFSET ${offset}`);
    if (rows.length <= limit) return null;
    const nums = rows.slice(0, limit).map(({ num }) => Number(num));
    return { nums, total: Math.max(offset + limit, atLeast), more: true, stoppedAt: null };
  }

  async function amongNewest(
    filters: readonly Predicate[],
    wanted: Wanted,
    bound: number,
    rarest?: Predicate,
  ): Promise<Found> {
    const fits = (filter: Predicate) => filter.ordered && filter.candidates !== null;
    const source = (rarest && fits(rarest) ? rarest : filters.find(fits)) ?? everyCode(engine, wanted.workspaceId);
    const look = { source, filters, newest: bound };
    const found = wanted.sort === "newest" ? await firstPassing(wanted, look) : (await sorted(wanted, look))!;
    if (found.more) return found;
    const last = await read(newestOf(source, wanted.before, sql`LIMIT 2 OFFSET ${sql.lit(bound - 1)}`));
    if (last.length < 2) return found;
    return { ...found, more: true, stoppedAt: Number(last[0]!.num) };
  }

  /** Newest first needs no sorting: matches come in that order. */
  function firstPassing(wanted: Wanted, look: Look): Promise<Found> {
    const { ctes, passed } = passing(engine, wanted, look);
    return pageOf([sql`WITH ${sql.join(ctes)} ${passed}`], wanted, 0);
  }

  /** A page of the bin; of a very full one only the newest codes are examined. */
  async function findInBin(wanted: WantedCodes, filters: readonly Predicate[]): Promise<Found> {
    const { sort } = wanted;
    const tests = [sql`1 = 1`, ...filters.map(({ test }) => test)];
    const walk = binWalk(engine, wanted);
    const passed = sql`SELECT c.num, ${SORT_KEYS[sort]} AS k FROM looked
      JOIN codes AS c ON c.num = looked.num JOIN code_counters AS l ON l.code_num = c.num
      WHERE ${sql.join(tests, sql` AND `)}`;
    const ctes = [sql`looked AS MATERIALIZED (${walk} LIMIT ${sql.lit(bounds.searched)})`];
    const size = sql`(SELECT count(*) FROM looked)`;
    const { nums, total, looked } = await sortedPage(db, ctes, passed, size, wanted);
    const found = { nums, total, more: false, stoppedAt: null };
    if (looked < bounds.searched) return found;
    const [last, beyond] = await read(sql`${walk} LIMIT 2 OFFSET ${sql.lit(bounds.searched - 1)}`);
    return beyond ? { ...found, more: true, stoppedAt: Number(last!.num) } : found;
  }

  return {
    async find(asked: WantedCodes): Promise<Found> {
      const { workspaceId, filter, now, before, sort } = asked;
      const tags = await tagNums(db, workspaceId, filter.tag);
      if (tags === null) return { nums: [], total: 0, more: false, stoppedAt: null };
      const search = filter.q ? await searchFor(db, engine, workspaceId, filter.q) : null;
      const others = predicatesOf(engine, workspaceId, filter, now, tags);
      if (filter.state === "deleted") return findInBin(asked, search ? [...others, search] : others);
      const filters = search ? [search, ...others] : others;
      const wanted: Wanted = { ...asked, sort: sort === "deleted" ? "newest" : sort };
      const choices = [...others, everyCode(engine, workspaceId)];
      const sizes = await sizesOf(choices, before);
      const least = Math.min(...sizes);
      const rarest = choices[sizes.indexOf(least)]!;
      if (search?.candidates && least > FEW) {
        const most = Math.min(least, bounds.counted);
        const isExpensive = engine === "postgres" && (await isCommon(db, workspaceId, search, most));
        const found = isExpensive ? null : await sorted(wanted, { source: search, filters, most });
        if (found) return found;
      }
      const one = filters.length === 0 || (filters.length === 1 && rarest.exact);
      const isLarge = least > bounds.counted;
      const isCovered = wanted.sort === "newest" || !filters.some(({ looksUp }) => looksUp);
      const walks =
        isCovered && (isLarge || (one && wanted.sort === "newest")) ? indexWalks(engine, wanted, filters) : null;
      if (walks && isLarge) return pageOf(walks, wanted, one ? bounds.counted : 0);
      if (walks) return { ...(await pageOf(walks, wanted, least)), total: least, more: false };
      if (!isLarge) return (await sorted(wanted, { source: rarest, filters }))!;
      const first = isCovered ? null : await amongFirst(filters, wanted, one ? bounds.counted : 0);
      if (first) return first;
      // PostgreSQL has to look each up in two tables, which is far slower.
      const isExpensive = search !== null || (engine === "postgres" && wanted.sort === "name");
      const isTagged = filters.some(({ looksUp }) => looksUp);
      const bound = isTagged ? bounds.tagged : isExpensive ? bounds.searched : bounds.newest;
      return amongNewest(filters, wanted, bound, rarest);
    },
  };
}

/**
 * How the rows that filters look up are found, code by code and in the order of the codes. PostgreSQL would otherwise
 * read all rows of a tag, and lose that order.
 */
function lookUps(
  engine: EngineName,
  filters: readonly Predicate[],
  num: Fragment,
): { joins: Fragment; tests: Fragment[] } {
  const rows = filters.flatMap(({ looksUp }) => (looksUp ? [looksUp(num)] : []));
  if (engine === "sqlite") return { joins: sql``, tests: rows.map((row) => sql`EXISTS (${row})`) };
  const joins = rows.map((row, i) => sql`CROSS JOIN LATERAL (${row} LIMIT 1) AS ${sql.ref(`t${i}`)}`);
  return { joins: sql.join(joins, sql` `), tests: [] };
}

const older = (before: number | undefined): Fragment => (before === undefined ? sql`` : sql`WHERE s.num < ${before}`);

/** Matches of a filter, newest first. */
const newestOf = ({ candidates, newestNums }: Predicate, before: number | undefined, end: Fragment): Fragment =>
  newestNums
    ? sql`${newestNums(before)} ${end}`
    : sql`SELECT s.num FROM (${candidates}) AS s ${older(before)} ORDER BY s.num DESC ${end}`;

/** `passed` has the number and sort key k of each; `size` is the number examined. */
async function sortedPage(
  db: Kysely<Tables>,
  ctes: readonly Fragment[],
  passed: Fragment,
  size: Fragment,
  { limit, offset }: Pick<Wanted, "limit" | "offset">,
): Promise<{ nums: number[]; total: number; looked: number }> {
  const { rows } = await sql<{ num: number | null; total: number; looked: number }>`
    WITH ${sql.join([...ctes, sql`passed AS MATERIALIZED (${passed})`])}
    SELECT t.looked, t.total, p.num FROM (SELECT count(*) AS total, ${size} AS looked FROM passed) AS t
    LEFT JOIN (SELECT * FROM passed ORDER BY k, num DESC LIMIT ${limit} OFFSET ${offset}) AS p ON 1 = 1
    ORDER BY p.k, p.num DESC`.execute(db);
  const nums = rows.flatMap(({ num }) => (num === null ? [] : [Number(num)]));
  return { nums, total: Number(rows[0]!.total), looked: Number(rows[0]!.looked) };
}

// SQLite would prefer to sort the result of another index; PostgreSQL knows the sizes and may choose.
const indexedBy = (engine: EngineName, name: string): Fragment =>
  engine === "sqlite" ? sql`INDEXED BY ${sql.ref(name)}` : sql``;

/**
 * The numbers of all matches in list order, from indexes that cover the whole query, one after the other. Null if there
 * are none.
 */
function indexWalks(
  engine: EngineName,
  { sort, workspaceId, filter, before }: Wanted,
  filters: readonly Predicate[],
): Fragment[] | null {
  const tests = filters.map(({ countersTest }) => countersTest);
  const older = before === undefined ? [] : [sql`l.code_num < ${before}`];
  const counters = (index: string, order: Fragment, ...only: Fragment[]) =>
    sql`SELECT l.code_num AS num FROM code_counters AS l ${indexedBy(engine, index)}
      WHERE ${sql.join([sql`l.list_workspace = ${workspaceId}`, ...only, ...tests, ...older], sql` AND `)}
      ORDER BY ${order}`;
  const walk = (index: string, order: Fragment) => (tests.includes(null) ? null : [counters(index, order)]);
  if (sort === "scans") return walk("code_counters_by_scans", sql`l.list_scans DESC, l.code_num DESC`);
  if (sort === "expires") return walk("code_counters_by_expiry", sql`l.expires_at, l.code_num DESC`);
  if (sort === "last") {
    if (tests.includes(null)) return null;
    // The index has quarters of an hour: codes scanned in the same one are sorted.
    const latest = sql`l.last_quarter DESC, l.last_scan_at DESC, l.code_num DESC`;
    return [
      counters("code_counters_by_last_scan", latest, sql`l.last_quarter IS NOT NULL`),
      counters("code_counters_never_scanned", sql`l.code_num DESC`, sql`l.last_quarter IS NULL`),
    ];
  }
  if (sort === "newest" && filter.state === "expired") {
    // The newest codes are the last to expire: found by date, then sorted.
    return walk("code_counters_by_expiry", sql`l.code_num DESC`);
  }
  if (sort === "newest") {
    const only = filters.length > 1 ? null : (filters[0] ?? everyCode(engine, workspaceId));
    return only?.exact && only.ordered ? [newestOf(only, before, sql``)] : null;
  }
  if (filters.some(({ countersTest, ofCounters }) => countersTest === null || ofCounters)) return null;
  const named = [sql`c.workspace_id = ${workspaceId}`, sql`c.deleted_at IS NULL`, ...filters.map(({ test }) => test)];
  return [
    sql`SELECT c.num AS num FROM codes AS c ${indexedBy(engine, "codes_by_name")}
      WHERE ${sql.join(named, sql` AND `)} ORDER BY c.name_key, c.num DESC`,
  ];
}

/**
 * The bin by deletion or creation time. Comparing and ordering whole rows makes PostgreSQL use the index that begins
 * with the workspace.
 */
function binWalk(engine: EngineName, { workspaceId, now, sort, before }: WantedCodes): Fragment {
  const [index, key, from, to] =
    sort === "deleted"
      ? ["codes_bin_by_deletion", "deleted_at", lastErased(now) + 1, Number.MAX_SAFE_INTEGER]
      : ["codes_bin", "num", 0, (before ?? Number.MAX_SAFE_INTEGER) - 1];
  const place = sql`(workspace_id, ${sql.ref(key)})`;
  return sql`SELECT num, deleted_at FROM codes ${indexedBy(engine, index)}
    WHERE deleted_at > ${lastErased(now)} AND erased_at IS NULL
      AND ${place} >= (${workspaceId}, ${from}) AND ${place} <= (${workspaceId}, ${to})
    ORDER BY workspace_id DESC, ${sql.ref(key)} DESC, num DESC`;
}

/** Columns that lists sort and filter by; the content, which may be long, only for searches. */
const LISTED = sql`s.num, s.name_key, s.is_public, s.is_favorite, s.type, s.category`;
const SEARCHED = sql`${LISTED}, s.content_key, s.token, s.is_slug`;

interface Look {
  /** The filter whose candidates are examined. */
  source: Predicate;
  filters: readonly Predicate[];
  /** Examine only this many, the newest. */
  newest?: number;
  /** Examine none if there are more. */
  most?: number;
}

/**
 * The matching candidates of a source in order, with their sort key k. Other tables are looked up per candidate:
 * CROSS JOIN fixes that order on SQLite, LATERAL with LIMIT on PostgreSQL, which would otherwise read all counters of
 * all workspaces to join a few thousand. One table is enough if it has all columns.
 */
function passing(
  engine: EngineName,
  { workspaceId, sort, before }: Wanted,
  { source, filters, newest, most }: Look,
): { ctes: Fragment[]; passed: Fragment; size: Fragment } {
  const tested = filters.filter((filter) => filter !== source || !filter.exact);
  const counters = ["scans", "expires", "last"].includes(sort) || tested.some((filter) => filter.ofCounters);
  // Codes of a tag are of its workspace, and none is in the bin.
  const isOfTags = [source, ...tested].every(({ looksUp }) => looksUp);
  const codes = sort === "name" || tested.some((filter) => !filter.countersTest) || (!counters && !isOfTags);
  const given = newest === undefined ? source.rows : { codes: source.newestRows?.(before) };
  const rows = codes ? given?.codes : given?.counters;
  const as = rows ? (codes ? "c" : "l") : "s";
  const num = sql.ref(`${as}.${as === "l" ? "code_num" : "num"}`);
  const sourceNum = sql.ref(`s.${as === "l" ? "code_num" : "num"}`);
  const only = before === undefined ? sql`` : sql`WHERE ${sourceNum} < ${before}`;
  const bound = newest ?? (most === undefined ? undefined : most + 1);
  const end = bound === undefined ? sql`` : sql`LIMIT ${sql.lit(bound)}`;
  const isSearched = tested.some(({ countersTest }) => countersTest === null);
  const columns = as !== "c" ? sql`s.*` : isSearched ? SEARCHED : LISTED;
  const looked =
    newest !== undefined && !rows
      ? newestOf(source, before, end)
      : sql`SELECT ${columns} FROM (${rows ?? source.candidates}) AS s ${only} ${end}`;
  // Materialized, so that PostgreSQL finds candidates by the source alone. SQLite does so anyway.
  const how = engine === "sqlite" && most === undefined ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`;
  const lookUp = (table: Fragment, key: Fragment, alias: Fragment) =>
    engine === "sqlite"
      ? sql`CROSS JOIN ${table} AS ${alias}`
      : sql`CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${key} = ${num} LIMIT 1) AS ${alias}`;
  const size = sql`(SELECT count(*) FROM candidates)`;
  const found = lookUps(engine, tested, num);
  const tests = [
    sql`1 = 1`,
    ...(most === undefined ? [] : [sql`${size} <= ${sql.lit(most)}`]),
    ...(codes && as !== "c"
      ? [sql`c.num = ${num}`, sql`c.workspace_id = ${workspaceId}`, sql`c.deleted_at IS NULL`]
      : []),
    ...(counters && as !== "l" ? [sql`l.code_num = ${num}`, sql`l.list_workspace = ${workspaceId}`] : []),
    ...tested.flatMap(({ test, countersTest, looksUp }) => (looksUp ? [] : [codes ? test : countersTest!])),
    ...found.tests,
  ];
  return {
    ctes: [sql`candidates AS ${how} (${looked})`],
    passed: sql`SELECT ${num} AS num, ${SORT_KEYS[sort]} AS k FROM candidates AS ${sql.ref(as)}
      ${codes && as !== "c" ? lookUp(sql`codes`, sql`num`, sql`c`) : sql``}
      ${counters && as !== "l" ? lookUp(sql`code_counters`, sql`code_num`, sql`l`) : sql``}
      ${found.joins}
      WHERE ${sql.join(tests, sql` AND `)}`,
    size: most === undefined ? sql`0` : size,
  };
}
