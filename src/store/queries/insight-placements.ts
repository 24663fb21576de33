/** Scans of one code by placement: of whole days from rollups, of parts of days and with a filter from raw scans. */
import { sql } from "kysely";
import { DIMENSION } from "../dimensions.ts";
import type { CountedPlacement, Span, VisitFilter, ZonedSpan } from "../insight-store.ts";
import type { Parts } from "./insight-parts.ts";
import type { Reading, ScanReader } from "./insight-scans.ts";

interface Sources extends Reading {
  scans: ScanReader;
}

/** Of the placements that the code has now: those of a placement that was deleted or moved are not listed. */
type Known = { num: number; id: string; name: string | null };

async function placementsOf({ db }: Sources, codeNum: number): Promise<Known[]> {
  return db.selectFrom("placements").select(["num", "id", "name"]).where("code_num", "=", codeNum).execute();
}

/** Of filtered raw scans. */
export async function placementsOfScans(
  sources: Sources,
  codeNum: number,
  span: ZonedSpan,
  filter: VisitFilter,
): Promise<CountedPlacement[]> {
  const known = await placementsOf(sources, codeNum);
  if (known.length === 0) return [];
  const counts = await sources.scans.byPlacement(span, filter);
  return counted(known, ({ num }) => counts.get(num) ?? 0);
}

/** Of whole days, and of the parts of days that are added to them or taken off. */
export async function placementsOfDays(sources: Sources, codeNum: number, parts: Parts): Promise<CountedPlacement[]> {
  const known = await placementsOf(sources, codeNum);
  if (known.length === 0) return [];
  const days = await sources.db
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
    for (const [num, count] of await sources.scans.byPlacement(part as Span)) {
      byNum.set(num, (byNum.get(num) ?? 0) + sign * count);
    }
  }
  return counted(known, ({ id, num }) => (byId.get(id) ?? 0) + (byNum.get(num) ?? 0));
}

const counted = (known: readonly Known[], countOf: (placement: Known) => number): CountedPlacement[] =>
  known.map(({ num, id, name }) => ({ id, name, count: countOf({ num, id, name }) })).filter(({ count }) => count > 0);
