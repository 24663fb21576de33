/** What an imported code has besides scans, and counts of those that are forgotten. */
import type { Transaction } from "kysely";
import { codeTables } from "../codes/codes.table.ts";
import { takeTokens } from "../codes/taken-tokens.queries.ts";
import type { Tables } from "../database/tables.ts";
import { placementRow } from "../placements/rows.queries.ts";
import { scanTables } from "../scans/scans.table.ts";
import { dayOfSpan } from "../scans/visitor-days.ts";
import { QUARTERS_PER_DAY } from "../shared/days.ts";
import type { CodeData } from "./bundled.ts";

type Trx = Transaction<Tables>;

const ROWS_PER_STATEMENT = 200;

const TABLES = ["code_versions", "scan_visitors", "uncounted_daily", "imported_counts", "code_changes"] as const;

export async function clearCodeData(trx: Trx, num: number): Promise<void> {
  // Of a code that was never visible: its placements come again with the import.
  const tokens = trx.selectFrom("placements").select("token").where("code_num", "=", num);
  await trx.deleteFrom("taken_tokens").where("token", "in", tokens).execute();
  await trx.deleteFrom("placements").where("code_num", "=", num).execute();
  for (const table of TABLES) await trx.deleteFrom(table).where("code_num", "=", num).execute();
}

export async function addCodeData(
  trx: Trx,
  num: number,
  { versions, placements, history }: CodeData,
): Promise<string[]> {
  const add = async (table: (typeof TABLES)[number], rows: readonly object[]) => {
    for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
      const some = rows.slice(i, i + ROWS_PER_STATEMENT);
      await trx
        .insertInto(table)
        .values(some.map((row) => ({ code_num: num, ...row })) as never)
        .execute();
    }
  };
  await add(
    "code_versions",
    versions.map((version) => codeTables.code_versions.write(version)),
  );
  const taken = await addPlacements(trx, num, placements);
  await add(
    "scan_visitors",
    history.visitors.map(({ from, quarters, visitors, scans }) => {
      const day = dayOfSpan({ from, quarters });
      // No salt has the number 0: with later scans of the day counting begins again, and it is not complete.
      return { day, begins: from - day * QUARTERS_PER_DAY, quarters, salt: 0, visitors, scans };
    }),
  );
  await add("uncounted_daily", history.uncounted);
  await add(
    "imported_counts",
    history.imported.map((counts) => scanTables.imported_counts.write(counts)),
  );
  await add("code_changes", history.changes);
  return taken;
}

/** Except those whose token or id is taken; returns their tokens. Their scans count for the code alone. */
async function addPlacements(trx: Trx, num: number, placements: CodeData["placements"]): Promise<string[]> {
  if (placements.length === 0) return [];
  const ids = placements.map(({ id }) => id);
  const there = await trx.selectFrom("placements").select("id").where("id", "in", ids).execute();
  const known = new Set(there.map(({ id }) => id));
  const fresh = placements.filter(({ id }) => !known.has(id));
  const taken = await takeTokens(
    trx,
    fresh.map(({ token }) => token),
  );
  const rows = fresh.filter(({ token }) => !taken.has(token)).map((each) => placementRow(num, each));
  if (rows.length > 0) await trx.insertInto("placements").values(rows).execute();
  return placements.filter(({ id, token }) => known.has(id) || taken.has(token)).map(({ token }) => token);
}
