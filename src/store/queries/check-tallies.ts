import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import { addTally, countOf, emptySums, tallyOf } from "../tallies.ts";
import { type CodeRange, within } from "./check-parts.ts";

/** Ids are compared by their sum and by that of their squares, modulo this. */
const MODULUS = 1_000_003;

type Sums = Record<"count" | "agents" | "agents2" | "places" | "places2", number>;

/** Compares the tally of each busy day with itself, and with the raw scans if it has as many. */
export async function checkTallies(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const tallies = await db
    .selectFrom("scan_tallies")
    .select(["code_num", "day", "count", "tally"])
    .where(sql<boolean>`${within(range)}`)
    .orderBy("code_num")
    .orderBy("day")
    .execute();
  if (tallies.length === 0) return [];
  const raw = await rawSums(db, range);
  return tallies.flatMap(({ code_num: code, day, count, tally }) => {
    const { agents, places } = tallyOf(addTally(emptySums(), tally));
    const held: Sums = {
      count: countOf(agents),
      ...{ agents: sumOf(agents, (id) => id), agents2: sumOf(agents, squareOf) },
      ...{ places: sumOf(places, (id) => id), places2: sumOf(places, squareOf) },
    };
    const found = raw.get(`${code} ${day}`);
    const isWhole = held.count === Number(count) && countOf(places) === held.count;
    const isSame =
      found?.count !== held.count || Object.entries(held).every(([key, n]) => found[key as keyof Sums] === n);
    return isWhole && isSame ? [] : [`code number ${code}, day ${day}: its tally differs from the raw scans`];
  });
}

const squareOf = (id: number): number => (id * id) % MODULUS;

const sumOf = (counts: ReadonlyMap<number, number>, of: (id: number) => number): number =>
  counts.entries().reduce((sum, [id, count]) => sum + of(id) * count, 0);

/** Of each day of codes with tallies. */
async function rawSums(db: Kysely<Tables>, range: CodeRange): Promise<Map<string, Sums>> {
  const square = (id: string) => sql`sum(CAST(${sql.ref(id)} AS bigint) * ${sql.ref(id)} % ${sql.lit(MODULUS)})`;
  const { rows } = await sql<{ code: number; day: number } & Sums>`
    SELECT code_num AS code, at / ${sql.lit(DAY_MS)} AS day, count(*) AS count,
      sum(agent_id) AS agents, ${square("agent_id")} AS agents2,
      sum(place_id) AS places, ${square("place_id")} AS places2
    FROM scans WHERE ${within(range)} AND code_num IN (SELECT code_num FROM scan_tallies) GROUP BY 1, 2`.execute(db);
  return new Map(
    rows.map(({ code, day, count, agents, agents2, places, places2 }) => {
      const [n, a, a2, p, p2] = [count, agents, agents2, places, places2].map(Number) as [number, ...number[]];
      return [`${code} ${day}`, { count: n, agents: a!, agents2: a2!, places: p!, places2: p2! }];
    }),
  );
}
