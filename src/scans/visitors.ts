/** How visitors are counted and stored; see src/scans/visitor-days.ts. */
import { QUARTER_MS, QUARTERS_PER_DAY } from "../shared/days.ts";
import type { ScanLine } from "./lines.ts";
import { type DaySpan, dayOfSpan, type Visitors } from "./visitor-days.ts";

/**
 * Tags are kept in a table per six hours in which their day began. It is emptied as a whole, which leaves no bytes of
 * them in the database's files, before it is used again 48 hours later.
 */
export const SLOTS = 8;
const SLOT_MS = 6 * 3_600_000;
const SLOT_QUARTERS = SLOT_MS / QUARTER_MS;
/** The last day of a slot ends after 32 hours; the rest is for scans that are settled late. */
const KEPT_MS = 42 * 3_600_000;

export const slotOf = (from: number): number => Math.floor(from / SLOT_QUARTERS) % SLOTS;

export const tagTable = (slot: number): string => `visitor_tags_${slot}`;

/**
 * The tables to be emptied, of salts with these first quarters. All salts of such a table are removed with it: only
 * after 48 hours without maintenance it also has tags of a later day, whose visitors are unknown then.
 */
export function dueSlots(begins: readonly number[], now: number): Set<number> {
  const dueBefore = (Math.floor((now - KEPT_MS) / SLOT_MS) + 1) * SLOT_QUARTERS;
  return new Set(begins.filter((from) => from < dueBefore).map(slotOf));
}

export const isWithin = ({ from, quarters }: DaySpan, quarter: number): boolean =>
  quarter >= from && quarter < from + quarters;

/** What scans of one code add to one of its days. */
export interface NewVisits extends DaySpan {
  codeNum: number;
  /** Of the row that the visitors are stored in. */
  day: number;
  salt: number;
  scans: number;
  tags: string[];
}

/**
 * Of scans in order of their codes, in the order of rows. Scans without a tag, or whose salt is removed, are left out.
 * Tags may be repeated.
 */
export function newVisits(scans: readonly ScanLine[], salts: ReadonlyMap<number, DaySpan>): NewVisits[] {
  const all: NewVisits[] = [];
  const ofCode = new Map<number, NewVisits>();
  for (const { codeNum, at, visitor } of scans) {
    const span = visitor && salts.get(visitor.salt);
    if (!span || at < span.from * QUARTER_MS || at >= (span.from + span.quarters) * QUARTER_MS) continue;
    if (all.at(-1)?.codeNum !== codeNum) ofCode.clear();
    const known = ofCode.get(visitor.salt);
    if (known) {
      known.scans += 1;
      known.tags.push(visitor.tag);
    } else {
      const visits = { codeNum, day: dayOfSpan(span), salt: visitor.salt, ...span, scans: 1, tags: [visitor.tag] };
      ofCode.set(visitor.salt, visits);
      all.push(visits);
    }
  }
  return all.sort((a, b) => a.codeNum - b.codeNum || a.from - b.from || a.quarters - b.quarters);
}

/** The number of a salt is stored in part: enough to notice that it was replaced on the same day. */
export const SALT_PART = 2 ** 14;

/** A code under a salt, as one number: it is in the key of every tag. */
export const codeDay = (codeNum: number, salt: number): number => codeNum * SALT_PART + (salt % SALT_PART);

/** How a local day is stored: with the UTC day that its middle is in, and by how many quarters it begins after that. */
export const storedDay = (span: DaySpan): { day: number; begins: number } => {
  const day = dayOfSpan(span);
  return { day, begins: span.from - day * QUARTERS_PER_DAY };
};

export const VISITORS_COLUMNS = "code_num, day, begins, quarters, salt, visitors, scans";

const held = (column: string) => `scan_visitors.${column}`;
const IS_SAME = ["begins", "quarters", "salt"].map((column) => `${held(column)} = excluded.${column}`).join(" AND ");
const sum = (column: string) => `${column} = excluded.${column} + CASE WHEN ${IS_SAME} THEN ${held(column)} ELSE 0 END`;

/** With another salt or another span of the day, counting begins again. */
export const ADD_VISITORS = `ON CONFLICT (code_num, day) DO UPDATE SET ${sum("visitors")}, ${sum("scans")},
  begins = excluded.begins, quarters = excluded.quarters, salt = excluded.salt`;

type VisitorsRow = [
  codeNum: number,
  day: number,
  begins: number,
  quarters: number,
  salt: number,
  visitors: number,
  scans: number,
];

/** Values in the order of the columns of scan_visitors. */
export function visitorsRow({ codeNum, ...held }: Visitors & { codeNum: number }): VisitorsRow {
  const { day, begins } = storedDay(held);
  return [codeNum, day, begins, held.quarters, held.salt % SALT_PART, held.visitors, held.scans];
}
