import { idBytes } from "../database/scan-ids.ts";
import type { OneScan } from "./columns.ts";

/** A row of `scans`, as it is read. */
export interface RowOfScans {
  code_num: number;
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
  placement_num: number | null;
}

export const toScan = ({ id, at, agent_id, place_id, placement_num }: RowOfScans): OneScan => ({
  ...{ at: Number(at), id: idBytes(id), agent: agent_id, place: place_id, placement: Number(placement_num ?? 0) },
});
