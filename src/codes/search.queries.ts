/** Substring search of lists. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { readToken } from "../shared/ids.ts";
import { foldLetters } from "../shared/text.ts";
import { slugOf } from "./codes.schema.ts";
import type { Predicate } from "./filters.queries.ts";
import { PLACEMENT_BITS } from "./lists.schema.ts";

const MAX_PIECES = 16;
/** From this length on, a crafted pattern and text would take too long to compare. */
const LONG = 32;

/** The end of a share address on any host, or on none: people also type "/r/summer". It may be that of an image or page. */
const IN_ADDRESS = /(?:^|\/)r\/([a-z0-9_-]{3,40})(?:\.[a-z]{3}|\+|\/)?(?:[?#].*)?$/i;

const linkIn = (text: string): string => IN_ADDRESS.exec(text)?.[1] ?? text;

/** On a domain of the workspace, the address of a code may have no /r. */
const AT_ROOT = /^(?:https?:\/\/)?([^/?#@:\s]+?)\.?(?::\d*)?\/([a-z0-9_-]{1,40})\/?(?:[?#].*)?$/i;

/**
 * The codes with a token, or with a placement that has it. Random tokens are only found whole: parts of them would match
 * many searches by chance.
 */
async function codesByToken(db: Kysely<Tables>, workspaceId: string, text: string): Promise<number[]> {
  const [, host, atRoot] = (IN_ADDRESS.test(text) ? null : AT_ROOT.exec(text)) ?? [];
  const token = readToken(atRoot ?? linkIn(text));
  if (token === null) return [];
  // Other slugs are found as text.
  const isMeant = (row: string) =>
    atRoot === undefined
      ? sql`${sql.ref(`${row}.token`)} = ${token} AND ${sql.ref(`${row}.is_slug`)} = 0`
      : sql`${sql.ref(`${row}.token`)} IN (${token}, ${token.toLowerCase()})
          AND (${sql.ref(`${row}.token`)} = ${token} OR ${sql.ref(`${row}.is_slug`)} = 1)
          AND EXISTS (SELECT 1 FROM domains AS d WHERE d.workspace_id = ${workspaceId}
            AND d.host = ${host!.toLowerCase()} AND d.verified_at IS NOT NULL)`;
  const { rows } = await sql<{ num: number }>`
    SELECT c.num FROM codes AS c WHERE ${isMeant("c")} AND c.workspace_id = ${workspaceId}
    UNION SELECT c.num FROM placements AS p JOIN codes AS c ON c.num = p.code_num
    WHERE ${isMeant("p")} AND c.workspace_id = ${workspaceId}`.execute(db);
  return rows.map(({ num }) => Number(num));
}

interface Searched {
  workspaceId: string;
  /** In the name or content. */
  wanted: string;
  /** In slugs and in names of placements. */
  link: string;
  /** Numbers of the codes with the token that is searched for. */
  linked: readonly number[];
}

/** Codes that contain a text, ignoring case, in name, content or links. Each engine has a trigram index. */
export async function searchFor(
  db: Kysely<Tables>,
  engine: EngineName,
  workspaceId: string,
  text: string,
): Promise<Predicate> {
  const linked = await codesByToken(db, workspaceId, text);
  const searched = { workspaceId, wanted: foldLetters(text), link: foldLetters(linkIn(text)), linked };
  return engine === "sqlite" ? inSqlite(searched) : inPostgres(searched);
}

/** Tests the names and slugs of all placements of a code at once. No row if none has any. */
const inPlacements = (test: (words: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`(SELECT ${test(sql`string_agg(pl.words, '\n')`)} FROM placements AS pl
    WHERE pl.code_num = c.num AND pl.words <> '' HAVING count(*) > 0)`;

const PROBES = 200;
/** A text is common from this share of the probes on. */
const COMMON = 0.05;
/** Probes at multiples of the golden ratio are spread evenly and do not resonate with repeating codes. */
const GOLDEN = 0.618034;

/**
 * Estimates by probes whether far more than `most` codes contain a text. PostgreSQL reads its trigram index to the
 * end however few codes are wanted, so it is not used for a common text. SQLite stops early.
 */
export async function isCommon(
  db: Kysely<Tables>,
  workspaceId: string,
  { test }: Predicate,
  most: number,
): Promise<boolean> {
  const owned = sql`FROM codes WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`;
  // The distance from a probe to the next code estimates their number; too low, if anything.
  const { rows } = await sql<{ share: number | null; size: number }>`
    SELECT count(*) FILTER (WHERE ${test})::float8 / nullif(count(*), 0) AS share,
      ((max(high) - min(low)) / (1 + avg(s.num - p.at)))::float8 AS size
    FROM (SELECT min(num) AS low, max(num) AS high ${owned}) AS b
    CROSS JOIN generate_series(0, ${sql.lit(PROBES - 1)}) AS i
    CROSS JOIN LATERAL (SELECT low + (i * ${sql.lit(GOLDEN)} % 1 * (high - low))::bigint AS at) AS p
    CROSS JOIN LATERAL (SELECT num ${owned} AND num >= p.at ORDER BY num LIMIT 1) AS s
    JOIN codes AS c ON c.num = s.num`.execute(db);
  // Null if the last code was deleted meanwhile.
  const { share, size } = rows[0]!;
  return share !== null && share >= COMMON && share * size > 2 * most;
}

const BITS = sql.lit(PLACEMENT_BITS);

function inSqlite({ workspaceId, wanted, link, linked }: Searched): Predicate {
  const piecesIn = (text: string) => piecesOf(text).map((piece) => `"${piece.replaceAll('"', '""')}"`);
  const pieces = piecesIn(wanted);
  const found = [...new Set([pieces.join(" AND "), piecesIn(link).join(" AND ")])].map((all) => `(${all})`);
  const match = `"${pieceOfWorkspace(workspaceId)}" AND (${found.join(" OR ")})`;
  // Rows of a code and of its placements, one after another.
  const byText = sql`SELECT DISTINCT rowid >> ${BITS} AS num FROM code_search WHERE code_search MATCH ${match}`;
  const byToken = linked.map((num) => sql`UNION SELECT ${sql.lit(num)}`);
  const tests = [
    sql`contains(c.name, c.content, ${wanted})`,
    sql`(c.is_slug = 1 AND contains(c.token, '', ${link}))`,
    inPlacements((words) => sql`contains(${words}, '', ${link})`),
    ...linked.map((num) => sql`c.num = ${num}`),
  ];
  return {
    test: sql<boolean>`(${sql.join(tests, sql` OR `)})`,
    ofCounters: false,
    countersTest: null,
    candidates: pieces.length > 0 ? sql`${byText} ${sql.join(byToken, sql` `)}` : null,
    newestNums:
      linked.length > 0
        ? undefined
        : (before) =>
            sql`${byText} ${before === undefined ? sql`` : sql`AND rowid < ${before} << ${BITS}`} ORDER BY rowid DESC`,
    ordered: true,
    exact: false,
  };
}

/** Trigrams that cover the text; only some of a long one. */
function piecesOf(text: string): string[] {
  const characters = [...text];
  const last = characters.length - 3;
  if (last < 0) return [];
  const count = Math.min(MAX_PIECES, Math.ceil(characters.length / 3));
  const starts = Array.from({ length: count }, (_, i) => Math.round((i * last) / Math.max(1, count - 1)));
  return [...new Set(starts.map((at) => characters.slice(at, at + 3).join("")))];
}

/** As the triggers write it into the index (workspacePiece of lists.schema.ts). */
function pieceOfWorkspace(workspaceId: string): string {
  const characters = [...workspaceId];
  const half = (at: number) => (characters.at(at)?.codePointAt(0) ?? 0) & 127;
  return [-6, -4, -2].map((at) => String.fromCodePoint(0xf0000 + 128 * half(at) + half(at + 1))).join("");
}

function inPostgres({ workspaceId, wanted, link, linked }: Searched): Predicate {
  const shownOf = (text: string) =>
    text
      .slice(0, LONG)
      .toWellFormed()
      .replace(/\ufffd$/, "");
  const holds = (column: RawBuilder<unknown>, text: string) => {
    const shown = shownOf(text);
    const pattern = `%${shown.replace(/[\\%_]/g, "\\$&")}%`;
    const like = sql`${column} COLLATE "und-x-icu" LIKE ${pattern}`;
    // A regular expression of plain text is matched in one pass, whatever text and pattern.
    const whole = sql` AND ${column} ~ ${`***=${text}`}`;
    return sql`(${like}${text === shown ? sql`` : whole})`;
  };
  const tests = [
    holds(sql`c.name_key`, wanted),
    holds(sql`c.content_key`, wanted),
    holds(sql.raw(slugOf("c")), link),
    ...linked.map((num) => sql`c.num = ${num}`),
  ];
  const either = (placements: RawBuilder<unknown>) => sql<boolean>`(${sql.join([...tests, placements], sql` OR `)})`;
  // Read once, by their own index. PostgreSQL compares each code with all of the array, so it has only the workspace's.
  const found = sql`c.num = ANY (ARRAY(SELECT DISTINCT pl.code_num FROM placements AS pl JOIN codes AS o ON o.num = pl.code_num
    WHERE o.workspace_id = ${workspaceId} AND pl.words <> '' AND ${holds(sql`pl.words`, link)}))`;
  const from = sql`FROM codes AS c
    WHERE c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL AND ${either(found)}`;
  // pg_trgm only indexes letters and digits.
  const isIndexed = [wanted, link].every((text) => /[\p{L}\p{N}]{3}/u.test(shownOf(text)));
  return {
    test: either(inPlacements((words) => holds(words, link))),
    ofCounters: false,
    countersTest: null,
    candidates: isIndexed ? sql`SELECT c.num ${from}` : null,
    rows: { codes: sql`SELECT c.* ${from}` },
    ordered: false,
    exact: true,
  };
}
