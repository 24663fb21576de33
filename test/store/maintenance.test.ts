import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { Client } from "pg";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { MaintenanceReport, Store } from "../../src/store/store.ts";
import { until } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { failAt } from "./scans/packed.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

/** Without a time, every job is run. */
function createReport(notSince = Number.MAX_SAFE_INTEGER) {
  const done = new Map<string, number>();
  const failed: string[] = [];
  const report: MaintenanceReport = {
    notSince,
    onDone: (job, at) => void done.set(job, at),
    onError: (job) => void failed.push(job),
  };
  return { ...report, done, failed };
}

const isErased = async (store: Store, num: number): Promise<boolean> => {
  const row = await store.auth.db.selectFrom("codes").select("erased_at").where("num", "=", num).executeTakeFirst();
  return row.erased_at !== null;
};

onEachEngine("maintenance jobs", (engine) => {
  it("are not repeated within the given time, whichever node ran them", async () => {
    const [one, other] = await engine.emptiedPair();
    const first = createReport(NOON - 1000);
    await one.maintain(NOON, undefined, first);
    assert.deepEqual(first.failed, []);
    assert.ok(first.done.has("erasing") && [...first.done.values()].every((at) => at === NOON));

    const gone = await freshCode(one);
    await one.codes.remove(WORKSPACE, gone.id, NOON - 40 * DAY_MS);
    const soon = createReport(NOON - 1000);
    await other.maintain(NOON + 500, undefined, soon);
    assert.equal(soon.done.get("erasing"), NOON, "the time of the last success, on another node");
    assert.equal(await isErased(one, gone.num), false);
    const later = createReport(NOON + 1000);
    await other.maintain(NOON + 2000, undefined, later);
    assert.equal(later.done.get("erasing"), NOON + 2000);
    assert.equal(await isErased(one, gone.num), true);
  });

  it("erases codes with many placements in a step of their own, since others wait for it", async () => {
    const store = await engine.emptied();
    const [few, many] = [await freshCode(store), await freshCode(store)];
    await sql`
      INSERT INTO placements (id, code_num, name, name_key, token, is_slug, is_paused, created_at)
      WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 1200)
      SELECT 'p' || i, ${many.num}, 'Table', 'table', 'table-' || i, 0, 0, 1 FROM numbers`.execute(store.auth.db);
    await store.codes.remove(WORKSPACE, few.id, NOON);
    await store.codes.remove(WORKSPACE, many.id, NOON + 1);
    const mend = await failAt(store, "DELETE", "placements");
    const now = NOON + 100 * DAY_MS;
    await store.maintain(now, dayOf(now), createReport());
    assert.deepEqual([await isErased(store, few.num), await isErased(store, many.num)], [true, false]);
    await mend();
    await store.maintain(now, dayOf(now), createReport());
    assert.equal(await isErased(store, many.num), true);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("that remove visitors or pack scans are run apart from all others", async () => {
    const store = await engine.emptied();
    const others = createReport();
    for (const jobs of ["visitors", "packing"] as const) {
      const report = createReport();
      await store.maintain(NOON, undefined, { ...report, jobs });
      assert.deepEqual([...report.done.keys()], [jobs]);
    }
    await store.maintain(NOON, undefined, { ...others, jobs: "others" });
    assert.ok(others.done.has("erasing") && others.done.has("retention"));
    assert.ok(!others.done.has("visitors") && !others.done.has("packing"));
  });

  it("that remove a workspace tell every node, which no longer serves its domains", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    // With SQLite there is one node.
    const other = engine.name === "postgres" ? await engine.open(place) : store;
    const heard = { here: 0, there: 0 };
    store.onDomainChanged(() => void heard.here++);
    other.onDomainChanged(() => void heard.there++);
    await addWorkspace(store, "gone");
    await store.workspaces.delete("gone", NOON - 40 * DAY_MS);
    assert.deepEqual(heard, { here: 0, there: 0 }, "until then they are served");
    await store.maintain(NOON);
    await until(() => heard.here > 0 && heard.there > 0);
  });

  it("do not stop each other: all others are done when one fails", async () => {
    const store = await engine.fresh();
    const gone = await freshCode(store);
    await store.codes.remove(WORKSPACE, gone.id, NOON - 40 * DAY_MS);
    await store.auth.db.schema.alterTable("session").renameTo("session_away").execute();
    const report = createReport();
    await store.maintain(NOON, undefined, report);
    assert.deepEqual(report.failed, ["sessions"]);
    assert.deepEqual([report.done.has("sessions"), report.done.get("retention")], [false, NOON]);
    assert.equal(await isErased(store, gone.num), true);
    await assert.rejects(store.maintain(NOON), /session/, "a caller without a report gets the error");
  });
});

onEachEngine("maintenance on several connections", (engine) => {
  if (engine.name === "sqlite") return;

  async function connect(url: string | undefined) {
    const client = new Client({ connectionString: url! });
    await client.connect();
    const waiting = (count: number) =>
      until(async () => {
        const { rows } = await client.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows[0].n === count;
      });
    return { client, waiting };
  }

  it("erases deleted codes while an export's snapshot is open", async () => {
    const store = await engine.emptied();
    const [gone, kept] = [await freshCode(store), await freshCode(store)];
    await settleLines(store, [scansOf(gone.id, 20).join(""), scansOf(kept.id, 3).join("")]);
    await store.maintain(NOON);
    await store.codes.remove(WORKSPACE, gone.id, NOON);
    const now = NOON + 100 * DAY_MS;
    const report = createReport();
    await store.snapshot(async (reader) => {
      const exported = async () => (await Array.fromAsync(reader.scans(kept.num))).flat().length;
      assert.equal(await exported(), 3);
      await store.maintain(now, dayOf(now), report);
      assert.equal(await exported(), 3);
    });
    assert.deepEqual(report.failed, []);
    assert.equal(report.done.get("erasing"), now);
    assert.equal(await isErased(store, gone.num), true);
    assert.deepEqual(await store.scans.page(gone.num, 1), []);
  });

  it("is done by one node at a time, job by job", async () => {
    const place = await engine.migratedPlace();
    const [one, other] = [await engine.open(place), await engine.open(place)];
    const [{ client }, { client: watcher, waiting }] = [
      await connect(place.databaseUrl),
      await connect(place.databaseUrl),
    ];
    await client.query("BEGIN; LOCK TABLE erasing IN ACCESS EXCLUSIVE MODE");
    const running = one.maintain(NOON);
    await waiting(1);
    const report = createReport();
    await other.maintain(NOON, undefined, report);
    assert.equal(report.done.has("erasing"), false, "the first node is running it");
    assert.equal(report.done.get("retention"), NOON, "jobs that no node is running");
    await client.query("COMMIT");
    await running;
    const { rows } = await watcher.query("SELECT name FROM leases");
    assert.deepEqual(rows, [], "leases are released");
    await Promise.all([client.end(), watcher.end()]);
  });

  it("leaves connections for an import, however long its jobs take", async () => {
    const { databaseUrl = "" } = await engine.migratedPlace();
    const store = await openPostgres({ url: databaseUrl, lifetimeMs: DAY_MS, patienceMs: 1000 });
    const [{ client }, { client: watcher, waiting }] = [await connect(databaseUrl), await connect(databaseUrl)];
    await client.query("BEGIN; LOCK TABLE scan_blocks IN ACCESS EXCLUSIVE MODE");
    const checks = [store.scans.check(), store.scans.check()];
    await waiting(2);
    const found = await store.importer.alone(() => store.importer.find(["none"], []));
    assert.deepEqual(found, []);
    await client.query("COMMIT");
    await Promise.all(checks);
    await Promise.all([client.end(), watcher.end()]);
    await store.close();
  });
});
