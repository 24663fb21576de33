/** What the agents, places, placements and routes of exported scans are called: their numbers are local to a database. */
import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import type { AgentColumns, PlaceColumns } from "../scans/lines.ts";
import { createNames } from "../scans/names.queries.ts";
import type { ScanSource } from "../scans/read.queries.ts";

export type BundleNames = ReturnType<typeof createBundleNames>;

export function createBundleNames({ db, engine }: ScanSource) {
  const names = createNames(engine);
  return {
    async of(codeNum: number, found: Record<"agents" | "places" | "placements" | "routes", Iterable<number>>) {
      const agents = await names.agents(db, new Set(found.agents));
      const places = await names.places(db, new Set(found.places));
      const routes = await names.routes(db, new Set(found.routes));
      const nums = new Set(found.placements);
      nums.delete(0);
      const placements = new Map<number, string>();
      if (nums.size > 0) {
        const { rows } = await sql<{ num: number; id: string }>`
          SELECT num, id FROM placements WHERE code_num = ${codeNum} AND num ${isOneOf(engine, nums)}`.execute(db);
        for (const { num, id } of rows) placements.set(Number(num), id);
      }
      return {
        agentOf: (id: number): Readonly<AgentColumns> => agents.get(id) ?? missing("agent", id),
        placeOf: (id: number): Readonly<PlaceColumns> => places.get(id) ?? missing("place", id),
        /** Null: through the code's own link, or a placement that was deleted. */
        placementOf: (num: number): string | null => placements.get(num) ?? null,
        /** Null: to the code's own content. */
        routeOf: (id: number): string | null => (id === 0 ? null : (routes.get(id) ?? missing("route", id)).join(":")),
      };
    },
  };
}

function missing(what: string, id: number): never {
  throw new Error(`The ${what} ${id} is missing. "tessera check" lists what is damaged.`);
}
