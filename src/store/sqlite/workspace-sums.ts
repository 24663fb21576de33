import type { ScanLine } from "../scan-lines.ts";
import { combined, type SummedIn, sumsOfScans, visitorSums } from "../workspace-sums.ts";
import type { Sqlite } from "./database.ts";
import { createRowWriter } from "./row-writer.ts";
import type { DayVisitors } from "./visitors.ts";

/** Adds new scans to the sums of their workspaces, within the current transaction. */
export function createWorkspaceSums(sqlite: Sqlite) {
  const add = createRowWriter(
    sqlite,
    "INSERT INTO workspace_daily (workspace_num, dimension, day, value, count)",
    "ON CONFLICT DO UPDATE SET count = count + excluded.count",
  );
  return (scans: readonly ScanLine[], visitors: readonly DayVisitors[], summedIn: SummedIn): void => {
    if (summedIn.size === 0) return;
    const counted = visitors.flatMap((day) => {
      const workspaceNum = summedIn.get(day.codeNum);
      return workspaceNum === undefined ? [] : visitorSums(workspaceNum, day);
    });
    add(
      combined([...sumsOfScans(scans, summedIn), ...counted]).flatMap((row) => [
        ...[row.workspaceNum, row.dimension, row.day, row.value, row.count],
      ]),
    );
  };
}
