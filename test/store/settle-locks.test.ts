/** Lock waits of two nodes that settle one code at the same time, forced by a third connection. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { DAY_MS, firstDayOf, monthOf } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import { FOLDED_DIMENSIONS } from "../../src/store/dimensions.ts";
import { PAIRS_A_DAY } from "../../src/store/pairs.ts";
import type { NewPlacement } from "../../src/store/placement-store.ts";
import { createPipelines } from "../../src/store/postgres/pipeline.ts";
import { createPool } from "../../src/store/postgres/pool.ts";
import { SettleAgain } from "../../src/store/postgres/rollups.ts";
import { createSettle, SETTLING } from "../../src/store/postgres/settle.ts";
import { newRun } from "../../src/store/run-lines.ts";
import { until } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { type Engine, onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, lineOf, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { freshCode, maintainPatiently, WORKSPACE } from "./support.ts";

const KINDS = AGENTS.flatMap((agent) => PLACES.map((place): Seen => ({ day: TODAY, agent, place })));
/** As many as a day may have in pairs, one of them again, and one too many. */
const FULL = KINDS.slice(0, PAIRS_A_DAY);
const [AGAIN, ONE_MORE] = [KINDS[0]!, KINDS[PAIRS_A_DAY]!];

async function setUp(engine: Engine) {
  const place = await engine.migratedPlace();
  const [one, other] = [await engine.open(place), await engine.open(place)];
  const connect = async () => {
    const client = new Client({ connectionString: place.databaseUrl! });
    await client.connect();
    return client;
  };
  // On another connection, as a transaction sees only the activity of its first look.
  const [client, watcher] = [await connect(), await connect()];
  const waiting = async (count: number) =>
    until(async () => {
      const { rows } = await watcher.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows[0].n === count;
    });
  const end = () => Promise.all([client.end(), watcher.end()]);
  const fullDay = async () => {
    const code = await freshCode(one, (TODAY - 40) * DAY_MS);
    await settleLines(
      one,
      FULL.map((seen, i) => lineOf(code.id, seen, i)),
    );
    return code;
  };
  return { one, other, client, waiting, fullDay, end };
}

onEachEngine("two nodes that settle one code", (engine) => {
  if (engine.name === "sqlite") return;

  it("lose nothing when one adds to a pair while the other converts it to dimensions", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    const code = await fullDay();
    await client.query("BEGIN; LOCK TABLE scan_cities IN SHARE ROW EXCLUSIVE MODE");
    const adding = settleLines(one, [lineOf(code.id, AGAIN, 100)]);
    await waiting(1);
    const taking = settleLines(other, [lineOf(code.id, ONE_MORE, 101)]);
    await waiting(2);
    await client.query("COMMIT");
    await Promise.all([adding, taking]);
    const { rows } = await client.query("SELECT 1 FROM scan_daily WHERE dimension = 6");
    assert.equal(rows.length, 0, "what was added meanwhile was converted too");
    await assertReads(one, code, [...FULL, AGAIN, ONE_MORE], { today: TODAY, days: 30 });
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });

  it("do not deadlock when each converts the pairs of another code", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    for (const isTurned of [false, true]) {
      const [low, high] = [await fullDay(), await fullDay()];
      const batches = [
        [lineOf(low.id, AGAIN, 200), lineOf(high.id, ONE_MORE, 201)],
        [lineOf(low.id, ONE_MORE, 202), lineOf(high.id, AGAIN, 203)],
      ];
      if (isTurned) batches.reverse();
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [low.num]);
      const first = settleLines(one, batches[0]!);
      await waiting(1);
      const second = settleLines(other, batches[1]!);
      await waiting(2);
      await client.query("COMMIT");
      await Promise.all([first, second]);
      for (const code of [low, high]) {
        await assertReads(one, code, [...FULL, AGAIN, ONE_MORE], { today: TODAY, days: 30 });
      }
    }
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });

  it("see the months that the other has folded while they waited for it", async () => {
    const { one, client, waiting, end } = await setUp(engine);
    const code = await freshCode(one, (TODAY - 40) * DAY_MS);
    await client.query("BEGIN");
    await client.query("UPDATE code_counters SET folded_before = $1 WHERE code_num = $2", [
      firstDayOf(monthOf(TODAY) + 1),
      code.num,
    ]);
    await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [code.num]);
    const settling = settleLines(
      one,
      KINDS.map((seen, i) => lineOf(code.id, seen, i)),
    );
    await waiting(1);
    await client.query("COMMIT");
    await settling;
    assert.deepEqual(await one.scans.check(), []);
    const { rows } = await client.query("SELECT sum(count)::int AS n FROM scan_monthly");
    const cities = KINDS.filter(({ place }) => place[1] !== null).length;
    assert.equal(rows[0].n, 4 * KINDS.length + cities, "in each dimension of months");
    await end();
  });

  it("see that the other has folded the month of a late scan while they waited", async () => {
    const { one, client, waiting, end } = await setUp(engine);
    const lastMonth = monthOf(TODAY) - 1;
    const day = firstDayOf(lastMonth);
    const code = await freshCode(one, (day - 40) * DAY_MS);
    // Too many for pairs, so that the day is kept by dimension, as months are.
    const early = KINDS.map((seen): Seen => ({ ...seen, day }));
    const late = early[0]!;
    await settleLines(
      one,
      early.map((seen, i) => lineOf(code.id, seen, i)),
    );
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [code.num]);
    const settling = settleLines(one, [lineOf(code.id, late, 100)]);
    await waiting(1);
    // As a scan of this month, on another node, folds the last one.
    await client.query(
      `INSERT INTO scan_monthly (code_num, dimension, month, value, count)
       SELECT code_num, dimension, $2, value, count FROM scan_daily
       WHERE code_num = $1 AND dimension = ANY($3)`,
      [code.num, lastMonth, FOLDED_DIMENSIONS],
    );
    await client.query("UPDATE code_counters SET folded_before = $1 WHERE code_num = $2", [
      firstDayOf(lastMonth + 1),
      code.num,
    ]);
    await client.query("COMMIT");
    assert.deepEqual(await settling, { aside: [], dropped: 0, missing: 0, recovered: 0, lacking: 0 });
    await assertReads(one, code, [...early, late], { today: TODAY, days: 90 });
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });

  it("drop scans of a code that was erased while they waited", async () => {
    const { one, client, waiting, end } = await setUp(engine);
    const code = await freshCode(one, (TODAY - 40) * DAY_MS);
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [code.num]);
    const settling = settleLines(one, [lineOf(code.id, AGAIN, 1)]);
    await waiting(1);
    await client.query("DELETE FROM code_counters WHERE code_num = $1", [code.num]);
    await client.query("UPDATE codes SET deleted_at = 1, erased_at = 1 WHERE num = $1", [code.num]);
    await client.query("COMMIT");
    assert.deepEqual(await settling, { aside: [], dropped: 1, missing: 0, recovered: 0, lacking: 0 });
    const { rows } = await client.query("SELECT 1 FROM scan_daily UNION ALL SELECT 1 FROM scans");
    assert.equal(rows.length, 0);
    await end();
  });
});

onEachEngine("a settlement with conflicts", (engine) => {
  if (engine.name === "sqlite") return;

  it("is retried up to 20 times, and counts once", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const { id } = await freshCode(store, (TODAY - 40) * DAY_MS);
    const pool = createPool(place.databaseUrl!, { max: 1, statementMs: 0, ...SETTLING });
    const inTransaction = createPipelines(pool);
    let changes = 0;
    // Each time the transaction fails right before its commit, as when its last check finds a change.
    const settle = createSettle(
      (work) =>
        inTransaction(async (trx) => {
          const result = await work(trx);
          if (changes-- > 0) throw new SettleAgain("The code was changed meanwhile");
          return result;
        }),
      DAY_MS,
    );
    const linesOf = (from: number) => newRun(FULL.map((seen, i) => lineOf(id, seen, from + i)).join(""));
    changes = 19;
    await settle([linesOf(0)]);
    changes = 20;
    await assert.rejects(settle([linesOf(100)]), SettleAgain);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, FULL.length);
    assert.deepEqual(await store.scans.check(), []);
    await pool.end();
  });
});

onEachEngine("a settlement during a change of many codes", (engine) => {
  if (engine.name === "sqlite") return;

  it("does not deadlock, although the change writes rows in the order they are stored in", async () => {
    const { one, other, client, waiting, end } = await setUp(engine);
    const changes = [
      (ids: string[]) => other.codes.changeMany(WORKSPACE, ids, { isFavorite: true }, TODAY * DAY_MS),
      (ids: string[]) => other.codes.removeMany(WORKSPACE, ids, TODAY * DAY_MS),
      () => other.accounts.removeSomeCodes(),
    ];
    for (const [at, change] of changes.entries()) {
      const [low, high] = [await freshCode(one, (TODAY - 40) * DAY_MS), await freshCode(one, (TODAY - 40) * DAY_MS)];
      // Its row is stored after the other's from now on.
      await one.codes.update(WORKSPACE, low.id, TODAY * DAY_MS, () => ({ name: "Later" }));
      if (at === 2) await client.query("INSERT INTO removed_workspaces VALUES ($1, 1)", [WORKSPACE]);
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [high.num]);
      const changed = change([low.id, high.id]);
      await waiting(1);
      const settled = settleLines(
        one,
        [low, high].map(({ id }, i) => lineOf(id, AGAIN, 10 * at + i)),
      );
      await waiting(2);
      await client.query("COMMIT");
      await Promise.all([changed, settled]);
    }
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });
});

onEachEngine("a settlement during a change of many placements", (engine) => {
  if (engine.name === "sqlite") return;

  it("does not deadlock, although the change writes rows in the order they are stored in", async () => {
    const { one, other, client, waiting, end } = await setUp(engine);
    const { id: codeId } = await freshCode(one, (TODAY - 40) * DAY_MS);
    const of = { workspaceId: WORKSPACE, codeId };
    const createId = createIds(Date.now);
    const changes = [
      (ids: string[]) => other.placements.change(of, ids, { isPaused: true }, TODAY * DAY_MS),
      (ids: string[]) => other.placements.remove(of, ids, TODAY * DAY_MS),
    ];
    const free: number[] = [];
    for (const change of changes) {
      const [low, high] = ["Low", "High"].map((name) => {
        return { id: createId(), name, token: createToken(), isSlug: false, createdAt: TODAY * DAY_MS };
      }) as [NewPlacement, NewPlacement];
      assert.equal(await one.placements.create(of, [low, high]), null);
      // Its row is stored after the other's from now on.
      for (const [id, other] of [
        [low.id, "later"],
        ["later", low.id],
      ]) {
        await client.query("UPDATE placements SET id = $2 WHERE id = $1", [id, other]);
      }
      await client.query("BEGIN");
      // As settling locks them.
      await client.query("SELECT 1 FROM placements WHERE id = $1 FOR NO KEY UPDATE", [low.id]);
      const changed = change([low.id, high.id]);
      await waiting(1);
      const { rows } = await client.query("SELECT 1 FROM placements WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED", [
        high.id,
      ]);
      free.push(rows.length);
      await client.query("COMMIT");
      await changed;
    }
    await end();
    assert.deepEqual(free, [1, 1], "the change waits for the first before it locks the second");
  });
});

onEachEngine("a settlement during maintenance", (engine) => {
  if (engine.name === "sqlite") return;

  it("is waited for before its month gets a partition", async () => {
    const { one, other, client, waiting, end } = await setUp(engine);
    const code = await freshCode(one, (TODAY - 40) * DAY_MS);
    await client.query("BEGIN; LOCK TABLE scan_cities IN SHARE ROW EXCLUSIVE MODE");
    const settling = settleLines(one, [lineOf(code.id, AGAIN, 100)]);
    await waiting(1);
    const maintained = maintainPatiently(other, TODAY * DAY_MS);
    await waiting(2);
    await client.query("COMMIT");
    await Promise.all([settling, maintained]);
    const { rows } = await client.query("SELECT tableoid::regclass::text AS name FROM scans");
    assert.match(rows[0].name, /^scans_\d{4}_\d{2}$/);
    await end();
  });
});
