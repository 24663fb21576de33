/** What a table holds once: told twice, it would end an import half way. */
import type { HistoryRecord } from "./history-records.ts";

/** What a bundle tells of one code, over all its lines. Gives in words what stands there twice. */
export function createRepeats(): (record: HistoryRecord) => string | null {
  const seen = new Set<string>();
  return (record) => {
    for (const row of rowsOf(record)) {
      const key = JSON.stringify(row);
      if (seen.has(key)) return `tells twice of ${key.slice(0, 100)}`;
      seen.add(key);
    }
    return null;
  };
}

/** The rows by what they are found by, without what they say. */
function* rowsOf({ daily, monthly, cities, uncounted, imported }: HistoryRecord) {
  for (const [dimension, day, value] of daily) yield ["daily", dimension, day, value];
  for (const [dimension, month, value] of monthly) yield ["monthly", dimension, month, value];
  for (const [city] of cities) yield ["cities", city];
  for (const [day, reason] of uncounted) yield ["uncounted", day, reason];
  for (const { source } of imported) yield ["imported", source];
}
