/** Scans one by one, newest first: in the order of their ids. */
import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { idColumn, idText, uuidText } from "../database/scan-ids.ts";
import { QUARTER_MS, quarterOf } from "../shared/days.ts";
import { firstIdAt, timeOfId } from "../shared/ids.ts";
import { type Runs, unpackBlock, unpackRuns } from "./block.ts";
import { FACT_NAMES, factsAt, idAt, type ScanColumns, timeIn } from "./columns.ts";
import { ifUndamaged, nameDamaged, type OnDamaged } from "./damaged.ts";
import type { ScanChoice } from "./filter.ts";
import type { RouteColumns } from "./lines.ts";
import type { Names } from "./names.queries.ts";
import type { ScanSource } from "./read.queries.ts";
import { factsOf } from "./rows.queries.ts";
import type { ScanRow } from "./scan.ts";
import { createHours, type ScanTests, type TallyRow } from "./tally.ts";
import { testsOf } from "./tests.queries.ts";

export interface PageRequest {
  codeNum: number;
  limit: number;
  /** The last scan of the page before. Any id will do: one whose scan was moved or forgotten, too. */
  before?: string | undefined;
  /** Only some scans. */
  choice?: ScanChoice | undefined;
}

export interface ScanPage {
  rows: ScanRow[];
  /**
   * The `before` of the next page; null if there is none. Since only so many scans are looked at, it may come before
   * `limit` are found.
   */
  stoppedAt: string | null;
  /** Some scans of the page may be missing: a block of the code could not be read. */
  isDamaged: boolean;
}

interface PageSource extends ScanSource {
  onDamaged: OnDamaged;
}

/** For one page of a choice that few scans pass. */
const MAX_ROWS = 5_000;
const MAX_BLOCKS = 4;

export type FoundScan = TallyRow & { id: string };

/** Some scans, and the id from which on they are all that there are; null if there are no earlier ones. */
interface Part {
  found: FoundScan[];
  from: string | null;
}

export async function readPage(source: ScanSource, names: Names, request: PageRequest): Promise<ScanPage> {
  const { codeNum, limit, choice } = request;
  const tests = choice ? await testsOf(source, choice.filter, [codeNum]) : {};
  const isWanted = createTest(codeNum, choice, tests);
  const rows = await fromRows(source, request, isWanted);
  let isDamaged = false;
  const onDamaged: OnDamaged = (block) => {
    isDamaged = true;
    nameDamaged(block);
  };
  const parts = [rows, await fromBlocks({ ...source, onDamaged }, request, isWanted, rows.from)];
  const from = parts.reduce<string | null>((latest, part) => (later(part.from, latest) ? part.from : latest), null);
  const found = parts
    .flatMap((part) => part.found)
    .filter(({ id }) => from === null || id >= from)
    .sort(byId);
  const page = found.slice(0, limit);
  const stoppedAt = found.length >= limit ? page.at(-1)!.id : from;
  return { rows: await describe(source, names, page), stoppedAt, isDamaged };
}

const later = (one: string | null, other: string | null): boolean => one !== null && (other === null || one > other);

type Test = (scan: Omit<TallyRow, "codeNum">) => boolean;

function createTest(codeNum: number, choice: ScanChoice | undefined, tests: ScanTests): Test {
  if (!choice) return () => true;
  const { span } = choice;
  const hourOf = createHours(span.offsets);
  return (scan) =>
    scan.at >= span.from &&
    scan.at < span.to &&
    FACT_NAMES.every((name) => tests[name]?.(scan[name], codeNum) ?? true) &&
    (tests.hours?.has(hourOf(quarterOf(scan.at))) ?? true);
}

async function fromRows({ db, engine }: ScanSource, request: PageRequest, isWanted: Test): Promise<Part> {
  const { codeNum, limit, before, choice } = request;
  const most = choice ? MAX_ROWS : limit;
  const rows = await db
    .selectFrom("scans")
    .select(["id", "at", "agent_id", "place_id", "placement_num", "route_id"])
    .where("code_num", "=", codeNum)
    .$if(before !== undefined, (query) => query.where("id", "<", idColumn(engine, before!)))
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  const scans = rows.map((row): FoundScan => ({ codeNum, id: idText(row.id), at: Number(row.at), ...factsOf(row) }));
  return { found: scans.filter(isWanted), from: rows.length < most ? null : scans.at(-1)!.id };
}

interface BlockEnds {
  month: number;
  n: number;
  /** Of the times in its ids, at least and at most. */
  least: number;
  most: number;
}

/** `rowsFrom`: earlier scans are on a later page anyway. */
async function fromBlocks(
  source: PageSource,
  request: PageRequest,
  isWanted: Test,
  rowsFrom: string | null,
): Promise<Part> {
  const { codeNum, limit, before, choice } = request;
  const ends = await blockEnds(source, request);
  let found: FoundScan[] = [];
  let looked = 0;
  for (const { month, n, most } of ends) {
    const last = found[limit - 1];
    const from = firstIdAt(most + 1);
    const isLater = rowsFrom !== null && most < timeOfId(rowsFrom);
    // All blocks that overlap with the beginning of the page: otherwise the next page would begin there again.
    const isEnough = choice !== undefined && looked >= MAX_BLOCKS && (before === undefined || from < before);
    if ((last && timeOfId(last.id) > most) || isLater || isEnough) return { found, from };
    looked += 1;
    const block = await source.db
      .selectFrom("scan_blocks")
      .select(["count", "runs", "facts", "ids"])
      .where("code_num", "=", codeNum)
      .where("month", "=", month)
      .where("n", "=", n)
      .executeTakeFirstOrThrow();
    const columns = ifUndamaged({ codeNum, month, n }, () => unpackBlock(block, month), source.onDamaged);
    if (columns) found = [...found, ...latestOf(columns, request, isWanted)].sort(byId);
  }
  return { found, from: null };
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1);

/** The scans of a block with the highest ids before that of the request, as many as it wants. */
function latestOf(columns: ScanColumns, { codeNum, limit, before }: PageRequest, isWanted: Test): FoundScan[] {
  const { at, forgotten, count } = columns;
  const times = new Float64Array(count);
  let isInOrder = true;
  for (let row = forgotten; row < count; row++) {
    times[row] = timeIn(idAt(columns, row));
    isInOrder &&= row === forgotten || times[row - 1]! < times[row]!;
  }
  const rows = Array.from({ length: count - forgotten }, (_, i) => count - 1 - i);
  const idOf = (row: number) => uuidText(idAt(columns, row));
  if (!isInOrder) rows.sort((a, b) => times[b]! - times[a]! || (idOf(a) < idOf(b) ? 1 : -1));
  const until = before === undefined ? Number.POSITIVE_INFINITY : timeOfId(before);
  const found: FoundScan[] = [];
  for (const row of rows) {
    if (found.length === limit) break;
    if (times[row]! > until) continue;
    const scan = { at: at[row]!, ...factsAt(columns, row) };
    if (!isWanted(scan)) continue;
    const id = idOf(row);
    if (before === undefined || id < before) found.push({ codeNum, ...scan, id });
  }
  return found;
}

/** Of blocks that may have scans of the page or of a later one, the latest first. */
async function blockEnds(
  { db, onDamaged }: PageSource,
  { codeNum, before, choice }: PageRequest,
): Promise<BlockEnds[]> {
  const blocks = await db
    .selectFrom("scan_blocks")
    .select(["month", "n", "count", "runs"])
    .where("code_num", "=", codeNum)
    .execute();
  const until = before === undefined ? Number.POSITIVE_INFINITY : timeOfId(before);
  return blocks
    .flatMap(({ month, n, count, runs: packed }) => {
      const runs = ifUndamaged({ codeNum, month, n }, () => unpackRuns(packed, month), onDamaged);
      if (!runs || runs.forgotten === count || (choice && !touches(runs, choice))) return [];
      const [least, most] = runs.ahead;
      const first = runs.quarters[0]! * QUARTER_MS + least;
      return [{ month, n, least: first, most: (runs.quarters.at(-1)! + 1) * QUARTER_MS + most }];
    })
    .filter(({ least }) => least <= until)
    .sort((a, b) => b.most - a.most);
}

const touches = ({ quarters }: Runs, { span }: ScanChoice): boolean =>
  quarters[0]! * QUARTER_MS < span.to && (quarters.at(-1)! + 1) * QUARTER_MS > span.from;

/** With what their agents and places are called, the placements that their codes have, and where they led. */
const routeOf = (route: Readonly<RouteColumns> | undefined) => ({
  rule: route?.[0] === "rule" ? route[1] : null,
  variant: route?.[0] === "variant" ? route[1] : null,
});

export async function describe(
  { db, engine }: ScanSource,
  names: Names,
  scans: readonly FoundScan[],
): Promise<ScanRow[]> {
  const agents = await names.agents(db, new Set(scans.map(({ agent }) => agent)));
  const places = await names.places(db, new Set(scans.map(({ place }) => place)));
  const nums = [...new Set(scans.map(({ placement }) => placement))].filter((num) => num > 0);
  const { rows } =
    nums.length === 0
      ? { rows: [] }
      : await sql<{ num: number; code_num: number; id: string; name: string | null }>`
          SELECT num, code_num, id, name FROM placements WHERE num ${isOneOf(engine, nums)}`.execute(db);
  const placements = new Map(rows.map((row) => [Number(row.num), row]));
  const routes = await names.routes(db, new Set(scans.map(({ route }) => route)));
  return scans.map(({ codeNum, id, at, agent, place, placement, route }) => {
    const [device, browser, os] = agents.get(agent)!;
    const [country, city, latitude, longitude] = places.get(place)!;
    const held = placements.get(placement);
    const through = held && Number(held.code_num) === codeNum ? { id: held.id, name: held.name } : null;
    return {
      ...{ id, at, device, browser, os, country, city, latitude, longitude, placement: through },
      ...routeOf(routes.get(route)),
    };
  });
}
