/** Puts codes in the order of the scans of a period. Runs in the report-thread.ts of each engine. */
import { sql } from "kysely";
import type { CodeFilter } from "../codes/code.ts";
import { createCodeLists } from "../codes/lists.queries.ts";
import { isClear } from "../insights/chart/trend.ts";
import { readCounts } from "../scans/counts.queries.ts";
import type { ComparedSpans } from "../scans/filter.ts";
import type { ScanSource } from "../scans/read.queries.ts";
import { quarterOf } from "../shared/days.ts";

/** Of more matches, only the newest are ranked. */
const MAX_RANKED = 100_000;
/** As many codes are counted without asking which of them were scanned lately. */
const FEW = 1_000;

export interface RankRequest extends ComparedSpans {
  workspaceId: string;
  filter: CodeFilter;
  now: number;
  /** "scans": most first. "rising" and "falling": clear changes first; codes that are not compared last. */
  order: "scans" | "rising" | "falling";
}

export interface Ranks {
  /** Numbers of codes. */
  nums: Float64Array;
  /** Whether more codes match. */
  more: boolean;
}

export async function rankCodes(source: ScanSource, request: RankRequest): Promise<Ranks> {
  const { workspaceId, filter, now, order, span, previous } = request;
  const lists = createCodeLists(source.db, source.engine);
  const wanted = { workspaceId, filter, now, sort: "newest", offset: 0, limit: MAX_RANKED } as const;
  const { nums, more, stoppedAt } = await lists.find(wanted);
  const spans = order === "scans" || previous === null ? [span] : [span, previous];
  const scanned = await scannedSince(source, request, nums, Math.min(...spans.map(({ from }) => from)));
  const { of, damaged } = await readCounts(source, scanned, spans);
  const countIn = (i: number) => (num: number) => of[i]?.counts.get(num) ?? 0;
  const isUnknown = (num: number) => damaged.has(num);
  const sorted =
    order === "scans"
      ? byScans(nums, countIn(0), isUnknown)
      : byTrend(nums, order, countIn(0), countIn(1), await notCompared(source, request, isUnknown, of[1]?.isExact));
  return { nums: sorted, more: more || stoppedAt !== null };
}

/** Those of the codes that may have been scanned since. */
async function scannedSince(
  { db }: ScanSource,
  { workspaceId }: RankRequest,
  nums: readonly number[],
  from: number,
): Promise<readonly number[]> {
  if (nums.length <= FEW) return nums;
  const { rows } = await sql<{ num: number }>`SELECT code_num AS num FROM code_counters
    WHERE list_workspace = ${workspaceId} AND last_quarter >= ${quarterOf(from)}`.execute(db);
  const scanned = new Set(rows.map(({ num }) => Number(num)));
  return nums.filter((num) => scanned.has(num));
}

/** Codes that did not exist during all of the period before. */
async function notCompared(
  { db }: ScanSource,
  { workspaceId, previous, comparedBefore }: RankRequest,
  isUnknown: (num: number) => boolean,
  isExact = false,
): Promise<(num: number) => boolean> {
  if (previous === null || !isExact) return () => true;
  const young = await db
    .selectFrom("codes")
    .select("num")
    .where("workspace_id", "=", workspaceId)
    .where("created_at", ">=", comparedBefore)
    .where("deleted_at", "is", null)
    .execute();
  const nums = new Set(young.map(({ num }) => Number(num)));
  return (num) => nums.has(num) || isUnknown(num);
}

type Count = (num: number) => number;

/** Of equally many the newest first; what cannot be counted last. */
function byScans(nums: readonly number[], countOf: Count, isUnknown: (num: number) => boolean): Float64Array {
  const counts = Float64Array.from(nums, (num) => (isUnknown(num) ? -1 : countOf(num)));
  return inOrder(nums, (a, b) => counts[b]! - counts[a]!);
}

/**
 * Clear changes in the wanted direction, then what may be chance, then clear changes in the other, each by its size; then
 * what is not compared, by its scans.
 */
function byTrend(
  nums: readonly number[],
  order: "rising" | "falling",
  countOf: Count,
  countBefore: Count,
  isLeftOut: (num: number) => boolean,
): Float64Array {
  const sign = order === "rising" ? 1 : -1;
  const [groups, changes] = [new Float64Array(nums.length).fill(2), new Float64Array(nums.length)];
  const sums = Float64Array.from(nums, (num) => countOf(num) + (isLeftOut(num) ? 0 : countBefore(num)));
  for (const [i, num] of nums.entries()) {
    if (isLeftOut(num)) continue;
    const [now, before] = [countOf(num), countBefore(num)];
    groups[i] = isClear(now, before) ? -sign * Math.sign(now - before) : 0;
    changes[i] = now === before ? 0 : sign * Math.log(now / before);
  }
  return inOrder(nums, (a, b) => {
    if (groups[a] !== groups[b]) return groups[a]! - groups[b]!;
    // Both may be infinite.
    if (changes[a] !== changes[b]) return changes[a]! > changes[b]! ? -1 : 1;
    return sums[b]! - sums[a]!;
  });
}

/** The codes come newest first, and stay so where they are equal. */
function inOrder(nums: readonly number[], compare: (a: number, b: number) => number): Float64Array {
  const places = Uint32Array.from(nums.keys()).sort((a, b) => compare(a, b) || a - b);
  return Float64Array.from(places, (place) => nums[place]!);
}
