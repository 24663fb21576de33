import { type Kysely, type RawBuilder, sql } from "kysely";
import { dayOf, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import { firstIdAt } from "../../shared/ids.ts";
import type { Span, VisitField, VisitFilter, ZonedSpan } from "../insight-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { SET_BACK_MS } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import { countOf, type VisitTally } from "../tallies.ts";
import { isInHours, isThrough, QUARTER } from "./scan-filters.ts";
import type { ScanIdCodec } from "./scans.ts";
import { asText, isOneOf, rowsOf } from "./text-rows.ts";
import { addTo, type ValueSums } from "./value-sums.ts";

/** Some codes, as a condition on code_num. */
export type OfCodes = RawBuilder<boolean>;

/** Where and of which codes to read. */
export interface Reading {
  db: Kysely<Tables>;
  engine: EngineName;
  ofCodes: OfCodes;
}

/** The number of raw scans by quarter of an hour, agent, place and code. */
export type Tally = VisitTally & Record<"quarters" | "codes", Map<number, number>>;

const AGENT_FIELDS = ["device", "browser", "os"] as const;
const PLACE_FIELDS = ["country", "city"] as const;

/** Less than `SET_BACK_MS`, and nearly always enough. */
const SLIGHTLY_BACK_MS = 60_000;

export type ScanReader = ReturnType<typeof scanReader>;

interface ScanReaderOptions extends Omit<Reading, "ofCodes"> {
  ids: ScanIdCodec;
}

/** Reads raw scans of some codes. */
export function scanReader(options: ScanReaderOptions, ofCodes: OfCodes) {
  const { db, engine, ids } = options;

  /** Ids are ordered by time, unless a clock was set back. */
  function within({ from, to }: Span, idsUntil: number): RawBuilder<boolean> {
    const [first, end] = [from, idsUntil].map((ms) => ids.toColumn(firstIdAt(ms)));
    return sql<boolean>`id >= ${first} AND id < ${end} AND at >= ${from} AND at < ${to}`;
  }

  async function read({ from, to }: Span, tests: Condition, idsUntil: number, most?: number): Promise<Tally> {
    if (to <= from) return { quarters: new Map(), agents: new Map(), places: new Map(), codes: new Map() };
    const found = sql`FROM (SELECT at, agent_id, place_id, code_num FROM scans
      WHERE ${ofCodes} AND ${within({ from, to }, idsUntil)}
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
      return countOf(tally.agents) > most ? null : tally;
    },

    /** Of a short span whose number of scans is known. */
    async tallyExactly(span: Span, count: number): Promise<Tally> {
      const tally = await read(span, sql``, span.to + SLIGHTLY_BACK_MS);
      return countOf(tally.agents) === count ? tally : read(span, sql``, span.to + SET_BACK_MS);
    },

    /** The times of scans in a quarter of an hour. `count`: how many there are. */
    async timesIn(span: Span, count: number): Promise<number[]> {
      if (count === 0) return [];
      const day = dayOf(span.from);
      const n = sql.lit(quarterOf(span.from) - day * QUARTERS_A_DAY);
      const isScanned = engine === "sqlite" ? sql`quarters_between(counts, ${n}, ${n}) > 0` : sql`counts[${n}] > 0`;
      const times = async (idsUntil: number) => {
        const { rows } = await sql<{ text: string | null }>`
          SELECT ${asText(engine, sql`at`)} AS text FROM scans WHERE ${within(span, idsUntil)} AND code_num IN
            (SELECT code_num FROM scan_quarters WHERE ${ofCodes} AND day = ${day} AND ${isScanned})`.execute(db);
        return rowsOf<[number]>(rows[0]!.text).map(([at]) => at);
      };
      const found = await times(span.to + SLIGHTLY_BACK_MS);
      return found.length === count ? found : times(span.to + SET_BACK_MS);
    },

    /** The number of scans by the number of their placement. */
    async byPlacement(span: Span | ZonedSpan, filter?: VisitFilter): Promise<Map<number, number>> {
      const tests = filter && "offsets" in span ? testsOf(filter, span) : sql``;
      const { rows } = await sql<{ num: number; count: number }>`
        SELECT placement_num AS num, count(*) AS count FROM scans
        WHERE ${ofCodes} AND ${within(span, span.to + SET_BACK_MS)} AND placement_num IS NOT NULL ${tests}
        GROUP BY placement_num`.execute(db);
      return new Map(rows.map(({ num, count }) => [Number(num), Number(count)]));
    },

    /** The same for other codes. */
    of: (others: OfCodes) => ({ tallyAll: scanReader(options, others).tallyAll }),

    /** Adds up the values of agents and places. */
    async addValues(sums: ValueSums, parts: readonly { tally: VisitTally; sign: 1 | -1 }[]): Promise<void> {
      const [agents, places] = [addedUp(parts, "agents"), addedUp(parts, "places")];
      if (agents.size === 0) return;
      const found = (table: keyof VisitTally, columns: RawBuilder<unknown>, counts: ReadonlyMap<number, number>) =>
        sql`(SELECT ${asText(engine, columns)} FROM ${sql.table(table)} WHERE id ${isOneOf(engine, counts.keys())})`;
      const { rows } = await sql<Record<keyof VisitTally, string | null>>`
        SELECT ${found("agents", sql`id, device, browser, os`, agents)} AS agents,
          ${found("places", sql`id, country, country || '/' || city`, places)} AS places`.execute(db);
      for (const [id, ...values] of rowsOf<[id: number, ...values: string[]]>(rows[0]!.agents)) {
        for (const [i, field] of AGENT_FIELDS.entries()) addTo(sums[field], values[i]!, agents.get(id)!);
      }
      for (const [id, country, city] of rowsOf<[number, string, string | null]>(rows[0]!.places)) {
        const count = places.get(id)!;
        addTo(sums.country, country, count);
        if (city !== null) addTo(sums.city, city, count);
      }
    },
  };
}

function addedUp(parts: readonly { tally: VisitTally; sign: 1 | -1 }[], table: keyof VisitTally) {
  const counts = new Map<number, number>();
  for (const { tally, sign } of parts) {
    for (const [id, count] of tally[table]) counts.set(id, (counts.get(id) ?? 0) + sign * count);
  }
  return counts;
}

type Condition = RawBuilder<unknown>;

/** Places first: SQLite tests in this order, and most scans have one of few devices. */
const testsOf = (filter: VisitFilter, { offsets }: ZonedSpan): Condition => sql`
  ${matching(filter, "places", PLACE_FIELDS)} ${matching(filter, "agents", AGENT_FIELDS)}
  ${filter.placement ? sql`AND ${isThrough(filter.placement)}` : sql``}
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
