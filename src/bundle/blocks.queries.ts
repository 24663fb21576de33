/** Imported scans, which become blocks at once. Nobody else changes those of a code that is being imported. */
import type { Transaction } from "kysely";
import { uuidBytes } from "../database/scan-ids.ts";
import type { Tables } from "../database/tables.ts";
import { MAX_IN_BLOCK, monthAt } from "../scans/block.ts";
import { emptyColumns, type Fact, type ScanColumns } from "../scans/columns.ts";
import { type AgentColumns, type PlaceColumns, routeOf } from "../scans/lines.ts";
import { addToMonths, inSteps, type MonthScans, scansByMonth } from "../scans/pack.queries.ts";
import type { NameTable } from "../scans/settle.ts";
import { DAY_MS, QUARTER_MS } from "../shared/days.ts";
import type { BundledScan, ForgottenDay } from "./bundled.ts";

type Trx = Transaction<Tables>;

const KEYS_PER_STATEMENT = 200;

/** The scans must not be there yet. */
export async function addScans(trx: Trx, scans: readonly BundledScan[]): Promise<void> {
  const agents = scans.map(({ device, browser, os }): AgentColumns => [device, browser, os]);
  const places = scans.map(({ country, city, ...at }): PlaceColumns => [country, city, at.latitude, at.longitude]);
  const agentIds = await agentIdsOf(trx, agents);
  const placeIds = await placeIdsOf(trx, places);
  const placementNum = await placementNums(
    trx,
    scans.map(({ placementId }) => placementId),
  );
  const routeIds = await routeIdsOf(
    trx,
    scans.map(({ route }) => route),
  );
  const rows = scans.map(({ codeNum, id, at, placementId, route }, i) => {
    const scan = { at, id: uuidBytes(id), agent: agentIds(agents[i]!), place: placeIds(places[i]!) };
    return { codeNum, ...scan, placement: placementNum(codeNum, placementId), route: routeIds(route) };
  });
  const byCode = Map.groupBy(rows, (scan) => scan.codeNum);
  await addToMonths(
    trx,
    [...byCode].flatMap(([codeNum, some]) => scansByMonth(codeNum, some)),
  );
}

/** Adds forgotten scans. The placements must be there. */
export async function addDays(
  trx: Trx,
  codes: readonly { codeNum: number; days: readonly ForgottenDay[] }[],
): Promise<void> {
  const all = codes.flatMap(({ days }) => days);
  if (all.length === 0) return;
  const agentIds = await agentIdsOf(trx, namesIn(all, "agents"));
  const placeIds = await placeIdsOf(trx, namesIn(all, "places"));
  const placementNum = await placementNums(trx, namesIn(all, "placements"));
  const routeIds = await routeIdsOf(trx, namesIn(all, "routes"));
  let held: MonthScans[] = [];
  let count = 0;
  const add = async (scans: MonthScans) => {
    const last = held.at(-1);
    const isOfLast = last?.codeNum === scans.codeNum && last.month === scans.month;
    if (isOfLast || count + scans.columns.count > MAX_IN_BLOCK) {
      await addToMonths(trx, held);
      [held, count] = [[], 0];
    }
    held.push(scans);
    count += scans.columns.count;
  };
  for (const [codeNum, some] of Map.groupBy(codes, (code) => code.codeNum)) {
    const inOrder = some.flatMap(({ days }) => days).sort((a, b) => a.day - b.day);
    const sized = inOrder.map((day) => ({ ...day, count: countIn(day.quarters) }));
    for (const [month, ofMonth] of Map.groupBy(sized, ({ day }) => monthAt(day * DAY_MS))) {
      for (const days of inSteps(ofMonth, ofMonth.length, MAX_IN_BLOCK)) {
        const lists: Lists = {
          at: days.flatMap(({ day, quarters }) =>
            quarters.map(([quarter, n]): Run => [day * DAY_MS + quarter * QUARTER_MS, n]),
          ),
          agent: days.flatMap(({ agents }) => byNumber(agents, agentIds)),
          place: days.flatMap(({ places }) => byNumber(places, placeIds)),
          placement: days.flatMap(({ count, placements }) => [
            [0, count - countIn(placements)],
            ...byNumber(placements, (id) => placementNum(codeNum, id)),
          ]),
          route: days.flatMap(({ count, routes }) => [[0, count - countIn(routes)], ...byNumber(routes, routeIds)]),
        };
        // More than one only of a day with more scans than fit into a block.
        const parts = Math.ceil(countIn(lists.at) / MAX_IN_BLOCK);
        for (let part = 0; part < parts; part++) await add({ codeNum, month, columns: partOf(lists, part, parts) });
      }
    }
  }
  await addToMonths(trx, held);
}

type Run = [value: number, count: number];
/** The values of scans in order of their days. */
type Lists = Record<"at" | Fact, Run[]>;

const countIn = (counts: readonly (readonly [unknown, number])[]): number => counts.reduce((sum, [, n]) => sum + n, 0);

/** In order of the numbers, as the columns of a forgotten day are. */
const byNumber = <T>(counts: readonly (readonly [T, number])[], numberOf: (value: T) => number): Run[] =>
  counts.map(([value, n]): Run => [numberOf(value), n]).sort(([a], [b]) => a - b);

/**
 * One scan in `parts` of them, from the first to the last, whose values are laid next to each other. Each part covers the
 * whole day, since of hours of which it has all scans nobody could tell that it does not know their values.
 */
function partOf(lists: Lists, part: number, parts: number): ScanColumns {
  const countOf = (scans: number) => Math.ceil((scans - part) / parts);
  const count = countOf(countIn(lists.at));
  const columns = emptyColumns(count, count);
  for (const [name, runs] of Object.entries(lists) as [keyof Lists, Run[]][]) {
    let scans = 0;
    for (const [value, n] of runs) {
      columns[name].fill(value, countOf(scans), countOf(scans + n));
      scans += n;
    }
  }
  return columns;
}

const namesIn = <K extends "agents" | "places" | "placements" | "routes">(days: readonly ForgottenDay[], name: K) =>
  days.flatMap((day) => day[name].map(([value]) => value as ForgottenDay[K][number][0]));

/** The number of a placement by its id; 0 for those that the code does not have. */
async function placementNums(trx: Trx, found: readonly (string | null)[]) {
  const ids = [...new Set(found.filter((id) => id !== null))];
  const nums = new Map<string, number>();
  for (let i = 0; i < ids.length; i += KEYS_PER_STATEMENT) {
    const some = ids.slice(i, i + KEYS_PER_STATEMENT);
    const rows = await trx.selectFrom("placements").select(["num", "id", "code_num"]).where("id", "in", some).execute();
    for (const { num, id, code_num } of rows) nums.set(`${code_num} ${id}`, Number(num));
  }
  return (codeNum: number, id: string | null): number => nums.get(`${codeNum} ${id}`) ?? 0;
}

async function agentIdsOf(trx: Trx, agents: readonly AgentColumns[]): Promise<(agent: AgentColumns) => number> {
  const byKey = new Map(agents.map((agent) => [JSON.stringify(agent), agent]));
  const rows = Array.from(byKey, ([key, [device, browser, os]]) => ({ key, device, browser, os }));
  const ids = await idsOf(trx, "agents", rows);
  return (agent) => ids.get(JSON.stringify(agent))!;
}

async function placeIdsOf(trx: Trx, places: readonly PlaceColumns[]): Promise<(place: PlaceColumns) => number> {
  const byKey = new Map(places.map((place) => [JSON.stringify(place), place]));
  const rows = Array.from(byKey, ([key, [country, city, latitude, longitude]]) => {
    return { key, country, city, latitude, longitude };
  });
  const ids = await idsOf(trx, "places", rows);
  return (place) => ids.get(JSON.stringify(place))!;
}

/** 0 without one. */
async function routeIdsOf(trx: Trx, keys: readonly (string | null)[]): Promise<(key: string | null) => number> {
  const known = [...new Set(keys.filter((key) => key !== null))].map((key) => routeOf(key)!);
  const rows = known.map(({ key, parts: [kind, target] }) => ({ key, kind, target }));
  const ids = await idsOf(trx, "routes", rows);
  return (key) => (key === null ? 0 : ids.get(key)!);
}

/** Sorted, so that concurrent imports of the same ones cannot deadlock. */
async function idsOf(trx: Trx, table: NameTable, rows: readonly { key: string }[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const look = async (keys: readonly string[]) => {
    const held = await trx.selectFrom(table).select(["id", "key"]).where("key", "in", keys).execute();
    for (const { id, key } of held) found.set(key, id);
  };
  for (let i = 0; i < sorted.length; i += KEYS_PER_STATEMENT) {
    const some = sorted.slice(i, i + KEYS_PER_STATEMENT);
    await look(some.map(({ key }) => key));
    const missing = some.filter(({ key }) => !found.has(key));
    if (missing.length === 0) continue;
    await trx
      .insertInto(table)
      .values(missing as never)
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    await look(missing.map(({ key }) => key));
  }
  return found;
}
