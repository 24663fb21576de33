/** Which codes a text is part of. Each engine has an index of three-letter pieces. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { foldLetters } from "../../shared/text.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

export interface CodeSearch {
  /** Whether a row of `codes`, called c, holds the text. Letters match in either case. */
  test: RawBuilder<boolean>;
  /** Numbers of the codes that may hold it; null when the index cannot tell. */
  candidates: RawBuilder<unknown> | null;
  /** True when the candidates can be read newest first, as far as one likes. */
  ordered: boolean;
  /** True when every candidate holds it. */
  exact: boolean;
  /** The candidates as rows of codes. PostgreSQL only. */
  rows?: { codes: RawBuilder<unknown> } | undefined;
}

const MOST_PIECES = 16;
/** From here on, a pattern and a text made for each other would take too long to compare. */
const LONG = 32;

export function searchFor(engine: EngineName, ownerId: string, text: string): CodeSearch {
  const wanted = foldLetters(text);
  return engine === "sqlite" ? inSqlite(ownerId, wanted) : inPostgres(ownerId, wanted);
}

const PROBES = 200;
/** From this part of the probes on a text is common. */
const COMMON = 0.05;
/** Probes by this part of the whole fall everywhere, and in step with nothing that codes repeat. */
const GOLDEN = 0.618034;

/**
 * Whether far more than `most` codes hold a text, by probes all over the account. PostgreSQL reads
 * its index of pieces to the end, however few of the codes are wanted; so a common text is not
 * asked there. SQLite stops by itself.
 */
export async function isCommon(
  db: Kysely<Tables>,
  ownerId: string,
  { test }: Pick<CodeSearch, "test">,
  most: number,
): Promise<boolean> {
  const owned = sql`FROM codes WHERE owner_id = ${ownerId} AND deleted_at IS NULL`;
  // How far it is from a probe to the next code tells how many there are; too few, if anything.
  const { rows } = await sql<{ share: number | null; size: number }>`
    SELECT count(*) FILTER (WHERE ${test})::float8 / nullif(count(*), 0) AS share,
      ((max(high) - min(low)) / (1 + avg(s.num - p.at)))::float8 AS size
    FROM (SELECT min(num) AS low, max(num) AS high ${owned}) AS b
    CROSS JOIN generate_series(0, ${sql.lit(PROBES - 1)}) AS i
    CROSS JOIN LATERAL (SELECT low + (i * ${sql.lit(GOLDEN)} % 1 * (high - low))::bigint AS at) AS p
    CROSS JOIN LATERAL (SELECT num ${owned} AND num >= p.at ORDER BY num LIMIT 1) AS s
    CROSS JOIN LATERAL (SELECT * FROM codes WHERE num = s.num OFFSET 0) AS c`.execute(db);
  // Null when the last code went meanwhile.
  const { share, size } = rows[0]!;
  return share !== null && share >= COMMON && share * size > 2 * most;
}

function inSqlite(ownerId: string, wanted: string): CodeSearch {
  const pieces = piecesOf(wanted).map((piece) => `"${piece.replaceAll('"', '""')}"`);
  const match = [`"${pieceOfOwner(ownerId)}"`, ...pieces].join(" AND ");
  const candidates = sql`SELECT rowid AS num FROM code_search WHERE code_search MATCH ${match}`;
  return {
    test: sql<boolean>`contains(c.name, c.content, ${wanted})`,
    candidates: pieces.length > 0 ? candidates : null,
    ordered: true,
    exact: false,
  };
}

/** Runs of three characters that cover the text; of a long one, some of them. */
function piecesOf(text: string): string[] {
  const characters = [...text];
  const last = characters.length - 3;
  if (last < 0) return [];
  const count = Math.min(MOST_PIECES, Math.ceil(characters.length / 3));
  const starts = Array.from({ length: count }, (_, i) => Math.round((i * last) / Math.max(1, count - 1)));
  return [...new Set(starts.map((at) => characters.slice(at, at + 3).join("")))];
}

/** As the triggers write it into the index (ownerPiece of schema/lists.ts). */
function pieceOfOwner(ownerId: string): string {
  const characters = [...ownerId];
  const half = (at: number) => (characters.at(at)?.codePointAt(0) ?? 0) & 127;
  return [-6, -4, -2].map((at) => String.fromCodePoint(0xf0000 + 128 * half(at) + half(at + 1))).join("");
}

function inPostgres(ownerId: string, wanted: string): CodeSearch {
  const shown = wanted
    .slice(0, LONG)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  const pattern = `%${shown.replace(/[\\%_]/g, "\\$&")}%`;
  const holds = (column: string) => {
    const like = sql`${sql.ref(column)} COLLATE "und-x-icu" LIKE ${pattern}`;
    // The regular expression of a plain text is read in one pass, however text and pattern look.
    const whole = sql` AND ${sql.ref(column)} ~ ${`***=${wanted}`}`;
    return sql`(${like}${wanted === shown ? sql`` : whole})`;
  };
  const test = sql<boolean>`(${holds("c.name_key")} OR ${holds("c.content_key")})`;
  const from = sql`FROM codes AS c
    WHERE c.owner_id = ${ownerId} AND c.deleted_at IS NULL AND ${test}`;
  // pg_trgm knows pieces of letters and digits only.
  const indexed = /[\p{L}\p{N}]{3}/u.test(shown);
  return {
    test,
    candidates: indexed ? sql`SELECT c.num ${from}` : null,
    rows: { codes: sql`SELECT c.* ${from}` },
    ordered: false,
    exact: true,
  };
}
