/**
 * Journal lines, and how the store knows which it has settled. Each opening of a journal is a run with a random id,
 * which numbers its lines from 1. journal_marks has the last settled line of each run and is updated in the settling
 * transaction; lines at or below the mark are skipped. A scan among them that is not stored is settled anyway: copies
 * of a journal may arrive in any order, and two copies may have written different lines with the same numbers.
 */
import { randomBytes } from "node:crypto";
import { type AsideLine, asideOf, linesOf } from "./lines.ts";
import type { SettleReport } from "./scan.ts";

export interface RunLines {
  run: string;
  /** Numbers of the first and last line. Without lines: everything up to `last` was settled and trimmed. */
  first: number;
  last: number;
  lines: string;
  /** For a row without lines: the last line of the run that the journal has or had. */
  end?: number;
}

export const createRun = (): string => randomBytes(12).toString("base64url");

/** Lines from outside a journal, as a run of their own. */
export const newRun = (lines: string): RunLines => ({
  run: createRun(),
  first: 1,
  last: linesOf([lines]).length,
  lines,
});

export const inOrder = (rows: readonly RunLines[]): RunLines[] =>
  rows.toSorted((a, b) => (a.run < b.run ? -1 : a.run > b.run ? 1 : a.first - b.first));

/** The line up to which each run will be settled. Sorted by run, so that two nodes cannot deadlock. */
export function targetsOf(rows: readonly RunLines[]): Map<string, number> {
  const targets = new Map<string, number>();
  for (const { run, last } of inOrder(rows)) targets.set(run, Math.max(last, targets.get(run) ?? 0));
  return targets;
}

export interface Unsettled {
  /** The given rows if none of their lines is settled. */
  rows: readonly RunLines[];
  /** Lines at or below the marks. */
  skipped: readonly RunLines[];
  /** Lines that a journal trimmed as settled but this database lacks: the database is an older copy. */
  missing: number;
  /** Lines that this database has settled but the journal never had: the journal is an older copy. */
  missingInJournal: number;
}

/** What is left of ordered rows after the marks, the last settled line of each run. */
export function unsettled(rows: readonly RunLines[], marks: ReadonlyMap<string, number>): Unsettled {
  const reached = new Map(marks);
  let missing = 0;
  let missingInJournal = 0;
  const left: RunLines[] = [];
  const skipped: RunLines[] = [];
  for (const row of rows) {
    const before = reached.get(row.run) ?? 0;
    missing += Math.max(0, row.first - 1 - before);
    if (row.end !== undefined) missingInJournal += Math.max(0, before - row.end);
    reached.set(row.run, Math.max(before, row.last));
    if (row.first > before) {
      left.push(row);
      continue;
    }
    if (row.last <= before) {
      skipped.push(row);
      continue;
    }
    const [settled, rest] = cutAt(row, before + 1 - row.first);
    skipped.push(settled);
    left.push(rest);
  }
  return { rows: skipped.length > 0 ? left : rows, skipped, missing, missingInJournal };
}

/** Splits a row into its first `count` lines and the rest. */
function cutAt({ run, first, last, lines }: RunLines, count: number): [RunLines, RunLines] {
  const all = linesOf([lines]);
  const text = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");
  const middle = first + count;
  return [
    { run, first, last: middle - 1, lines: text(all.slice(0, count)) },
    { run, first: middle, last, lines: text(all.slice(count)) },
  ];
}

export interface Settling {
  settle(rows: readonly RunLines[]): SettleReport | Promise<SettleReport>;
  /** True for an error caused by the lines themselves; false for an outage. */
  isContentError(error: unknown): boolean;
  /** Sets aside the only line of a row and advances its run's mark. Returns the number of lines missing before it. */
  setAside(row: RunLines, aside: AsideLine): number | Promise<number>;
}

/** Settles rows; if they fail because of their content, halves them until the failing line is found. */
export async function settleInHalves(settling: Settling, rows: readonly RunLines[]): Promise<SettleReport> {
  try {
    return await settling.settle(rows);
  } catch (error) {
    const halves = settling.isContentError(error) && halved(rows);
    if (!halves) throw error;
    if (halves.length === 1) return settleLast(settling, rows[0]!);
    const first = await settleInHalves(settling, halves[0]!);
    const second = await settleInHalves(settling, halves[1]!);
    return {
      aside: [...first.aside, ...second.aside],
      dropped: first.dropped + second.dropped,
      missing: first.missing + second.missing,
      recovered: first.recovered + second.recovered,
      missingInJournal: first.missingInJournal + second.missingInJournal,
      doubtful: first.doubtful + second.doubtful,
    };
  }
}

/** One part if there is a single line; none without lines. */
function halved(rows: readonly RunLines[]): (readonly RunLines[])[] | null {
  if (rows.length > 1) return [rows.slice(0, rows.length >> 1), rows.slice(rows.length >> 1)];
  const [row] = rows;
  const count = row ? linesOf([row.lines]).length : 0;
  if (count === 0) return null;
  return count === 1 ? [rows] : cutAt(row!, count >> 1).map((half) => [half]);
}

/** Tries once more: the cause may have been temporary, such as a table being created. */
async function settleLast(settling: Settling, row: RunLines): Promise<SettleReport> {
  try {
    return await settling.settle([row]);
  } catch (error) {
    if (!settling.isContentError(error)) throw error;
    const aside = asideOf(linesOf([row.lines])[0]!, `the database refuses it: ${(error as Error).message}`);
    const missing = await settling.setAside(row, aside);
    return { aside: [aside], dropped: 0, missing, recovered: 0, missingInJournal: 0, doubtful: 0 };
  }
}
