import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../src/database/tables.ts";
import { moveStep } from "../../../src/placements/move.queries.ts";
import { forgetScans } from "../../../src/scans/forget.queries.ts";
import { DAY_MS, dayOf, HOUR_MS, QUARTER_MS, quarterOf } from "../../../src/shared/days.ts";
import type { StepName } from "../../../src/store/steps.ts";
import type { Store } from "../../../src/store/store.ts";
import { lockWaits } from "../../support/lock-waits.ts";
import { journalRows, settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "../counted-model.ts";
import { rowsOf } from "../insight-rows.ts";
import { freshCode, WORKSPACE } from "../support.ts";
import { failAt, partsOf, storedOf } from "./packed.ts";
import { assertReads, lineOf, type Visit } from "./visits.ts";

const NOW = TODAY * DAY_MS + 12 * HOUR_MS;
const ALL = { from: TODAY - 500, to: TODAY + 1 };
/** Scans of earlier days are forgotten. */
const MARK = TODAY - 30;

const visits = (daysAgo: readonly number[], each = 5): Visit[] =>
  daysAgo.flatMap((ago) =>
    Array.from({ length: each }, (_, i) => ({
      at: (TODAY - ago) * DAY_MS + 1234 + i * 1_000_000,
      agent: AGENTS[(i + ago) % AGENTS.length]!,
      place: PLACES[(2 * i + ago) % PLACES.length]!,
    })),
  );

const settle = (store: Store, code: { id: string }, seen: readonly Visit[]) =>
  settleLines(
    store,
    seen.map((each) => lineOf(code.id, each)),
  );

/** On both sides of the mark, and on the days next to it. */
const SEEN = visits([300, 40, 32, 31, 30, 29, 2, 0]);

async function filled(store: Store, seen = SEEN) {
  const code = await freshCode(store, NOW - 400 * DAY_MS);
  await settle(store, code, seen);
  return code;
}

const countersOf = async (store: Store, num: number) => {
  const { rows } = await sql<{ last_scan_at: number; scans_changed: number; renewed_at: number }>`
    SELECT last_scan_at, scans_changed, renewed_at FROM code_counters WHERE code_num = ${num}`.execute(store.auth.db);
  const [{ last_scan_at, scans_changed, renewed_at }] = rows as [(typeof rows)[0]];
  return { lastScanAt: Number(last_scan_at), changed: scans_changed, renewedAt: Number(renewed_at) };
};

/** All scans that are listed with their times are of the mark's day or later. */
async function assertForgotten(store: Store, code: { id: string; num: number }, seen: readonly Visit[], mark: number) {
  const listed = await store.scans.page(code.num, 500);
  const kept = seen.filter(({ at }) => dayOf(at) >= mark).map(({ at }) => at);
  assert.deepEqual(listed.map(({ at }) => at).sort(), kept.sort());
  await assertReads(store, code, seen, ALL);
  assert.deepEqual(await store.scans.check(), []);
}

onEachEngine("retention", (engine) => {
  it("forgets times, ids and combinations before a UTC day, and keeps every total", async () => {
    const store = await engine.emptied();
    const code = await filled(store);
    await store.maintain(NOW, MARK);
    await assertForgotten(store, code, SEEN, MARK);
    // A filter finds those that are kept, and says so.
    const span = { from: ALL.from * DAY_MS, to: ALL.to * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const codes = { num: code.num, workspaceId: "workspace" };
    const filter = { device: ["mobile"], country: ["DE"] };
    const request = { codes, filter, span, previous: null, visitors: false };
    const { quarters, exactFrom } = await store.insights.read(request);
    const found = quarters.flatMap(({ counts }) => [...counts]).reduce((sum, count) => sum + count, 0);
    const expected = SEEN.filter(
      ({ at, agent, place }) => dayOf(at) >= MARK && agent[0] === "mobile" && place[0] === "DE",
    );
    assert.deepEqual([found, exactFrom], [expected.length, MARK * DAY_MS]);
  });

  it("keeps everything if none is set", async () => {
    const store = await engine.emptied();
    const code = await filled(store);
    await store.maintain(NOW);
    await assertForgotten(store, code, SEEN, 0);
  });

  it("goes on from day to day, and forgets no less if it is set to more days again", async () => {
    const store = await engine.emptied();
    const code = await filled(store);
    for (const [i, mark] of [MARK - 10, MARK, MARK + 1, MARK - 5].entries()) {
      await store.maintain(NOW + i, mark);
      await assertForgotten(store, code, SEEN, Math.max(mark, ...(i > 2 ? [MARK + 1] : [])));
    }
  });

  it("forgets no more than is due after a clock was ahead, and counts what it forgot once", async () => {
    for (const next of [MARK, undefined]) {
      for (const [i, ahead] of [20, 400].entries()) {
        const store = await engine.emptied();
        const code = await freshCode(store, NOW - 400 * DAY_MS);
        const journal = journalRows(SEEN.map((each) => lineOf(code.id, each)));
        await store.settleScans(journal);
        if (i === 0) await store.maintain(NOW, MARK);
        await store.maintain(NOW + ahead * DAY_MS, MARK + ahead);
        // The clock is right again.
        await store.maintain(NOW + 1, next);
        const kept = visits([29, 12, 1, 0]).map((each) => ({ ...each, at: each.at + 77 }));
        const due = visits([35]).map((each) => ({ ...each, at: each.at + 77 }));
        await settle(store, code, [...due, ...kept]);
        await store.maintain(NOW + 3 * DAY_MS, next === undefined ? undefined : MARK);
        const left = SEEN.filter(({ at }) => dayOf(at) >= MARK + ahead);
        const late = next === undefined ? [...due, ...kept] : kept;
        const times = (some: readonly { at: number }[]) => some.map(({ at }) => at).sort();
        assert.deepEqual(times(await store.scans.page(code.num, 500)), times([...left, ...late]));
        await assertReads(store, code, [...SEEN, ...due, ...kept], ALL);
        const { recovered, doubtful } = await store.settleScans(journal);
        assert.deepEqual([recovered, doubtful], [0, 0], "its journal was restored");
        assert.deepEqual(await store.scans.check(), []);
      }
    }
  });

  it("keeps only the quarter of an hour of a last scan that is forgotten", async () => {
    const store = await engine.emptied();
    const seen = visits([40, 35]);
    const code = await filled(store, seen);
    const { at } = seen.at(-1)!;
    const { lastScanAt: exact, changed: before } = await countersOf(store, code.num);
    assert.deepEqual([exact, before], [at, 0]);
    await store.maintain(NOW, MARK);
    const { lastScanAt, changed } = await countersOf(store, code.num);
    assert.equal(lastScanAt, quarterOf(at) * QUARTER_MS);
    assert.ok(changed > 0, "caches are told");
    await assertForgotten(store, code, seen, MARK);
  });

  it("keeps only the quarter of an hour of scans that renewed a code, whose expiry moves to no earlier time", async () => {
    const store = await engine.emptied();
    const code = await filled(store, visits([40], 1));
    for (const ago of [36, 35]) await settle(store, code, visits([ago], 1));
    const fixed = await freshCode(store, NOW - 400 * DAY_MS);
    await settle(store, fixed, visits([40], 1));
    const chosen = NOW + 12_345;
    await store.codes.update(WORKSPACE, fixed.id, NOW, () => ({ expiresAt: chosen, expiresFixed: true }));
    const find = async ({ id }: { id: string }) => (await store.codes.find(WORKSPACE, id))!;
    const { renewedAt } = await countersOf(store, code.num);
    const { expiresAt, expiresBefore } = await find(code);
    assert.deepEqual([renewedAt, expiresBefore], [visits([35], 1)[0]!.at, expiresAt - DAY_MS]);
    assert.notEqual(expiresAt % QUARTER_MS, 0);
    const up = (at: number) => Math.ceil(at / QUARTER_MS) * QUARTER_MS;
    for (const [i, mark] of [MARK, MARK + 1].entries()) {
      await store.maintain(NOW + i, mark);
      assert.equal((await countersOf(store, code.num)).renewedAt, quarterOf(renewedAt) * QUARTER_MS);
      const found = await find(code);
      assert.deepEqual([found.expiresAt, found.expiresBefore], [up(expiresAt), up(expiresBefore!)]);
      assert.equal((await find(fixed)).expiresAt, chosen);
    }
    // The date before the last renewal may follow from a forgotten scan, although the last one does not.
    await settle(store, code, [{ ...visits([29], 1)[0]!, at: NOW - 29 * DAY_MS + 77 }]);
    const { expiresBefore: earlier } = await find(code);
    assert.equal(earlier, up(expiresAt));
  });

  it("also forgets late scans, when they are packed", async () => {
    const store = await engine.emptied();
    const code = await filled(store);
    await store.maintain(NOW, MARK);
    const late = visits([300, 200, 31, 30], 3).map((scan) => ({ ...scan, at: scan.at + 77 }));
    await settle(store, code, late);
    await store.maintain(NOW + 1, MARK);
    await assertForgotten(store, code, [...SEEN, ...late], MARK);
  });

  it("goes on after an interruption, and forgets each scan in one transaction with what is noted of it", async () => {
    const store = await engine.emptied();
    const code = await filled(store);
    await store.maintain(NOW);
    for (const table of ["scan_blocks", "code_counters"]) {
      const restore = await failAt(store, "UPDATE", table);
      await assert.rejects(forgetScans(partsOf(store), MARK, NOW), /cut off/);
      await restore();
      assert.equal((await store.scans.page(code.num, 500)).length, SEEN.length, table);
      assert.deepEqual(await store.scans.check(), []);
    }
    await forgetScans(partsOf(store), MARK, NOW);
    await assertForgotten(store, code, SEEN, MARK);
  });

  it("forgets scans of a code that was imported meanwhile, also if scans are to be kept for longer since then", async () => {
    for (const next of [MARK + 1, MARK - 5]) {
      const store = await engine.emptied();
      const code = await filled(store);
      await store.maintain(NOW);
      await store.auth.db.insertInto("importing").values({ code_num: code.num }).execute();
      await store.maintain(NOW + 1, MARK);
      assert.equal((await store.scans.page(code.num, 500)).length, SEEN.length, "its import is not finished");
      await store.auth.db.deleteFrom("importing").execute();
      await store.maintain(NOW + DAY_MS, next);
      await assertForgotten(store, code, SEEN, Math.max(MARK, next));
    }
  });

  it("forgets scans that a move took to a code behind it, which had seen the former mark", async () => {
    const store = await engine.emptied();
    // The first code is the one that is looked at first.
    const to = await freshCode(store, NOW - 400 * DAY_MS);
    const from = await freshCode(store, NOW - 400 * DAY_MS);
    const placement = { id: randomUUID(), name: "Door", token: "abcdefghabcd", isSlug: false, createdAt: NOW };
    assert.equal(await store.placements.create({ workspaceId: WORKSPACE, codeId: from.id }, [placement]), null);
    const old = visits([300]);
    const lines = old.map((each) => lineOf(from.id, each, placement.id));
    await settleLines(store, lines);
    await store.maintain(NOW);
    const moved = await store.placements.move({ workspaceId: WORKSPACE, codeId: from.id }, placement.id, to.id, NOW);
    assert.ok(moved !== null && typeof moved === "object");
    const step = (trx: Transaction<Tables>) => moveStep(trx, engine.name, moved.num, {});
    await store.auth.db.transaction().execute(step);
    const { promise: isMoved, resolve: haveMoved } = Promise.withResolvers<void>();
    const { promise: isWalking, resolve: walk } = Promise.withResolvers<void>();
    const moving = store.auth.db.transaction().execute(async (trx: Transaction<Tables>) => {
      await step(trx);
      haveMoved();
      // Nobody else can write on SQLite.
      if (engine.name === "postgres") await isWalking;
    });
    await (engine.name === "postgres" ? isMoved : moving);
    const forgetting = forgetScans(partsOf(store), MARK, NOW);
    // It waits at the block that the scans are taken from.
    if (engine.name === "postgres") await lockWaits(store.auth.db, 1);
    walk();
    await Promise.all([moving, forgetting]);
    await store.maintain(NOW + DAY_MS, MARK + 1);
    await assertForgotten(store, to, old, MARK + 1);
  });

  it("looks at no block if all are done, and each day at all of them, because some may have been added since", async () => {
    const store = await engine.emptied();
    await filled(store);
    const steps: [StepName, ...unknown[]][] = [];
    const parts = partsOf(store);
    const watched: typeof parts = {
      ...parts,
      step(name, ...args) {
        steps.push([name, ...args]);
        return parts.step(name, ...args);
      },
    };
    const stepsOf = async (mark: number) => {
      steps.length = 0;
      await forgetScans(watched, mark, NOW);
      return steps.filter(([name]) => name === "forget").map((args) => args[2]);
    };
    assert.deepEqual(await stepsOf(MARK), [MARK]);
    assert.deepEqual(await stepsOf(MARK), []);
    assert.deepEqual(await stepsOf(MARK + 1), [MARK + 1]);
    assert.deepEqual(await stepsOf(MARK - 5), [MARK + 1], "what was to be forgotten still is");
    assert.deepEqual(await stepsOf(MARK - 5), []);
  });

  it("happens while scans of the same codes are settled, packed and read", async () => {
    const nodes = await engine.emptiedPair();
    const code = await filled(nodes[0]);
    const late = visits([300, 40, 32, 31, 1], 8);
    await Promise.all([
      forgetScans(partsOf(nodes[0], 7), MARK, NOW),
      forgetScans(partsOf(nodes[1], 11), MARK, NOW),
      settle(nodes[1], code, late),
      nodes[0].maintain(NOW, MARK),
      rowsOf(nodes[0], code.num, quarterOf(ALL.from * DAY_MS), quarterOf(ALL.to * DAY_MS)),
    ]);
    await nodes[0].maintain(NOW + 1, MARK);
    await assertForgotten(nodes[0], code, [...SEEN, ...late], MARK);
    const { rows } = await storedOf(nodes[0], code.num);
    assert.equal(rows, 5 + 8, "of today and yesterday");
  });
});
