import type { JournalRow } from "./journal-thread.ts";

/**
 * The latest durable rows of the journal in memory, to avoid reading them back from the file: about this many
 * characters.
 */
export function createRecentRows(characters: number) {
  const rows: JournalRow[] = [];
  let size = 0;

  function shift(count: number): void {
    for (const { lines } of rows.splice(0, count)) size -= lines.length;
  }

  return {
    add(row: JournalRow): void {
      // A gap means that a row is only in the file.
      if (row.seq !== (rows.at(-1)?.seq ?? row.seq - 1) + 1) shift(rows.length);
      rows.push(row);
      size += row.lines.length;
      while (size > characters) shift(1);
    },
    /** All rows after this number; undefined if some are only in the file. */
    after(seq: number): JournalRow[] | undefined {
      const first = rows[0]?.seq;
      return first !== undefined && first <= seq + 1 ? rows.slice(seq + 1 - first) : undefined;
    },
    /** Drops rows up to this number. */
    drop(seq: number): void {
      const first = rows[0]?.seq;
      if (first !== undefined) shift(Math.max(0, seq + 1 - first));
    },
  };
}
