import type { Kysely } from "kysely";
import { idText, uuidText } from "../../src/database/scan-ids.ts";
import type { Tables } from "../../src/database/tables.ts";
import { unpackBlock } from "../../src/scans/block.ts";
import { idAt } from "../../src/scans/columns.ts";
import { scanLine, uncountedLine } from "../../src/scans/lines.ts";
import { createNames } from "../../src/scans/names.queries.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import type { Role } from "../../src/workspaces/people.ts";
import { newCode } from "../support/fixtures.ts";

export const NOON = Date.UTC(2026, 0, 15, 12);
export const WORKSPACE = "workspace";

/** Creates a workspace and an account of the same id that owns it, once however often it is called. */
export async function addWorkspace(store: Store, id = WORKSPACE, role: Role = "member"): Promise<void> {
  const email = `${id}@example.com`;
  const isThere = () => store.users.findByEmail(email);
  if (await isThere()) return;
  const creating = store.accounts.create({
    id,
    email,
    name: id,
    role,
    workspaceId: id,
    plan: "pro",
    passwordHash: "none that fits",
    createdAt: NOON,
    emailVerified: true,
    firstAdmin: false,
  });
  // Somebody else may create it at the same time.
  await creating.catch(async (error) => {
    if (!(await isThere())) throw error;
  });
}

/** A code of `WORKSPACE`, created at `at`; returns its number. */
export async function freshCode(store: Store, at = NOON, id?: string): Promise<{ id: string; num: number }> {
  const code = { ...newCode(WORKSPACE, at), ...(id && { id }) };
  await addWorkspace(store);
  await store.codes.create(code);
  const { num } = (await store.codes.find(WORKSPACE, code.id))!;
  return { id: code.id, num };
}

const AGENTS = [
  ["mobile", "Safari", "iOS"],
  ["desktop", "Firefox", "Linux"],
  ["Unknown", "Unknown", "Unknown"],
].map((agent) => JSON.stringify(agent));
const PLACES = [
  ["DE", "Berlin", 52.5, 13.4],
  ["FR", "Paris", 48.9, 2.4],
  ["US", "Paris", 33.7, -95.6],
  ["Unknown", null, null, null],
].map((place) => JSON.stringify(place));

/** `count` scans of a code over several days, from every kind of visitor. */
export const scansOf = (
  code: string,
  count: number,
  start = NOON,
  placements: readonly (string | null)[] = [null],
): string[] =>
  Array.from({ length: count }, (_, i) => {
    const at = start + i * 7_919_000;
    return scanLine(
      createIds(() => at)(),
      code,
      at,
      AGENTS[i % 3]!,
      PLACES[i % 4]!,
      null,
      placements[i % placements.length],
    );
  });

export const uncountedOf = (code: string, day: number, reason: string, count: number): string =>
  uncountedLine({ id: createIds(() => (day + 1) * 86_400_000)(), code, day, reason, count });

/** Every scan as text, in order, whether it is a row or in a block. */
export async function everyScan(store: Store): Promise<string[]> {
  const { db }: { db: Kysely<Tables> } = store.auth;
  const names = createNames(store.engine);
  const stored: { num: number; id: string; at: number; facts: [agent: number, place: number, placement: number] }[] =
    [];
  for (const row of await db.selectFrom("scans").selectAll().execute()) {
    const facts: [number, number, number] = [row.agent_id, row.place_id, Number(row.placement_num ?? 0)];
    stored.push({ num: Number(row.code_num), id: idText(row.id), at: Number(row.at), facts });
  }
  for (const row of await db.selectFrom("scan_blocks").selectAll().execute()) {
    const { at, agent, place, placement, ...columns } = unpackBlock(row, Number(row.month));
    for (const [i, ms] of at.entries()) {
      const id = i < columns.forgotten ? "forgotten" : uuidText(idAt(columns, i));
      stored.push({ num: Number(row.code_num), id, at: ms, facts: [agent[i]!, place[i]!, placement[i]!] });
    }
  }
  const agents = await names.agents(db, new Set(stored.map(({ facts }) => facts[0])));
  const places = await names.places(db, new Set(stored.map(({ facts }) => facts[1])));
  const placements = new Map(
    (await db.selectFrom("placements").select(["num", "id"]).execute()).map(({ num, id }) => [Number(num), id]),
  );
  return stored
    .map(({ num, id, at, facts: [agent, place, placement] }) =>
      JSON.stringify([num, id, at, agents.get(agent), places.get(place), placements.get(placement) ?? placement]),
    )
    .sort();
}

/** Packs the scans of all days before the last one before `now`, as each node does every hour. */
export const packPast = (store: Store, now = Date.UTC(2030, 0, 1)): Promise<void> => maintainPatiently(store, now);

/** Every count of a store, to be compared. */
export async function pictureOf(store: Store) {
  const { db } = store.auth;
  const all = (table: string, ...order: string[]) =>
    order.reduce((query, column) => query.orderBy(column), db.selectFrom(table).selectAll()).execute();
  const life: object[] = await all("code_counters", "code_num");
  return {
    scans: await everyScan(store),
    visitors: await all("scan_visitors", "code_num", "day"),
    traffic: await all("uncounted_daily", "code_num", "day", "reason"),
    // The previous expiry depends on how often it moved, and thus on the batches.
    life: life.map((row) => ({ ...row, expires_before: undefined })),
  };
}

/** A busy machine may time out waiting for a lock: only that is retried. */
export const maintainPatiently = (store: Store, now: number): Promise<void> =>
  store
    .maintain(now)
    .catch((error) => (error.code === "55P03" ? maintainPatiently(store, now) : Promise.reject(error)));
