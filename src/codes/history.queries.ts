import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { readActor } from "../shared/actor.ts";
import { readChanges } from "./changes.queries.ts";
import type { Version } from "./code.ts";

/** The column is a 32-bit integer. */
const HIGHEST = 2 ** 31 - 1;

type Row = Selectable<Tables["code_versions"]>;

/** A content with its end; the current one has none. */
interface Entry {
  n: number;
  content: string;
  end: { at: number; by: string | null } | null;
  /** The code's count at its end, or now. */
  scansUntil: number;
}

const entryOf = (row: Row): Entry => ({
  n: row.n,
  content: row.content,
  end: { at: row.replaced_at, by: row.replaced_by },
  scansUntil: Number(row.scans_until),
});

export function createHistoryQueries(listDb: Kysely<Tables>) {
  const versionsOf = (codeNum: number) => listDb.selectFrom("code_versions").where("code_num", "=", codeNum);

  /** The code and its versions in one statement: a change in between would make them inconsistent. */
  async function read(codeNum: number, limit: number, before: number | undefined) {
    const rows = await listDb
      .selectFrom("codes as c")
      .innerJoin("code_counters as k", "k.code_num", "c.num")
      .leftJoin("code_versions as v", (join) =>
        join.onRef("v.code_num", "=", "c.num").on("v.n", "<", before ?? HIGHEST),
      )
      .selectAll("v")
      .select(["c.content as present", "c.created_at", "c.made_by", "k.scan_count"])
      .select(sql<number>`(SELECT coalesce(max(n), 0) FROM code_versions WHERE code_num = c.num)`.as("last"))
      .where("c.num", "=", codeNum)
      .orderBy("v.n", "desc")
      .limit(limit)
      .execute();
    const [first] = rows;
    if (!first) return null;
    const { present, created_at: createdAt, made_by: madeBy } = first;
    const scansUntil = Number(first.scan_count);
    const newest = { n: Number(first.last) + 1, content: present, end: null, scansUntil };
    if (before !== undefined && before > newest.n) return null;
    const older = rows.filter((row) => row.n !== null).map((row) => entryOf(row as Row));
    const entries: Entry[] = before === undefined ? [newest, ...older] : older;
    return { entries, createdAt, madeBy };
  }

  return {
    changes: (codeNum: number, limit: number) => readChanges(listDb, codeNum, limit),

    /**
     * Versions before `before`, newest first, including the current one; `more` if older ones follow. Null if the code
     * has no version `before`. Counts include settled scans only.
     */
    async page(
      codeNum: number,
      limit: number,
      before?: number,
    ): Promise<{ versions: Version[]; more: boolean } | null> {
      const found = await read(codeNum, limit + 1, before);
      if (!found) return null;
      const { entries, createdAt, madeBy } = found;
      const versions = entries.slice(0, limit).map(({ n, content, end, scansUntil }, i): Version => {
        const earlier = entries[i + 1];
        const start = earlier?.end ?? null;
        return {
          version: n,
          content,
          from: start?.at ?? createdAt,
          until: end?.at ?? null,
          scanCount: scansUntil - (earlier?.scansUntil ?? 0),
          by: readActor(start ? start.by : madeBy),
        };
      });
      return { versions, more: entries.length > limit };
    },

    /** The content of a version, including the current one; null if there is no such version. */
    async contentOf(codeNum: number, version: number): Promise<string | null> {
      const row = await versionsOf(codeNum).select("content").where("n", "=", version).executeTakeFirst();
      if (row) return row.content;
      const found = await read(codeNum, 1, undefined);
      const [present] = found?.entries ?? [];
      return present?.n === version ? present.content : null;
    },
  };
}
