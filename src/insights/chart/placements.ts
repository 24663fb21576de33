/** Placements in the order of their scans. Also used by the dashboard. */
import { type Ranked, ranksOf } from "./ranks.ts";
import { dispersion, type Pair } from "./trend.ts";

interface Placement {
  placement: string;
  name: string | null;
  scans: number;
  previousScans: number | null;
}

const names = new Intl.Collator("en", { numeric: true });

/** The most scans first; Table 2 before Table 10. */
const inOrder = (a: Placement, b: Placement): number =>
  b.scans - a.scans || names.compare(a.name ?? "\uffff", b.name ?? "\uffff");

/** The most placements that are listed. */
const MAX_PLACEMENTS = 1000;

/** Scans through no listed placement: the code's own link, or a deleted one. None if the list is cut. */
export const scansElsewhere = (rows: readonly Placement[], scans: number): number =>
  rows.length < MAX_PLACEMENTS ? scans - rows.reduce((sum, row) => sum + row.scans, 0) : 0;

interface RankedPlacements {
  rows: (Placement & Ranked)[];
  own: number;
  /** The upper end of the widest interval. */
  widest: number;
}

/** `pairs`: days and their counterparts, as in `dispersion`. */
export function rankedPlacements(
  { scans, byPlacement }: { scans: number; byPlacement: readonly Placement[] },
  pairs: readonly Pair[],
): RankedPlacements {
  const ordered = byPlacement.toSorted(inOrder);
  const counts = ordered.map((row) => row.scans);
  const ranks = ranksOf(counts, scans, dispersion(pairs));
  const widest = Math.max(1, ...ranks.map(({ high }) => high));
  return { rows: ordered.map((row, i) => ({ ...row, ...ranks[i]! })), own: scansElsewhere(ordered, scans), widest };
}
