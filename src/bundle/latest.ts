/** How late the times in a record are. After a clock was ahead, some are later than the bundle itself. */
import { dayOfSpan } from "../scans/visitor-days.ts";
import { DAY_MS } from "../shared/days.ts";
import { timeOfId } from "../shared/ids.ts";
import type { Kind } from "./format.ts";
import type { HistoryRecord, Manifest, ScanRecord } from "./record-schemas.ts";

/** Clocks of nodes and their database may differ. */
const CLOCKS_DIFFER_MS = DAY_MS;

const TIMES: Partial<Record<Kind, readonly string[]>> = {
  codes: ["createdAt", "updatedAt", "renewedAt", "deletedAt"],
  versions: ["until"],
  placements: ["createdAt"],
  scans: ["scannedAt"],
  styles: ["createdAt"],
  logos: ["createdAt"],
};

/** Every field of a record that says when something happened, with its latest time. */
export function* timesOf(kind: Kind, record: object): Generator<[field: string, at: number]> {
  const fields = record as Record<string, string | null>;
  for (const field of TIMES[kind] ?? []) {
    const at = fields[field];
    if (typeof at === "string") yield [field, Date.parse(at)];
  }
  if (kind === "scans") yield ["id", timeOfId((record as ScanRecord).id)];
  if (kind !== "history") return;
  const { days, visitors, uncounted, imported, changes } = record as HistoryRecord;
  for (const { day } of days) yield ["days", day * DAY_MS];
  for (const [from, quarters] of visitors) yield ["visitors", dayOfSpan({ from, quarters }) * DAY_MS];
  for (const [day] of uncounted) yield ["uncounted", day * DAY_MS];
  for (const [at] of changes) yield ["changes", Date.parse(at)];
  for (const { importedAt } of imported) yield ["imported", Date.parse(importedAt)];
}

/** No time in the records of a bundle is later. Bundles of before say only when they were made. */
export const latestIn = ({ latest, madeAt }: Pick<Manifest, "latest" | "madeAt">): number =>
  latest === undefined ? Date.parse(madeAt) + CLOCKS_DIFFER_MS : Date.parse(latest);

/** Whether a bundle has times that have not come yet. */
export const isAhead = ({ latest, madeAt }: Pick<Manifest, "latest" | "madeAt">, now: number): boolean =>
  Date.parse(latest ?? madeAt) > now + CLOCKS_DIFFER_MS;
