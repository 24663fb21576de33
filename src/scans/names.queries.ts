/** What agents, places and routes are called, each looked up once. */
import { type Kysely, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { isOneOf } from "../database/numbers.ts";
import type { Tables } from "../database/tables.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import type { AgentColumns, PlaceColumns, RouteColumns } from "./lines.ts";

/** More than a large service has, and some 50 MB. */
const MAX_KEPT = 200_000;

export type Names = ReturnType<typeof createNames>;

export function createNames(engine: EngineName) {
  const agents = createBoundedMap<Readonly<AgentColumns>, number>(MAX_KEPT);
  const places = createBoundedMap<Readonly<PlaceColumns>, number>(MAX_KEPT);
  const routes = createBoundedMap<Readonly<RouteColumns>, number>(MAX_KEPT);

  async function find<T>(
    kept: { get(key: number): T | undefined; set(key: number, value: T): T },
    ids: Iterable<number>,
    read: (missing: readonly number[]) => Promise<readonly (readonly [id: number, values: T])[]>,
  ): Promise<Map<number, T>> {
    const found = new Map<number, T>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = kept.get(id);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    if (missing.length > 0) for (const [id, values] of await read(missing)) found.set(id, kept.set(id, values));
    return found;
  }

  return {
    agents: (db: Kysely<Tables>, ids: Iterable<number>) =>
      find<Readonly<AgentColumns>>(agents, ids, async (missing) => {
        const { rows } = await sql<{ id: number; device: string; browser: string; os: string }>`
          SELECT id, device, browser, os FROM agents WHERE id ${isOneOf(engine, missing)}`.execute(db);
        return rows.map(({ id, device, browser, os }) => [id, [device, browser, os]] as const);
      }),

    places: (db: Kysely<Tables>, ids: Iterable<number>) =>
      find<Readonly<PlaceColumns>>(places, ids, async (missing) => {
        const { rows } = await sql<{
          id: number;
          country: string;
          city: string | null;
          latitude: number | null;
          longitude: number | null;
        }>`
          SELECT id, country, city, latitude, longitude FROM places WHERE id ${isOneOf(engine, missing)}`.execute(db);
        return rows.map(({ id, country, city, latitude, longitude }) => {
          return [id, [country, city, latitude, longitude]] as const;
        });
      }),

    /** Without 0, the code's own content. */
    routes: (db: Kysely<Tables>, ids: Iterable<number>) =>
      find<Readonly<RouteColumns>>(
        routes,
        Iterator.from(ids).filter((id) => id > 0),
        async (missing) => {
          const { rows } = await sql<{ id: number; kind: RouteColumns[0]; target: string }>`
            SELECT id, kind, target FROM routes WHERE id ${isOneOf(engine, missing)}`.execute(db);
          return rows.map(({ id, kind, target }) => [id, [kind, target]] as const);
        },
      ),
  };
}
