/** Reports on the scans of any span, in the days and hours of any zone. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { QUARTER_MS } from "../../shared/days.ts";
import { firstIdAt } from "../../shared/ids.ts";
import type {
  CodeChoice,
  InsightRequest,
  InsightRows,
  Span,
  TimedCount,
  VisitField,
  VisitFilter,
  ZonedSpan,
} from "../insight-store.ts";
import type { Counted } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import type { ScanIdCodec } from "./scans.ts";

/** Runs reads that see the same state. */
export type Moment = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

const MOST_CITIES = 1000;
const MOST_CODES = 10;

const AGENT_FIELDS = ["device", "browser", "os"] as const;
const PLACE_FIELDS = ["country", "city"] as const;

export function createInsightQueries(listing: Kysely<Tables>, moment: Moment, ids: ScanIdCodec) {
  return {
    /** When the first of these codes was created; null if there is none. */
    async firstCode(choice: CodeChoice): Promise<number | null> {
      const { rows } = await sql<{ first: number | null }>`
        SELECT min(created_at) AS first FROM codes WHERE ${chosen(choice)}`.execute(listing);
      return rows[0]!.first;
    },

    async hasAll(workspaceId: string, ids: readonly string[]): Promise<boolean> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM codes WHERE ${chosen({ workspaceId, ids })}`.execute(listing);
      return Number(rows[0]!.count) === ids.length;
    },

    read: (request: InsightRequest): Promise<InsightRows> => moment((db) => readInsights(db, request, ids)),
  };
}

/** Of a row of codes. */
function chosen({ workspaceId, category, type, ids }: CodeChoice): RawBuilder<boolean> {
  const tests = [sql`workspace_id = ${workspaceId} AND deleted_at IS NULL`];
  if (category !== undefined) tests.push(sql`category = ${category}`);
  if (type !== undefined) tests.push(sql`type = ${type}`);
  if (ids !== undefined) tests.push(sql`id IN (${sql.join(ids)})`);
  return sql<boolean>`${sql.join(tests, sql` AND `)}`;
}

async function readInsights(db: Kysely<Tables>, request: InsightRequest, ids: ScanIdCodec): Promise<InsightRows> {
  const { span, previous, byQuarter } = request;
  const scans = rawScans(request, span, ids);
  const before = previous && rawScans(request, previous, ids);
  const perValue = (field: VisitField) => countedBy(db, scans, field);
  const cities = await countedCities(db, scans);
  return {
    times: await times(db, scans, span, byQuarter),
    previousTimes: previous && before ? await times(db, before, previous, byQuarter) : [],
    hours: await hours(db, scans, span),
    country: await perValue("country"),
    device: await perValue("device"),
    browser: await perValue("browser"),
    os: await perValue("os"),
    cities: cities[0]?.all ?? 0,
    city: cities,
    codes: "num" in request.codes ? [] : await mostScanned(db, scans, before),
  };
}

/** Raw scans as rows of s: code_num, at, agent_id, place_id. */
function rawScans({ codes, filter }: InsightRequest, { from, to }: Span, ids: ScanIdCodec): RawBuilder<unknown> {
  const ofCodes = "num" in codes ? sql`= ${codes.num}` : sql`IN (SELECT num FROM codes WHERE ${chosen(codes)})`;
  // An id is never older than its scan, but may be younger if the clock was set back.
  return sql`(SELECT code_num, at, agent_id, place_id FROM scans
    WHERE code_num ${ofCodes} AND id >= ${ids.toColumn(firstIdAt(from))} AND at >= ${from} AND at < ${to}
      ${matching(filter, "agents", AGENT_FIELDS)} ${matching(filter, "places", PLACE_FIELDS)}) AS s`;
}

/** The condition on agent_id or place_id for a filter on their fields. */
function matching(filter: VisitFilter, table: "agents" | "places", fields: readonly VisitField[]) {
  const tests = fields.flatMap((field) => {
    const values = filter[field];
    return values ? [sql`${sql.ref(field)} IN (${sql.join(values)})`] : [];
  });
  if (tests.length === 0) return sql``;
  const id = sql.ref(table === "agents" ? "agent_id" : "place_id");
  return sql`AND ${id} IN (SELECT id FROM ${sql.table(table)} WHERE ${sql.join(tests, sql` AND `)})`;
}

const QUARTER = sql`at / ${sql.lit(QUARTER_MS)}`;

/** The quarter of an hour in the zone's own time. */
function localQuarter({ offsets }: ZonedSpan): RawBuilder<number> {
  const [first, ...others] = offsets;
  const whens = others
    .toReversed()
    .map(({ from, quarters }) => sql`WHEN quarter >= ${sql.lit(from)} THEN ${sql.lit(quarters)}`);
  const offset = sql.lit(first!.quarters);
  const added = whens.length === 0 ? offset : sql`CASE ${sql.join(whens, sql` `)} ELSE ${offset} END`;
  return sql<number>`quarter + ${added}`;
}

async function times(
  db: Kysely<Tables>,
  scans: RawBuilder<unknown>,
  span: ZonedSpan,
  byQuarter: boolean,
): Promise<TimedCount[]> {
  const unit = byQuarter ? sql`quarter` : sql`(${localQuarter(span)}) / 96`;
  const { rows } = await sql<TimedCount>`
    SELECT min(quarter) AS quarter, sum(count) AS count
    FROM (SELECT ${QUARTER} AS quarter, count(*) AS count FROM ${scans} GROUP BY 1) AS q
    GROUP BY ${unit} ORDER BY 1`.execute(db);
  return rows.map(({ quarter, count }) => ({ quarter: Number(quarter), count: Number(count) }));
}

/** The first of January 1970 was a Thursday. */
const TO_MONDAY = 3 * 24;

async function hours(db: Kysely<Tables>, scans: RawBuilder<unknown>, span: ZonedSpan): Promise<InsightRows["hours"]> {
  const hour = sql`((${localQuarter(span)}) / 4 + ${sql.lit(TO_MONDAY)}) % 168`;
  const { rows } = await sql<{ hour: number; count: number }>`
    SELECT ${hour} AS hour, sum(count) AS count
    FROM (SELECT ${QUARTER} AS quarter, count(*) AS count FROM ${scans} GROUP BY 1) AS q
    GROUP BY 1`.execute(db);
  return rows.map(({ hour, count }) => ({ hour: Number(hour), count: Number(count) }));
}

async function countedBy(db: Kysely<Tables>, scans: RawBuilder<unknown>, field: VisitField): Promise<Counted[]> {
  const named =
    field === "country" ? sql`JOIN places AS n ON n.id = s.place_id` : sql`JOIN agents AS n ON n.id = s.agent_id`;
  const { rows } = await sql<Counted>`
    SELECT ${sql.ref(`n.${field}`)} AS value, count(*) AS count FROM ${scans} ${named} GROUP BY 1`.execute(db);
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

async function countedCities(db: Kysely<Tables>, scans: RawBuilder<unknown>) {
  const { rows } = await sql<{ country: string; city: string; count: number; all: number }>`
    SELECT country, city, count(*) AS count, count(*) OVER () AS "all"
    FROM ${scans} JOIN places ON places.id = s.place_id WHERE city IS NOT NULL
    GROUP BY country, city ORDER BY count DESC, city, country LIMIT ${sql.lit(MOST_CITIES)}`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count), all: Number(row.all) }));
}

async function mostScanned(
  db: Kysely<Tables>,
  scans: RawBuilder<unknown>,
  before: RawBuilder<unknown> | null,
): Promise<InsightRows["codes"]> {
  const earlier = before ? sql`(SELECT count(*) FROM ${before} WHERE s.code_num = t.code_num)` : sql.lit(0);
  const { rows } = await sql<{ id: string; name: string; count: number; previous: number }>`
    SELECT c.id, c.name, t.count, ${earlier} AS previous
    FROM (SELECT code_num, count(*) AS count FROM ${scans} GROUP BY 1) AS t
    JOIN codes AS c ON c.num = t.code_num
    ORDER BY t.count DESC, c.name_key, c.num LIMIT ${sql.lit(MOST_CODES)}`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count), previous: Number(row.previous) }));
}
