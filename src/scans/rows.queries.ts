import { sql } from "kysely";
import { idBytes } from "../database/scan-ids.ts";
import type { Fact, OneScan } from "./columns.ts";

/** A row of `scans`, as it is read. */
export interface RowOfScans {
  code_num: number;
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
  placement_num: number | null;
  route_id: number | null;
}

/** The columns of RowOfScans without the id. */
export const FACT_COLUMNS = sql.raw("code_num, at, agent_id, place_id, placement_num, route_id");

type FactRow = Omit<RowOfScans, "code_num" | "id" | "at">;

export const factsOf = ({ agent_id, place_id, placement_num, route_id }: FactRow): Record<Fact, number> => ({
  ...{ agent: agent_id, place: place_id, placement: Number(placement_num ?? 0), route: route_id ?? 0 },
});

export const toScan = (row: RowOfScans): OneScan => ({ at: Number(row.at), id: idBytes(row.id), ...factsOf(row) });
