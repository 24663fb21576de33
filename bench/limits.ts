/** The cost in the store of one more request of a key, with many or few in its window, on both engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import type { Store } from "../src/store/store.ts";
import { addOwnerWithKey } from "../test/support/owner.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median, msOf } from "./support/times.ts";

const SIZES = { full: { counts: [10_000, 90_000], requests: 2000 }, small: { counts: [300], requests: 20 } };
const FEW = 20;
const LIMIT = 100_000;
const HOUR_MS = 3_600_000;
const AT_ONCE = 50;
const lifetimeMs = 365 * DAY_MS;

export async function run(report: Report, size: Size): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  try {
    const store = await openSqlite({ dataDir, lifetimeMs, clock: createSystemClock() });
    await measure(report, "SQLite", store, SIZES[size]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    const store = await openPostgres({ url: server.url("postgres"), lifetimeMs });
    await measure(report, "PostgreSQL", store, SIZES[size]);
  } finally {
    await server.destroy();
  }
}

/** Closes the store. */
async function measure(
  report: Report,
  engine: string,
  store: Store,
  { counts, requests }: (typeof SIZES)[Size],
): Promise<void> {
  const admit = (key: string) => store.admit(key, LIMIT, HOUR_MS);
  for (const count of counts) {
    const many = await usedKey(store, count);
    const times: Record<"few" | "many", number[]> = { few: [], many: [] };
    let few = "";
    for (let i = 0; i < requests; i++) {
      if (i % FEW === 0) few = await usedKey(store, FEW);
      times.few.push(await msOf(() => admit(few)));
      times.many.push(await msOf(() => admit(many)));
    }
    const { remaining } = await store.usage(many, LIMIT, HOUR_MS);
    if (remaining !== LIMIT - count - requests) throw new Error(`${remaining} are left`);
    const [calm, full] = [median(times.few), median(times.many)];
    report.tell({
      name: "limits",
      what: `${engine}: a request of a key with ${count} in its window`,
      ours: `${full.toFixed(2)} ms`,
      peer: `with ${FEW} ${calm.toFixed(2)} ms`,
      value: full / calm,
      target: { most: 1.5 },
    });
  }
  await store.close();
}

async function usedKey(store: Store, count: number): Promise<string> {
  const { keyId } = await addOwnerWithKey(store);
  for (let i = 0; i < count; i += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - i);
    await Promise.all(Array.from({ length }, () => store.admit(keyId, LIMIT, HOUR_MS)));
  }
  return keyId;
}
