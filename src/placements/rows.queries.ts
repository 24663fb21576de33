/** Rows of placements, and how they are listed. */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { folded } from "../codes/codes.schema.ts";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { foldLetters } from "../shared/text.ts";
import type { Placement, PlacementSort } from "./placement.ts";
import { placementTables } from "./placements.table.ts";

const { placements } = placementTables;

export type PlacementRow = Selectable<Tables["placements"]>;

/** A row of `placements`. */
export const placementRow = (codeNum: number, placement: Omit<Placement, "num" | "isMoving">) => ({
  ...placements.write(placement),
  code_num: codeNum,
  name_key: nameKey(placement.name),
});

export const toPlacement = (row: PlacementRow): Placement => ({
  ...placements.read(row),
  isMoving: row.moving_from !== null,
});

const MAX_NUMBER_LENGTH = 12;

/** Sorts "Table 2" before "Table 10". Blank copies come last. */
export const nameKey = (name: string | null): string =>
  name === null
    ? "\u{10ffff}"
    : foldLetters(name).replaceAll(/\d+/g, (digits) => digits.padStart(MAX_NUMBER_LENGTH, "0"));

const NAME_KEY = sql<string>`name_key`;

/** A shorter text is in many random tokens by chance. */
const MIN_IN_TOKEN_LENGTH = 4;

/** In the name, or in the token: blank copies have no name. */
export function contains(engine: EngineName, q: string): RawBuilder<boolean> {
  const part = foldLetters(q);
  const isIn = sql.raw(engine === "sqlite" ? "instr" : "strpos");
  const name = sql.raw(folded(engine === "sqlite" ? "name" : `name COLLATE "und-x-icu"`));
  const inName = sql<boolean>`${isIn}(${name}, ${part}) > 0`;
  return q.length < MIN_IN_TOKEN_LENGTH ? inName : sql<boolean>`(${inName} OR ${isIn}(token, ${part}) > 0)`;
}

type Listed<T> = SelectQueryBuilder<Tables, "placements", T>;

export const ordered = <T>(query: Listed<T>, sort: PlacementSort): Listed<T> => {
  if (sort === "name") return query.orderBy(NAME_KEY).orderBy("num");
  return sort === "scans" ? query.orderBy("scan_count", "desc").orderBy("num", "desc") : query.orderBy("num", "desc");
};

export function isAfter(sort: PlacementSort, { num, name, scanCount }: Placement): RawBuilder<boolean> {
  if (sort === "name") return sql<boolean>`(${NAME_KEY}, num) > (${nameKey(name)}, ${num})`;
  return sort === "scans" ? sql<boolean>`(scan_count, num) < (${scanCount}, ${num})` : sql<boolean>`num < ${num}`;
}
