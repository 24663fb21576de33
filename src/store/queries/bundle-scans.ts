/** Imported raw scans with their agents and places. */
import { sql, type Transaction } from "kysely";
import type { BundledPair, BundledScan } from "../bundle-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

type Trx = Transaction<Tables>;

const KEYS_A_STATEMENT = 200;

/** All rows as one text: a parameter for each of thousands would take ten times as long. */
const ROWS: Record<EngineName, (text: string) => ReturnType<typeof sql>> = {
  sqlite: (text) => sql`
    SELECT value ->> 0, unhex(value ->> 1, '-'), value ->> 2, value ->> 3, value ->> 4, value ->> 5
    FROM json_each(${text}) WHERE true`,
  postgres: (text) => sql`
    SELECT (value ->> 0)::bigint, (value ->> 1)::uuid, (value ->> 2)::bigint,
      (value ->> 3)::integer, (value ->> 4)::integer, (value ->> 5)::bigint
    FROM json_array_elements(${text}::json)`,
};

/** Existing scans are not changed. */
export async function addScans(trx: Trx, engine: EngineName, scans: readonly BundledScan[]): Promise<void> {
  const idOfPair = await pairIds(
    trx,
    scans.map((scan) => ({
      agent: [scan.device, scan.browser, scan.os],
      place: [scan.country, scan.city, scan.latitude, scan.longitude],
    })),
  );
  const numOf = await placementNums(trx, scans);
  const rows = scans.map(({ codeNum, id, at, placementId }, i) => {
    const { agentId, placeId } = idOfPair[i]!;
    return [codeNum, id, at, agentId, placeId, numOf(codeNum, placementId)];
  });
  await sql`INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num) ${ROWS[engine](JSON.stringify(rows))}
    ON CONFLICT (code_num, id) DO NOTHING`.execute(trx);
}

/** The numbers of placements by code and id; null for those that the code does not have. */
async function placementNums(trx: Trx, scans: readonly BundledScan[]) {
  const ids = [...new Set(scans.flatMap(({ placementId }) => placementId ?? []))];
  const nums = new Map<string, number>();
  for (let i = 0; i < ids.length; i += KEYS_A_STATEMENT) {
    const some = ids.slice(i, i + KEYS_A_STATEMENT);
    const rows = await trx.selectFrom("placements").select(["num", "id", "code_num"]).where("id", "in", some).execute();
    for (const { num, id, code_num } of rows) nums.set(`${code_num} ${id}`, num);
  }
  return (codeNum: number, id: string | null): number | null => nums.get(`${codeNum} ${id}`) ?? null;
}

export async function pairIds(trx: Trx, pairs: readonly BundledPair[]) {
  const keys = pairs.map(({ agent, place }) => [JSON.stringify(agent), JSON.stringify(place)]);
  const agents = new Map(keys.map(([agent], i) => [agent!, pairs[i]!.agent]));
  const places = new Map(keys.map(([, place], i) => [place!, pairs[i]!.place]));
  const agentIds = await idsOf(
    trx,
    "agents",
    Array.from(agents, ([key, [device, browser, os]]) => ({ key, device, browser, os })),
  );
  const placeIds = await idsOf(
    trx,
    "places",
    Array.from(places, ([key, [country, city, latitude, longitude]]) => {
      return { key, country, city, latitude, longitude };
    }),
  );
  return keys.map(([agent, place]) => ({ agentId: agentIds.get(agent!)!, placeId: placeIds.get(place!)! }));
}

/** Sorted, so that concurrent imports of the same ones cannot deadlock. */
async function idsOf(
  trx: Trx,
  table: "agents" | "places",
  rows: readonly { key: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const look = async (keys: readonly string[]) => {
    const held = await trx.selectFrom(table).select(["id", "key"]).where("key", "in", keys).execute();
    for (const { id, key } of held) found.set(key, id);
  };
  for (let i = 0; i < sorted.length; i += KEYS_A_STATEMENT) {
    const some = sorted.slice(i, i + KEYS_A_STATEMENT);
    await look(some.map(({ key }) => key));
    const missing = some.filter(({ key }) => !found.has(key));
    if (missing.length === 0) continue;
    await trx
      .insertInto(table)
      .values(missing as never)
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    await look(missing.map(({ key }) => key));
  }
  return found;
}
