import { type Kysely, type RawBuilder, sql } from "kysely";
import { firstIdAt } from "../../shared/ids.ts";
import type { Span, VisitCounts, VisitField, VisitFilter, ZonedSpan } from "../insight-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { SET_BACK_MS } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import { isInHours, QUARTER } from "./scan-hours.ts";
import type { ScanIdCodec } from "./scans.ts";

/** Some codes, as a condition on code_num. */
export type OfCodes = RawBuilder<boolean>;

/** Where and of which codes to read. */
export interface Reading {
  db: Kysely<Tables>;
  engine: EngineName;
  ofCodes: OfCodes;
}

/** The number of raw scans by quarter of an hour, agent, place and code. */
export type Tally = Record<"quarters" | "agents" | "places" | "codes", Map<number, number>>;

const AGENT_FIELDS = ["device", "browser", "os"] as const;
const PLACE_FIELDS = ["country", "city"] as const;

/** Less than `SET_BACK_MS`, and nearly always enough. */
const SLIGHTLY_BACK_MS = 3_600_000;

export type ScanReader = ReturnType<typeof scanReader>;

interface ScanReaderOptions extends Omit<Reading, "ofCodes"> {
  ids: ScanIdCodec;
}

/** Reads raw scans of some codes. */
export function scanReader(options: ScanReaderOptions, ofCodes: OfCodes) {
  const { db, engine, ids } = options;

  async function read({ from, to }: Span, tests: Condition, idsUntil: number, most?: number): Promise<Tally> {
    if (to <= from) return { quarters: new Map(), agents: new Map(), places: new Map(), codes: new Map() };
    const [first, end] = [from, idsUntil].map((ms) => ids.toColumn(firstIdAt(ms)));
    const found = sql`FROM (SELECT at, agent_id, place_id, code_num FROM scans
      WHERE ${ofCodes} AND id >= ${first} AND id < ${end} AND at >= ${from} AND at < ${to}
        ${tests}
      ${most === undefined ? sql`` : sql`LIMIT ${sql.lit(most)}`}) AS found`;
    return engine === "sqlite" ? tallyInSqlite(db, found) : tallyInPostgres(db, found);
  }

  return {
    tally: (span: ZonedSpan, filter: VisitFilter): Promise<Tally> =>
      read(span, testsOf(filter, span), span.to + SET_BACK_MS),

    tallyAll: (span: Span): Promise<Tally> => read(span, sql``, span.to + SET_BACK_MS),

    /** Null if there are more than `most` scans. */
    async tallyUpTo(most: number, span: Span): Promise<Tally | null> {
      const tally = await read(span, sql``, span.to + SET_BACK_MS, most + 1);
      return countOf(tally) > most ? null : tally;
    },

    /** Of a short span whose number of scans is known. */
    async tallyExactly(span: Span, count: number): Promise<Tally> {
      const tally = await read(span, sql``, span.to + SLIGHTLY_BACK_MS);
      return countOf(tally) === count ? tally : read(span, sql``, span.to + SET_BACK_MS);
    },

    /** Of the first part of a short span whose number of scans is known. */
    async tallyStart(span: Span, to: number, count: number): Promise<Tally> {
      const start = { from: span.from, to };
      const idsUntil = span.to + SLIGHTLY_BACK_MS;
      const found = await read(start, sql``, idsUntil);
      const rest = await read({ from: to, to: span.to }, sql``, idsUntil);
      return countOf(found) + countOf(rest) === count ? found : read(start, sql``, to + SET_BACK_MS);
    },

    /** The same for other codes. */
    of: (others: OfCodes) => ({ tallyAll: scanReader(options, others).tallyAll }),

    /** Sums by the values of agents and places. */
    async valuesOf(parts: readonly { tally: Tally; sign: 1 | -1 }[]): Promise<VisitCounts> {
      const agents = await named(options, "agents", AGENT_FIELDS, parts);
      const places = await named(options, "places", PLACE_FIELDS, parts);
      const cities = new Map<string, VisitCounts["city"][number]>();
      for (const { country, city, count } of places) {
        if (city == null) continue;
        const key = `${country}/${city}`;
        cities.set(key, { country: country!, city, count: (cities.get(key)?.count ?? 0) + count });
      }
      return {
        device: summed(agents, "device"),
        browser: summed(agents, "browser"),
        os: summed(agents, "os"),
        country: summed(places, "country"),
        city: [...cities.values()],
      };
    },
  };
}

const countOf = ({ agents }: Tally): number => [...agents.values()].reduce((sum, n) => sum + n, 0);

type Condition = RawBuilder<unknown>;

const testsOf = (filter: VisitFilter, { offsets }: ZonedSpan): Condition => sql`
  ${matching(filter, "agents", AGENT_FIELDS)} ${matching(filter, "places", PLACE_FIELDS)}
  ${filter.hour ? sql`AND ${isInHours(filter.hour, offsets)}` : sql``}`;

/** The condition on agent_id or place_id for a filter on their fields. */
function matching(filter: VisitFilter, table: "agents" | "places", fields: readonly VisitField[]): Condition {
  const tests = fields.flatMap((field) => {
    const values = filter[field];
    return values ? [sql`${sql.ref(field)} IN (${sql.join(values)})`] : [];
  });
  if (tests.length === 0) return sql``;
  const id = sql.ref(table === "agents" ? "agent_id" : "place_id");
  return sql`AND ${id} IN (SELECT id FROM ${sql.table(table)} WHERE ${sql.join(tests, sql` AND `)})`;
}

/** In one pass: SQLite would sort all scans for each GROUP BY. */
async function tallyInSqlite(db: Kysely<Tables>, found: RawBuilder<unknown>): Promise<Tally> {
  const { rows } = await sql<{ tally: string }>`
    SELECT tally(${QUARTER}, agent_id, place_id, code_num) AS tally ${found}`.execute(db);
  const [quarters, agents, places, codes] = JSON.parse(rows[0]!.tally) as [number, number][][];
  return { quarters: new Map(quarters), agents: new Map(agents), places: new Map(places), codes: new Map(codes) };
}

async function tallyInPostgres(db: Kysely<Tables>, found: RawBuilder<unknown>): Promise<Tally> {
  const { rows } = await sql<Record<"quarter" | "agent_id" | "place_id" | "code_num" | "count", number | null>>`
    SELECT quarter, agent_id, place_id, code_num, count(*) AS count
    FROM (SELECT ${QUARTER} AS quarter, agent_id, place_id, code_num ${found}) AS s
    GROUP BY GROUPING SETS ((quarter), (agent_id), (place_id), (code_num))`.execute(db);
  const by = (column: "quarter" | "agent_id" | "place_id" | "code_num") =>
    new Map(rows.filter((row) => row[column] !== null).map((row) => [Number(row[column]), Number(row.count)]));
  return { quarters: by("quarter"), agents: by("agent_id"), places: by("place_id"), codes: by("code_num") };
}

type Named<F extends string> = Partial<Record<F, string | null>> & { count: number };

/** Agents or places with their counts. */
async function named<F extends (typeof AGENT_FIELDS)[number] | (typeof PLACE_FIELDS)[number]>(
  { db, engine }: ScanReaderOptions,
  table: "agents" | "places",
  fields: readonly F[],
  parts: readonly { tally: Tally; sign: 1 | -1 }[],
): Promise<Named<F>[]> {
  const counts = new Map<number, number>();
  for (const { tally, sign } of parts) {
    for (const [id, count] of tally[table]) counts.set(id, (counts.get(id) ?? 0) + sign * count);
  }
  if (counts.size === 0) return [];
  const list = [...counts.keys()].join(",");
  const isOne =
    engine === "sqlite"
      ? sql`IN (SELECT value FROM json_each(${`[${list}]`}))`
      : sql`= ANY (${`{${list}}`}::integer[])`;
  const { rows } = await sql<{ id: number } & Record<F, string | null>>`
    SELECT id, ${sql.join(fields.map((field) => sql.ref(field)))} FROM ${sql.table(table)} WHERE id ${isOne}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, count: counts.get(row.id)! }));
}

function summed<F extends string>(rows: readonly Named<F>[], field: F): { value: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const value = row[field]!;
    sums.set(value, (sums.get(value) ?? 0) + row.count);
  }
  return Array.from(sums, ([value, count]) => ({ value, count }));
}
