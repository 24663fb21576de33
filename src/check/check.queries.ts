import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { ReadSnapshot } from "../scans/read.queries.ts";
import { checkDomains } from "./domains.queries.ts";
import { type CodeRange, inRange, within } from "./parts.queries.ts";
import { checkScans } from "./scans.queries.ts";

export interface Checked {
  /** All codes up to this number are checked. */
  upTo: number;
  /** From 0 to 1. */
  share: number;
  problems: string[];
}

/** Bounds what is in memory at once, but for a code with more scans. */
const SCANS_PER_RANGE = 50_000;
const CODES_PER_RANGE = 2_000;

/**
 * Compares what is noted of each code with its scans, and checks each block, versions, tags and domains. `snapshot`: reads
 * in it see the same state, so that what is settled and packed meanwhile is no problem.
 */
export async function* checkCounts(snapshot: ReadSnapshot, after = 0): AsyncGenerator<Checked> {
  const last = await snapshot((db) => lastCode(db));
  // Rows of missing codes may have any number.
  for (let from = after > 0 ? after : Number.MIN_SAFE_INTEGER; from < Number.MAX_SAFE_INTEGER; ) {
    const { to, problems } = await snapshot((db) => checkFrom(db, from));
    yield { upTo: to, share: Math.min(1, to / Math.max(last, 1)), problems };
    from = to;
  }
}

async function lastCode(db: Kysely<Tables>): Promise<number> {
  const query = db.selectFrom("code_counters").select(({ fn }) => fn.max("code_num").as("last"));
  return Number((await query.executeTakeFirstOrThrow()).last ?? 0);
}

async function checkFrom(db: Kysely<Tables>, after: number): Promise<{ to: number; problems: string[] }> {
  const to = await endOfRange(db, after);
  const problems = await checkRange(db, { after, to });
  if (to === Number.MAX_SAFE_INTEGER) problems.push(...(await checkDomains(db)));
  return { to, problems };
}

/** The next codes until there are many scans. After the last code, everything. */
async function endOfRange(db: Kysely<Tables>, after: number): Promise<number> {
  const codes = await db
    .selectFrom("code_counters")
    .select(["code_num", "scan_count"])
    .where("code_num", ">", after)
    .orderBy("code_num")
    .limit(CODES_PER_RANGE)
    .execute();
  let scans = 0;
  for (const { code_num, scan_count } of codes) {
    scans += Number(scan_count);
    if (scans > SCANS_PER_RANGE) return Number(code_num);
  }
  return codes.length < CODES_PER_RANGE ? Number.MAX_SAFE_INTEGER : Number(codes.at(-1)!.code_num);
}

const checkRange = async (db: Kysely<Tables>, range: CodeRange): Promise<string[]> => [
  ...(await checkScans(db, range)),
  ...(await checkVersions(db, range)),
  ...(await checkTags(db, range)),
];

/** The counts of versions grow from one to the next, up to the code's. */
async function checkVersions(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const { rows } = await sql<{ code: number; n: number; held: number; least: number; most: number }>`
    SELECT * FROM (
      SELECT v.code_num AS code, v.n, v.scans_until AS held, c.scan_count AS most,
        coalesce(lag(v.scans_until) OVER (PARTITION BY v.code_num ORDER BY v.n), 0) AS least
      FROM code_versions v JOIN code_counters c ON c.code_num = v.code_num
      WHERE ${inRange(range, "v.code_num")}
    ) AS ends WHERE held < least OR held > most ORDER BY code, n`.execute(db);
  return rows.map(
    ({ code, n, held, least, most }) =>
      `code number ${code}, version ${n}: ended at ${held} scans, which must be ${least} to ${most}`,
  );
}

/** Tags are of the code's workspace and in use, or being removed, and find the code unless it is in the bin. */
async function checkTags(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const { rows } = await sql<{ code: number; tag: number }>`
    SELECT code_num AS code, tag_num AS tag FROM code_tags
    LEFT JOIN codes ON codes.num = code_num LEFT JOIN tags ON tags.num = tag_num
    LEFT JOIN workspaces ON workspaces.id = codes.workspace_id
    WHERE ${within(range)} AND (codes.num IS NULL OR codes.erased_at IS NOT NULL
      OR (workspaces.id IS NOT NULL AND (tags.num IS NULL OR tags.workspace_id <> codes.workspace_id))
      OR is_listed <> CASE WHEN codes.deleted_at IS NULL THEN 1 ELSE 0 END)
    ORDER BY 1, 2`.execute(db);
  return rows.map(({ code, tag }) => `code number ${code}: tag number ${tag} is not a tag of it, or finds it wrongly`);
}

export const createCheckQueries = (snapshot: ReadSnapshot) => ({
  /** Every disagreement between scans and counts, as text. Empty if none. */
  check: async (): Promise<string[]> =>
    (await Array.fromAsync(checkCounts(snapshot))).flatMap(({ problems }) => problems),

  /** The problems in ranges of codes, for codes with numbers after `after`, to show progress. */
  checkRanges: (after?: number) => checkCounts(snapshot, after),
});
