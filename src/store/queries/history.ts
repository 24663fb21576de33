import { type Selectable, sql } from "kysely";
import { readActor } from "../../shared/actor.ts";
import { dayOf } from "../../shared/days.ts";
import type { HistoryStore, Version } from "../history-store.ts";
import type { Tables } from "../tables.ts";
import { type Boundary, type CountParts, countUpTo } from "./version-counts.ts";

/** Of a 32-bit number, as the column is. */
const HIGHEST = 2 ** 31 - 1;

type Row = Selectable<Tables["code_versions"]>;

/** A content with the moment it was replaced; the present one was not. */
interface Entry {
  n: number;
  content: string;
  end: (Boundary & { by: string | null }) | null;
}

export const boundaryOf = (row: Row): Boundary => ({
  n: row.n,
  at: row.replaced_at,
  held: row.day_total === null ? null : { scans: row.day_scans!, total: row.day_total },
});

const entryOf = (row: Row): Entry => ({
  n: row.n,
  content: row.content,
  end: { ...boundaryOf(row), by: row.replaced_by },
});

export function createHistoryQueries(parts: CountParts): HistoryStore {
  const { listing } = parts;
  const versionsOf = (codeNum: number) => listing.selectFrom("code_versions").where("code_num", "=", codeNum);

  /** The code and its versions as they are at one moment: a change in between would tear them. */
  async function read(codeNum: number, limit: number, before: number | undefined) {
    const rows = await listing
      .selectFrom("codes as c")
      .leftJoin("code_versions as v", (join) =>
        join.onRef("v.code_num", "=", "c.num").on("v.n", "<", before ?? HIGHEST),
      )
      .selectAll("v")
      .select(["c.content as present", "c.created_at", "c.made_by"])
      .select(sql<number>`(SELECT coalesce(max(n), 0) FROM code_versions WHERE code_num = c.num)`.as("last"))
      .where("c.num", "=", codeNum)
      .orderBy("v.n", "desc")
      .limit(limit)
      .execute();
    const [first] = rows;
    if (!first) return null;
    const { present, created_at: createdAt, made_by: madeBy } = first;
    const newest = { n: Number(first.last) + 1, content: present, end: null };
    if (before !== undefined && before > newest.n) return null;
    const older = rows.filter((row) => row.n !== null).map((row) => entryOf(row as Row));
    const entries: Entry[] = before === undefined ? [newest, ...older] : older;
    return { entries, createdAt, madeBy };
  }

  return {
    async page(codeNum, now, limit, before) {
      const found = await read(codeNum, limit + 1, before);
      if (!found) return null;
      const { entries, createdAt, madeBy } = found;
      const shown = entries.slice(0, limit);
      const ends = entries.slice(0, limit + 1).flatMap(({ end }) => end ?? []);
      const { before: counts, all } = await countUpTo(parts, codeNum, ends, dayOf(now));
      const versions = shown.map(({ n, content, end }, i): Version => {
        const start = entries[i + 1]?.end ?? null;
        const upToEnd = end ? counts.get(end.n)! : all;
        const scanCount = upToEnd - (start ? counts.get(start.n)! : 0);
        return {
          version: n,
          content,
          from: start?.at ?? createdAt,
          until: end?.at ?? null,
          scanCount,
          by: readActor(start ? start.by : madeBy),
        };
      });
      return { versions, more: entries.length > limit };
    },

    async contentOf(codeNum, version) {
      const row = await versionsOf(codeNum).select("content").where("n", "=", version).executeTakeFirst();
      if (row) return row.content;
      const found = await read(codeNum, 1, undefined);
      const [present] = found?.entries ?? [];
      return present?.n === version ? present.content : null;
    },
  };
}
