import type { DatabaseSync } from "node:sqlite";
import { blankTag } from "./lines.ts";

const ROWS_PER_STEP = 100;

/**
 * Overwrites the tags of visitors in rows before this time, in the file too. Rows are in order of time;
 * those up to the number `after` are done. Returns the last one that is.
 */
export function blankTags(db: DatabaseSync, before: number, after = 0): number {
  const select = db.prepare("SELECT seq, lines FROM batches WHERE seq > ? ORDER BY seq LIMIT ?");
  const update = db.prepare("UPDATE batches SET lines = ? WHERE seq = ?");
  let done = after;
  while (true) {
    const rows = select.all(done, ROWS_PER_STEP) as { seq: number; lines: string }[];
    for (const { seq, lines } of rows) {
      if (timeOf(lines) >= before) return done;
      const blank = lines.split("\n").map(blankTag).join("\n");
      if (blank !== lines) update.run(blank, seq);
      done = seq;
    }
    if (rows.length < ROWS_PER_STEP) return done;
  }
}

/** Of the first scan; a row has the lines of one commit. Rows without scans have no tags. */
function timeOf(lines: string): number {
  const scan = lines.split("\n").find((line) => line !== "" && line[0] !== "!");
  return scan === undefined ? Number.NEGATIVE_INFINITY : Number(scan.split("\t", 3)[2]);
}
