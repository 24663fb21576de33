import { type Kysely, sql } from "kysely";
import { HOUR_MS } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import { addHours, addTally, countOf, emptySums, HOURS_A_DAY, type TallySums, tallyOf } from "../tallies.ts";
import { type CodeRange, within } from "./check-parts.ts";

/** Ids are compared by their sum and by that of their squares, modulo this. */
const MODULUS = 1_000_003;

type Sums = Record<"count" | "agents" | "agents2" | "places" | "places2", number>;

/** Compares the tally of each busy day, and its hours, with itself, and with the raw scans if it has as many. */
export async function checkTallies(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const tallies = await db
    .selectFrom("scan_tallies")
    .select(["code_num", "day", "count", "tally", "hours"])
    .where(sql<boolean>`${within(range)}`)
    .orderBy("code_num")
    .orderBy("day")
    .execute();
  if (tallies.length === 0) return [];
  const raw = await rawSums(db, range);
  return tallies.flatMap(({ code_num: code, day, count, tally, hours }) => {
    const ofHours = Array.from({ length: HOURS_A_DAY }, (_, hour) => raw.get(`${code} ${day * HOURS_A_DAY + hour}`));
    const found = ofHours.reduce<Sums>((sum, hour) => (hour ? added(sum, hour) : sum), NONE);
    const held = sumsOf(addTally(emptySums(), tally));
    const isWhole = held?.count === Number(count);
    const hasRaw = found.count === held?.count;
    const isSame =
      !hasRaw ||
      (isEqual(held, found) &&
        ofHours.every(
          (sums, hour) => !hours || isEqual(sumsOf(addHours(emptySums(), hours, hour, hour + 1)), sums ?? NONE),
        ));
    return isWhole && isSame ? [] : [`code number ${code}, day ${day}: its tally differs from the raw scans`];
  });
}

const NONE: Sums = { count: 0, agents: 0, agents2: 0, places: 0, places2: 0 };
const KEYS = Object.keys(NONE) as (keyof Sums)[];

const added = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(KEYS.map((key) => [key, one[key] + other[key]])) as Sums;

const isEqual = (one: Sums | null, other: Sums): boolean => KEYS.every((key) => one?.[key] === other[key]);

const squareOf = (id: number): number => (id * id) % MODULUS;

/** Null if there are not as many agents as places. */
function sumsOf(tally: TallySums): Sums | null {
  const { agents, places } = tallyOf(tally);
  const sumOf = (counts: ReadonlyMap<number, number>, of: (id: number) => number): number =>
    counts.entries().reduce((sum, [id, count]) => sum + of(id) * count, 0);
  const count = countOf(agents);
  if (countOf(places) !== count) return null;
  return {
    count,
    ...{ agents: sumOf(agents, (id) => id), agents2: sumOf(agents, squareOf) },
    ...{ places: sumOf(places, (id) => id), places2: sumOf(places, squareOf) },
  };
}

/** Of each hour of codes with tallies. */
async function rawSums(db: Kysely<Tables>, range: CodeRange): Promise<Map<string, Sums>> {
  const square = (id: string) => sql`sum(CAST(${sql.ref(id)} AS bigint) * ${sql.ref(id)} % ${sql.lit(MODULUS)})`;
  const { rows } = await sql<{ code: number; hour: number } & Sums>`
    SELECT code_num AS code, at / ${sql.lit(HOUR_MS)} AS hour, count(*) AS count,
      sum(agent_id) AS agents, ${square("agent_id")} AS agents2,
      sum(place_id) AS places, ${square("place_id")} AS places2
    FROM scans WHERE ${within(range)} AND code_num IN (SELECT code_num FROM scan_tallies) GROUP BY 1, 2`.execute(db);
  return new Map(
    rows.map(({ code, hour, ...sums }) => [
      `${code} ${hour}`,
      Object.fromEntries(KEYS.map((key) => [key, Number(sums[key])])) as Sums,
    ]),
  );
}
