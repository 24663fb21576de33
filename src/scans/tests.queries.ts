import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { NO_PLACEMENT, type VisitField, type VisitFilter } from "./filter.ts";
import type { ScanSource } from "./read.queries.ts";
import type { ScanTests } from "./tally.ts";

/** Which scans of some codes pass a filter. */
export async function testsOf(source: ScanSource, filter: VisitFilter, nums: readonly number[]): Promise<ScanTests> {
  const tests: ScanTests = {};
  const agents = await matching(source, "agents", filter, ["device", "browser", "os"]);
  const places = await matching(source, "places", filter, ["country", "city"]);
  if (agents) tests.agent = (id) => agents.has(id);
  if (places) tests.place = (id) => places.has(id);
  if (filter.placement) tests.placement = await placementTest(source, filter.placement, nums);
  const routes = await matchingRoutes(source, filter);
  if (routes) tests.route = (id) => routes.has(id);
  if (filter.hour) tests.hours = new Set(filter.hour);
  return tests;
}

/** Null without a filter. */
async function matching(
  { db }: ScanSource,
  table: "agents" | "places",
  filter: VisitFilter,
  fields: readonly VisitField[],
): Promise<Set<number> | null> {
  const wanted = fields.flatMap((field) => {
    const values = filter[field];
    return values ? [sql`${sql.ref(field)} IN (${sql.join(values)})`] : [];
  });
  if (wanted.length === 0) return null;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE ${sql.join(wanted, sql` AND `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Null without a filter. A scan has a rule or a variant, so that none passes filters by both. */
async function matchingRoutes({ db }: ScanSource, { rule, variant }: VisitFilter): Promise<Set<number> | null> {
  if (!rule && !variant) return null;
  const wanted = Object.entries({ rule, variant }).flatMap(([kind, targets]) =>
    targets ? [sql`(kind = ${kind} AND target IN (${sql.join(targets)}))`] : [],
  );
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM routes WHERE ${sql.join(wanted, sql` AND `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A placement that the code no longer has counts as none. */
async function placementTest(
  { db, engine }: ScanSource,
  wanted: readonly string[],
  nums: readonly number[],
): Promise<(num: number, codeNum: number) => boolean> {
  const { rows } = await sql<{ num: number; code_num: number; id: string }>`
    SELECT num, code_num, id FROM placements WHERE code_num ${isOneOf(engine, nums)}`.execute(db);
  const held = new Map(rows.map((row) => [Number(row.num), { codeNum: Number(row.code_num), id: row.id }]));
  return (num, codeNum) => {
    const found = held.get(num);
    return wanted.includes(found?.codeNum === codeNum ? found.id : NO_PLACEMENT);
  };
}
