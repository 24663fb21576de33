/** Lock waits of two nodes that settle one code at the same time, forced by a third connection. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { createPipelines } from "../../src/database/postgres/pipeline.ts";
import { createPool } from "../../src/database/postgres/pool.ts";
import type { NewPlacement } from "../../src/placements/placement.ts";
import { packScans } from "../../src/scans/pack-rows.queries.ts";
import { newRun } from "../../src/scans/run-lines.ts";
import { createSettle, SETTLING } from "../../src/scans/settle.postgres.ts";
import { SettleAgain } from "../../src/scans/settlement.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { settleLines } from "../support/settle.ts";
import { type Engine, onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, lineOf, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { partsOf } from "./scans/packed.ts";
import { everyScan, freshCode, uncountedOf, WORKSPACE } from "./support.ts";
import { START, lineOf as taggedLine, tagger, visitorsOf } from "./visitor-scans.ts";

const KINDS = AGENTS.flatMap((agent) => PLACES.map((place): Seen => ({ day: TODAY, agent, place })));
/** Several kinds, one of them again, and another one. */
const FULL = KINDS.slice(0, 16);
const [AGAIN, ONE_MORE] = [KINDS[0]!, KINDS[16]!];

/** Packs all scans in steps of a few rows, on several nodes at a time if called on each: maintenance does on one. */
const pack = (store: Store, rowsAStep = 7): Promise<void> =>
  packScans(partsOf(store, rowsAStep), (TODAY + 10) * DAY_MS);

async function setUp(engine: Engine) {
  const [one, other] = await engine.emptiedPair();
  const client = new Client({ connectionString: engine.emptiedPlace().databaseUrl! });
  await client.connect();
  const waiting = (count: number) => lockWaits(one.auth.db, count);
  const end = () => client.end();
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

  it("lose nothing when one waits for the other", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    const code = await fullDay();
    await client.query("BEGIN; LOCK TABLE scans IN SHARE ROW EXCLUSIVE MODE");
    const first = settleLines(one, [lineOf(code.id, AGAIN, 100)]);
    await waiting(1);
    const second = settleLines(other, [lineOf(code.id, ONE_MORE, 101)]);
    await waiting(2);
    await client.query("COMMIT");
    await Promise.all([first, second]);
    await assertReads(one, code, [...FULL, AGAIN, ONE_MORE], { today: TODAY, days: 30 });
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });

  it("do not deadlock when each has lines of another code first", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    for (const isTurned of [false, true]) {
      const [low, high] = [await fullDay(), await fullDay()];
      const batches = [
        [lineOf(low.id, AGAIN, 200), lineOf(high.id, ONE_MORE, 201)],
        [lineOf(high.id, AGAIN, 203), lineOf(low.id, ONE_MORE, 202)],
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

  it("leave no uncounted visits of a code that is erased before they are added", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    const code = await fullDay();
    await one.codes.remove(WORKSPACE, code.id, TODAY * DAY_MS);
    await client.query("BEGIN; LOCK TABLE journal_marks IN SHARE ROW EXCLUSIVE MODE");
    const settling = settleLines(one, [uncountedOf(code.id, TODAY, "head", 3)]);
    await waiting(1);
    await other.maintain(TODAY * DAY_MS + 2 * BIN_MS);
    await client.query("COMMIT");
    const { dropped, aside } = await settling;
    assert.deepEqual([dropped, aside], [1, []]);
    const left = one.auth.db.selectFrom("uncounted_daily").selectAll().where("code_num", "=", code.num);
    assert.deepEqual(await left.execute(), []);
    await end();
  });

  it("lose nothing when one packs what the other adds to, whichever has to wait", async () => {
    const { one, other, client, waiting, fullDay, end } = await setUp(engine);
    for (const isTurned of [false, true]) {
      const [low, high] = [await fullDay(), await fullDay()];
      const lines = [lineOf(high.id, AGAIN, 300), lineOf(low.id, ONE_MORE, 301)];
      const steps = [() => settleLines(one, lines), () => pack(other)];
      if (isTurned) steps.reverse();
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [low.num]);
      const first = steps[0]!();
      await waiting(1);
      const second = steps[1]!();
      await waiting(2);
      await client.query("COMMIT");
      await Promise.all([first, second]);
      const readBoth = async () => {
        await assertReads(one, low, [...FULL, ONE_MORE], { today: TODAY, days: 30 });
        await assertReads(other, high, [...FULL, AGAIN], { today: TODAY, days: 30 });
      };
      await readBoth();
      await pack(one);
      assert.deepEqual((await client.query("SELECT 1 FROM scans")).rows, []);
      await readBoth();
    }
    assert.deepEqual(await one.scans.check(), []);
    await end();
  });

  it("wait for a code before they lock salts, which who has locked the code may wait for", async () => {
    const { one, client, waiting, end } = await setUp(engine);
    const code = await freshCode(one);
    const tags = tagger(one);
    const line = await taggedLine(tags, "UTC", { code, at: START, address: "10.0.0.1" });
    tags.close();
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM code_counters WHERE code_num = $1 FOR UPDATE", [code.num]);
    const settling = settleLines(one, [line]);
    await waiting(1);
    const removing = client.query("LOCK TABLE visitor_salts IN ACCESS EXCLUSIVE MODE NOWAIT");
    await removing.finally(() => client.query("ROLLBACK"));
    await settling;
    assert.equal(await visitorsOf(one, [code.num], "UTC", START), 1);
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
    assert.deepEqual(await settling, {
      aside: [],
      dropped: 1,
      missing: 0,
      recovered: 0,
      missingInJournal: 0,
      doubtful: 0,
    });
    const { rows } = await client.query("SELECT 1 FROM scan_blocks UNION ALL SELECT 1 FROM scans");
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

onEachEngine("nodes that settle and pack the same codes", (engine) => {
  it("lose and double nothing, and do not deadlock", async () => {
    const nodes = await engine.emptiedPair();
    const codes: Awaited<ReturnType<typeof freshCode>>[] = [];
    for (let i = 0; i < 8; i++) codes.push(await freshCode(nodes[0]!, (TODAY - 70) * DAY_MS));
    // Of three months, of each code in every batch, which the nodes settle in opposite orders.
    const seen = Array.from({ length: 60 }, (_, i): Seen => ({ ...KINDS[i % KINDS.length]!, day: TODAY - i }));
    const batchOf = (node: number, i: number) =>
      (node === 0 ? codes : codes.toReversed()).map(({ id }) => lineOf(id, seen[i]!, 1000 * node + i));
    let left = nodes.length;
    const settleAll = async (store: Store, node: number) => {
      for (let i = 0; i < seen.length; i++) await settleLines(store, batchOf(node, i));
      left -= 1;
    };
    const packOften = async (store: Store) => {
      while (left > 0) await pack(store, 1 + (left % 5));
    };
    await Promise.all(nodes.flatMap((store, node) => [settleAll(store, node), packOften(store)]));
    const assertAll = async () => {
      assert.equal(new Set(await everyScan(nodes[0]!)).size, 2 * seen.length * codes.length);
      for (const code of codes) await assertReads(nodes[1]!, code, [...seen, ...seen], { today: TODAY, days: 90 });
      assert.deepEqual(await nodes[0]!.scans.check(), []);
    };
    await assertAll();
    await Promise.all(nodes.map((store) => pack(store)));
    assert.deepEqual(await nodes[0]!.auth.db.selectFrom("scans").select("id").execute(), []);
    await assertAll();
  });
});
