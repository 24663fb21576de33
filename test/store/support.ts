import { createIds } from "../../src/shared/ids.ts";
import type { Role } from "../../src/store/account-store.ts";
import { scanLine, uncountedLine } from "../../src/store/scan-lines.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";

export const NOON = Date.UTC(2026, 0, 15, 12);
export const WORKSPACE = "workspace";

/** Creates a workspace and an account of the same id that owns it, once however often it is called. */
export const addWorkspace = (store: Store, id = WORKSPACE, role: Role = "member") =>
  store.accounts.create({
    id,
    email: `${id}@example.com`,
    name: id,
    role,
    workspaceId: id,
    plan: "pro",
    passwordHash: "none that fits",
    createdAt: NOON,
    emailVerified: true,
    firstAdmin: false,
  });

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

/** Every count of a store, to be compared. */
export async function pictureOf(store: Store) {
  const { db } = store.auth;
  const all = (table: string, ...order: string[]) =>
    order.reduce((query, column) => query.orderBy(column), db.selectFrom(table).selectAll()).execute();
  const life: object[] = await all("code_counters", "code_num");
  return {
    scans: (await all("scans", "code_num", "id")).length,
    daily: await all("scan_daily", "code_num", "dimension", "day", "value"),
    quarters: await all("scan_quarters", "code_num", "day"),
    cities: await all("scan_cities", "code_num", "city"),
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
