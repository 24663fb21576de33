/** Compares what is noted of codes and placements with their scans, which are rows or in blocks. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { NameTable } from "../scans/settle.ts";
import { QUARTER_MS, quarterOf, timestamp } from "../shared/days.ts";
import { blockProblems } from "./blocks.queries.ts";
import { createIdCheck, idsAtOnce, type RepeatedId } from "./ids.queries.ts";
import { type CodeRange, inRange, within } from "./parts.queries.ts";
import { checkVisitors } from "./visitors.queries.ts";
import { type FoundScans, walkScans } from "./walk.queries.ts";

/** The sums of a code's scans. */
interface FoundCode {
  count: number;
  byQuarter: Map<number, number>;
  byPlacement: Map<number, number>;
  last: number;
  /** Some of its blocks cannot be read, so that only the count says something. */
  isBroken: boolean;
}

/** Of each the code of a scan that has it. */
type FoundNames = Record<NameTable, Map<number, number>>;

export async function checkScans(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const problems: string[] = [];
  const codes = new Map<number, FoundCode>();
  const names: FoundNames = { agents: new Map(), places: new Map(), routes: new Map() };
  const parts = await idsAtOnce(db, range);
  const ids = createIdCheck(parts, 0);
  for await (const found of walkScans(db, range)) {
    const code = codes.get(found.codeNum) ?? emptyCode();
    codes.set(found.codeNum, code);
    code.count += found.count;
    if (found.block) problems.push(...blockProblems(found));
    if (found.columns === null) code.isBroken = true;
    else add(code, names, found.columns, found.codeNum);
    ids.add(found);
  }
  const repeated: RepeatedId[] = await ids.repeated(() => walkScans(db, range));
  for (let part = 1; part < parts; part++) {
    const more = createIdCheck(parts, part);
    for await (const found of walkScans(db, range)) more.add(found);
    repeated.push(...(await more.repeated(() => walkScans(db, range))));
  }
  problems.push(
    ...repeated.map(({ codeNum, id, count }) => `code number ${codeNum}: scan ${id} is stored ${count} times`),
    ...(await checkCodes(db, range, codes)),
    ...(await checkPlacements(db, range, codes)),
    ...(await checkNames(db, "agents", names.agents)),
    ...(await checkNames(db, "places", names.places)),
    ...(await checkNames(db, "routes", names.routes)),
    ...(await checkVisitors(db, range, (num) => {
      const code = codes.get(num);
      return code?.isBroken ? null : (code?.byQuarter ?? new Map());
    })),
  );
  return problems;
}

const emptyCode = (): FoundCode => ({
  ...{ count: 0, byQuarter: new Map(), byPlacement: new Map(), last: 0, isBroken: false },
});

function add(
  code: FoundCode,
  names: FoundNames,
  { count, at, agent, place, placement, route }: NonNullable<FoundScans["columns"]>,
  codeNum: number,
): void {
  for (let i = 0; i < count; i++) {
    addTo(code.byQuarter, quarterOf(at[i]!));
    addTo(code.byPlacement, placement[i]!);
    code.last = Math.max(code.last, at[i]!);
    if (!names.agents.has(agent[i]!)) names.agents.set(agent[i]!, codeNum);
    if (!names.places.has(place[i]!)) names.places.set(place[i]!, codeNum);
    if (route[i] !== 0 && !names.routes.has(route[i]!)) names.routes.set(route[i]!, codeNum);
  }
}

const addTo = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

async function checkCodes(
  db: Kysely<Tables>,
  range: CodeRange,
  found: ReadonlyMap<number, FoundCode>,
): Promise<string[]> {
  const held = await db
    .selectFrom("code_counters")
    .leftJoin("codes", (join) => join.onRef("codes.num", "=", "code_counters.code_num").on(inRange(range, "codes.num")))
    .select(["code_num", "id", "scan_count", "first_quarter", "last_quarter", "last_scan_at"])
    .where(within(range))
    .execute();
  const problems = held.flatMap((row) => {
    const code = found.get(Number(row.code_num)) ?? emptyCode();
    return Array.from(codeProblems(row, code), (problem) => `code ${row.id ?? `number ${row.code_num}`}: ${problem}`);
  });
  const known = new Set(held.map((row) => Number(row.code_num)));
  for (const [num, { count }] of found) {
    if (!known.has(num)) problems.push(`code number ${num}: ${count} scans are stored, but there is no such code`);
  }
  return problems;
}

interface NotedCode {
  scan_count: number;
  first_quarter: number | null;
  last_quarter: number | null;
  last_scan_at: number | null;
}

function* codeProblems(noted: NotedCode, { count, byQuarter, last, isBroken }: FoundCode): Generator<string> {
  if (Number(noted.scan_count) !== count) yield `scanCount is ${noted.scan_count}, but ${count} scans are stored`;
  if (isBroken) return;
  const lastQuarter = count === 0 ? null : quarterOf(last);
  if (noted.last_quarter !== lastQuarter)
    yield `its last scan is from ${named(lastQuarter)} on, noted is ${named(noted.last_quarter)}`;
  const lastAt = noted.last_scan_at === null ? null : Number(noted.last_scan_at);
  if (lastAt !== (count === 0 ? null : last))
    yield `its last scan is at ${timeOf(count === 0 ? null : last)}, noted is ${timeOf(lastAt)}`;
  if (noted.first_quarter === null) return;
  const first = [...byQuarter.keys()].reduce((least, quarter) => Math.min(least, quarter), Infinity);
  if (noted.first_quarter !== first)
    yield `its first scan is from ${named(count === 0 ? null : first)} on, noted is ${named(noted.first_quarter)}`;
}

const timeOf = (ms: number | null): string => (ms === null ? "none" : timestamp(ms));
const named = (quarter: number | null): string => timeOf(quarter === null ? null : quarter * QUARTER_MS);

/** A placement that is being moved counts the scans that its new code has already. */
async function checkPlacements(
  db: Kysely<Tables>,
  range: CodeRange,
  found: ReadonlyMap<number, FoundCode>,
): Promise<string[]> {
  const held = await db
    .selectFrom("placements")
    .select(["num", "id", "code_num", "scan_count"])
    .where(within(range))
    .execute();
  return held.flatMap(({ num, id, code_num, scan_count }) => {
    const code = found.get(Number(code_num));
    const count = code?.byPlacement.get(Number(num)) ?? 0;
    if (code?.isBroken || Number(scan_count) === count) return [];
    return [`placement ${id}: scanCount is ${scan_count}, but ${count} scans are stored`];
  });
}

const NAMES_PER_STATEMENT = 5_000;

/** Agents, places and routes that scans refer to, each with a code that has such a scan. */
async function checkNames(
  db: Kysely<Tables>,
  table: NameTable,
  wanted: ReadonlyMap<number, number>,
): Promise<string[]> {
  const problems: string[] = [];
  const ids = [...wanted.keys()];
  for (let i = 0; i < ids.length; i += NAMES_PER_STATEMENT) {
    const some = ids.slice(i, i + NAMES_PER_STATEMENT);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(table)} WHERE id IN (${sql.join(some)})`.execute(db);
    const held = new Set(rows.map(({ id }) => id));
    for (const id of some) {
      if (!held.has(id))
        problems.push(`code number ${wanted.get(id)}: there is no ${table.slice(0, -1)} ${id}, which its scans have`);
    }
  }
  return problems;
}
