/** Reads scans of codes in a span, from rows and blocks alike. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { isOneOf } from "../database/numbers.ts";
import type { Tables } from "../database/tables.ts";
import { QUARTER_MS } from "../shared/days.ts";
import { bytesIn, DamagedBlock, monthAt, type Runs, unpackRuns, unpackTimes } from "./block.ts";
import { FACT_NAMES } from "./columns.ts";
import { ifUndamaged, reading } from "./damaged.ts";
import type { Span } from "./filter.ts";
import { FACT_COLUMNS, factsOf, type RowOfScans } from "./rows.queries.ts";
import {
  createTally,
  type StoredBlock,
  type Tally,
  type TallyRow,
  type TallyWish,
  type UndecidedRows,
} from "./tally.ts";

/** Runs reads that see the same state. */
export type ReadSnapshot = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

export interface ScanSource {
  /** In a transaction, if several reads have to see the same state. */
  db: Kysely<Tables>;
  engine: EngineName;
}

/** So many codes are named in a statement. */
const CODES_PER_STATEMENT = 5_000;
const ROWS_PER_PAGE = 20_000;
/** What a page of blocks should have. */
const PAGE_BYTES = 8_000_000;
const PAGE = { least: 8, first: 64, most: 4_000 };
const KEYS_PER_STATEMENT = 200;

interface Months {
  from: number;
  to: number;
}

/** Of times that bundles can hold: to the year 9999. */
export const ALL_MONTHS: Months = { from: 0, to: 119_999 };

/** Adds up the scans of some codes, in one walk for each group of spans that are next to each other. */
export async function tallyScans(
  source: ScanSource,
  nums: readonly number[],
  wishes: readonly TallyWish[],
): Promise<Tally[]> {
  const all = wishes.map((wish) => ({ wish, tally: createTally(wish), months: monthsOf(wish.span) }));
  for (const { months, members } of walksOf(all.filter(({ wish }) => wish.span.to > wish.span.from))) {
    const tallies = members.map(({ tally }) => tally);
    const hasFacts = members.some(({ wish }) => needsFacts(wish));
    for await (const block of blocksOf(source, nums, months, hasFacts))
      for (const tally of tallies) reading(block, () => tally.addBlock(block));
    const spans = members.map(({ wish }) => wish.span);
    const span = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
    for await (const rows of rowsOf(source, nums, span))
      for (const row of rows) for (const tally of tallies) tally.addRow(row);
    for (const tally of tallies) await decide(source, tally);
  }
  return all.map(({ tally }) => tally);
}

/** One walk for those whose months are next to each other. */
export function walksOf<T extends { months: Months }>(all: readonly T[]): { months: Months; members: T[] }[] {
  const walks: { months: Months; members: T[] }[] = [];
  for (const each of all.toSorted((a, b) => a.months.from - b.months.from)) {
    const last = walks.at(-1);
    if (last && each.months.from <= last.months.to + 1) {
      last.members.push(each);
      last.months.to = Math.max(last.months.to, each.months.to);
    } else walks.push({ months: { ...each.months }, members: [each] });
  }
  return walks;
}

export const monthsOf = ({ from, to }: Span): Months => ({ from: monthAt(from), to: monthAt(Math.max(from, to - 1)) });

const needsFacts = ({ tests, facts }: TallyWish): boolean =>
  facts.length > 0 || (tests !== undefined && FACT_NAMES.some((name) => tests[name]));

/** In the order of their keys. */
export async function* blocksOf(
  { db, engine }: ScanSource,
  nums: readonly number[],
  months: Months,
  hasFacts: boolean,
): AsyncGenerator<StoredBlock> {
  const facts = hasFacts ? sql`facts` : sql`NULL AS facts`;
  let limit = PAGE.first;
  for (const some of chunksOf(nums)) {
    let left = some;
    for (let after: RawBuilder<unknown> = sql``; left.length > 0; ) {
      const { rows } = await sql<BlockRow>`
        SELECT code_num, month, n, count, runs, ${facts} FROM scan_blocks
        WHERE code_num ${isOneOf(engine, left)} AND month >= ${months.from} AND month <= ${months.to} ${after}
        ORDER BY code_num, month, n LIMIT ${limit}`.execute(db);
      let bytes = 0;
      for (const row of rows) {
        bytes += bytesIn(row.runs, row.facts);
        yield toBlock(row);
      }
      const last = rows.at(-1);
      if (!last || rows.length < limit) break;
      const [code, month, n] = [last.code_num, last.month, last.n].map(Number) as [number, number, number];
      left = left.filter((num) => num >= code);
      after = sql`AND (code_num, month, n) > (${code}, ${month}, ${n})`;
      limit = Math.max(
        PAGE.least,
        Math.min(PAGE.most, 4 * limit, Math.floor((limit * PAGE_BYTES) / Math.max(bytes, 1))),
      );
    }
  }
}

/**
 * The runs of a block of which nothing else is read, so that its checksum says nothing: they have to agree with its row.
 * Throws DamagedBlock otherwise.
 */
export function runsOf({ runs: packed, month, count }: Pick<StoredBlock, "runs" | "month" | "count">): Runs {
  const runs = unpackRuns(packed, month);
  const last = runs.quarters.at(-1);
  if (last === undefined || runs.rows.at(-1) !== Number(count) || monthAt(last * QUARTER_MS) !== month)
    throw new DamagedBlock("Its quarters of an hour are not those of its scans.");
  return runs;
}

interface BlockRow extends Pick<StoredBlock, "month" | "n" | "count" | "runs" | "facts"> {
  code_num: number;
}

const toBlock = ({ code_num, month, n, count, runs, facts }: BlockRow): StoredBlock => ({
  ...{ codeNum: Number(code_num), month: Number(month), n: Number(n), count: Number(count), runs, facts },
});

export function* chunksOf(nums: readonly number[]): Generator<readonly number[]> {
  const sorted = nums.toSorted((a, b) => a - b);
  for (let i = 0; i < sorted.length; i += CODES_PER_STATEMENT) yield sorted.slice(i, i + CODES_PER_STATEMENT);
}

/** Of the last day or two. All of a code, since ids are ahead of their times if the clock was set back. */
async function* rowsOf(
  { db, engine }: ScanSource,
  nums: readonly number[],
  { from, to }: Span,
): AsyncGenerator<TallyRow[]> {
  for (const some of chunksOf(nums)) {
    const left = [{ codes: some, after: sql`` }];
    for (let part = left.pop(); part; part = left.pop()) {
      const found = sql`FROM scans
        WHERE code_num ${isOneOf(engine, part.codes)} ${part.after} AND at >= ${from} AND at < ${to}
        ORDER BY code_num, id`;
      // Without ids, which take longer to read than everything else.
      const { rows } = await sql<Omit<RowOfScans, "id">>`
        SELECT ${FACT_COLUMNS} ${found} LIMIT ${ROWS_PER_PAGE}`.execute(db);
      yield rows.map((row) => ({ codeNum: Number(row.code_num), at: Number(row.at), ...factsOf(row) }));
      if (rows.length < ROWS_PER_PAGE) continue;
      const [last] = (
        await sql<Pick<RowOfScans, "code_num" | "id">>`
          SELECT code_num, id ${found} LIMIT 1 OFFSET ${ROWS_PER_PAGE - 1}`.execute(db)
      ).rows as [Pick<RowOfScans, "code_num" | "id">];
      const code = Number(last.code_num);
      // The rest of the code first, by itself: only then does the index lead to it.
      left.push({ codes: part.codes.filter((num) => num > code), after: sql`` });
      left.push({ codes: [code], after: sql`AND id > ${last.id}` });
    }
  }
}

/** Looks up the exact times that a tally asks for. With `onDamaged` blocks whose times cannot be read are left out. */
export async function decide({ db }: ScanSource, tally: Tally, onDamaged?: (codeNum: number) => void): Promise<void> {
  const keyOf = ({ codeNum, month, n }: UndecidedRows["block"]) => `${codeNum} ${month} ${n}`;
  for (let i = 0; i < tally.undecided.length; i += KEYS_PER_STATEMENT) {
    const some = tally.undecided.slice(i, i + KEYS_PER_STATEMENT);
    const keys = some.map(
      ({ block }) => sql`(${sql.lit(block.codeNum)}, ${sql.lit(block.month)}, ${sql.lit(block.n)})`,
    );
    const { rows } = await sql<{ code_num: number; month: number; n: number; ids: Uint8Array }>`
      SELECT code_num, month, n, ids FROM scan_blocks WHERE (code_num, month, n) IN (VALUES ${sql.join(keys)})`.execute(
      db,
    );
    const times = new Map(
      rows.map((row) => {
        const key = { codeNum: Number(row.code_num), month: Number(row.month), n: Number(row.n) };
        const read = () => unpackTimes(row.ids, key.month);
        const skipped = onDamaged && (() => onDamaged(key.codeNum));
        return [keyOf(key), skipped ? ifUndamaged(key, read, skipped) : reading(key, read)];
      }),
    );
    for (const rows of some) {
      const found = times.get(keyOf(rows.block));
      if (found) tally.decide(rows, found);
    }
  }
}
