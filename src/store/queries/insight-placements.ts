/** Scans of one code by placement: of whole days from rollups, of parts of days and with a filter from raw scans. */
import { sql } from "kysely";
import { DAY_MS, dayOf } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import type { CountedPlacement, InsightRequest, Span, ZonedSpan } from "../insight-store.ts";
import type { Marks, Parts } from "./insight-parts.ts";
import type { Reading, ScanReader } from "./insight-scans.ts";

interface Sources extends Reading {
  marks: Marks;
  scans: ScanReader;
}

/** Of the placements that the code has now: those of a placement that was deleted or moved are not listed. */
type Known = Pick<CountedPlacement, "id" | "name" | "createdAt"> & { num: number };
type CountOf = (placement: Known) => number;

async function placementsOf({ db }: Sources, codeNum: number): Promise<Known[]> {
  return db
    .selectFrom("placements")
    .select(["num", "id", "name", "created_at as createdAt"])
    .where("code_num", "=", codeNum)
    .execute();
}

/** Of filtered raw scans. */
export async function placementsOfScans(
  sources: Sources,
  codeNum: number,
  { span, previous, filter }: InsightRequest,
): Promise<CountedPlacement[]> {
  const known = await placementsOf(sources, codeNum);
  if (known.length === 0) return [];
  const countsIn = async (within: ZonedSpan): Promise<CountOf> => {
    const counts = await sources.scans.byPlacement(within, filter);
    return ({ num }) => counts.get(num) ?? 0;
  };
  return counted(known, await countsIn(span), previous && (await countsIn(previous)), filter?.placement);
}

/** Of whole days, and of the parts of days that are added to them or taken off. */
export async function placementsOfDays(
  sources: Sources,
  codeNum: number,
  parts: Parts,
  previous: Span | null,
): Promise<CountedPlacement[]> {
  const known = await placementsOf(sources, codeNum);
  if (known.length === 0) return [];
  const before = previous && wholeDays(previous, sources.marks);
  const counts = await countsOfDays(sources, codeNum, parts);
  return counted(known, counts, before && (await countsOfDays(sources, codeNum, before)));
}

/** Null if raw scans or counts by day are no longer kept. */
function wholeDays({ from, to }: Span, marks: Marks): Omit<Parts, "exactFrom"> | null {
  if (dayOf(from) < Math.max(marks.raw, marks.values)) return null;
  const fromDay = Math.ceil(from / DAY_MS);
  const toDay = dayOf(to) - 1;
  if (toDay < fromDay) return { fromDay, toDay, edges: [{ from, to, sign: 1 }] };
  const edges = [
    { from, to: fromDay * DAY_MS },
    { from: (toDay + 1) * DAY_MS, to },
  ];
  return { fromDay, toDay, edges: edges.filter((edge) => edge.from < edge.to).map((edge) => ({ ...edge, sign: 1 })) };
}

async function countsOfDays(
  { db, scans }: Sources,
  codeNum: number,
  parts: Omit<Parts, "exactFrom">,
): Promise<CountOf> {
  const days = await db
    .selectFrom("scan_daily")
    .select(["value", sql<number>`sum(count)`.as("count")])
    .where("code_num", "=", codeNum)
    .where("dimension", "=", DIMENSION.placement)
    .where("day", ">=", parts.fromDay)
    .where("day", "<=", parts.toDay)
    .groupBy("value")
    .execute();
  const byId = new Map(days.map(({ value, count }) => [value, Number(count)]));
  const byNum = new Map<number, number>();
  for (const { sign, ...part } of parts.edges) {
    for (const [num, count] of await scans.byPlacement(part)) byNum.set(num, (byNum.get(num) ?? 0) + sign * count);
  }
  return ({ id, num }) => (byId.get(id) ?? 0) + (byNum.get(num) ?? 0);
}

/** With up to so many placements, those without a scan are listed too. */
const FEW = 50;

/** A chosen placement is always listed, so that its name can be shown. */
function counted(
  known: readonly Known[],
  countOf: CountOf,
  before: CountOf | null,
  chosen?: readonly string[],
): CountedPlacement[] {
  const isListed = ({ id }: Known) => chosen?.includes(id) ?? known.length <= FEW;
  return known.flatMap((placement) => {
    const { id, name, createdAt } = placement;
    const count = countOf(placement);
    if (count === 0 && !isListed(placement)) return [];
    return [{ id, name, createdAt, count, previous: before === null ? null : before(placement) }];
  });
}
