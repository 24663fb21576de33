import { type Kysely, sql } from "kysely";
import { DIMENSION } from "../dimensions.ts";
import { PAIR_AGENT_ID, PAIR_PLACE_ID } from "../pairs.ts";
import type { Tables } from "../tables.ts";

/** The pairs of scan_daily as `d`, with the values of their agents `a` and places `p`. */
export const fromPairs = (db: Kysely<Tables>) =>
  db
    .selectFrom("scan_daily as d")
    .innerJoin("agents as a", (join) => join.on(sql<boolean>`a.id = ${sql.raw(PAIR_AGENT_ID)}`))
    .innerJoin("places as p", (join) => join.on(sql<boolean>`p.id = ${sql.raw(PAIR_PLACE_ID)}`))
    .where("d.dimension", "=", DIMENSION.pair);

/** The city of a place `p` as named in the rollups. */
export const CITY_VALUE = "p.country || '/' || p.city";
