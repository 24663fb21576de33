/** How visitors are counted and stored; see src/store/visitor-store.ts. */
import { QUARTER_MS, QUARTERS_A_DAY } from "../shared/days.ts";
import { pushVarint, readVarints } from "../shared/varints.ts";
import type { EngineName } from "./migrations/types.ts";
import type { ScanLine } from "./scan-lines.ts";
import { type DaySpan, dayOfSpan, type Visitors } from "./visitor-store.ts";

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

/** What a local day begins after the UTC day it is stored in, plus this, is never 0. */
const SHIFT = QUARTERS_A_DAY;

/**
 * On SQLite as varints: the span, or 0 if it is the UTC day; part of the salt's number, visitors, and further scans if
 * there are any. On PostgreSQL an array of all values, read through the view `quarter_days` as text.
 */
function packVisitors({ from, quarters, salt, visitors, scans }: Visitors): Uint8Array {
  const bytes: number[] = [];
  const begin = dayOfSpan({ from, quarters }) * QUARTERS_A_DAY;
  if (from === begin && quarters === QUARTERS_A_DAY) bytes.push(0);
  else for (const value of [from - begin + SHIFT, quarters]) pushVarint(bytes, value);
  for (const value of [salt % SALT_PART, visitors]) pushVarint(bytes, value);
  if (scans > visitors) pushVarint(bytes, scans - visitors);
  return Uint8Array.from(bytes);
}

/** A value of `quarter_days`. */
export function unpackVisitors(day: number, packed: Uint8Array | string): Visitors {
  if (typeof packed === "string") {
    const [from, quarters, salt, visitors, scans] = packed.split(",").map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    return { from, quarters, salt, visitors, scans };
  }
  const [first, ...rest] = readVarints(packed);
  const begin = day * QUARTERS_A_DAY;
  const span =
    first === 0 ? { from: begin, quarters: QUARTERS_A_DAY } : { from: begin + first! - SHIFT, quarters: rest.shift()! };
  const [salt, visitors, more = 0] = rest as [number, number, number?];
  return { ...span, salt, visitors, scans: visitors + more };
}

/** The sum of two, as a function of SQL on SQLite. If the salt or the span has changed, counting begins again. */
export function addVisitors(day: number, one: Uint8Array | null, other: Uint8Array | null): Uint8Array | null {
  if (one === null || other === null) return one ?? other;
  const [held, added] = [unpackVisitors(day, one), unpackVisitors(day, other)];
  const isSame = held.from === added.from && held.quarters === added.quarters && held.salt === added.salt;
  if (!isSame) return other;
  return packVisitors({ ...added, visitors: held.visitors + added.visitors, scans: held.scans + added.scans });
}

/** As a value for scan_quarters. */
export function visitorsColumn(engine: EngineName, visitors: Visitors | null): Uint8Array | string | null {
  if (visitors === null) return null;
  if (engine === "sqlite") return packVisitors(visitors);
  return `{${[visitors.from, visitors.quarters, visitors.salt, visitors.visitors, visitors.scans].join(",")}}`;
}
