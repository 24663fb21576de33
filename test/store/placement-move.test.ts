/** A placement that is moved to another code takes its scans along, and every count of both codes stays exact. */
import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { Client } from "pg";
import {
  type MoveLimits,
  type MoveParts,
  moveAllScans,
  moveScans,
  moveStep,
} from "../../src/placements/move.queries.ts";
import { unpackBlock } from "../../src/scans/block.ts";
import { forget } from "../../src/scans/columns.ts";
import { findScans } from "../../src/scans/find.queries.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { createNames } from "../../src/scans/names.queries.ts";
import { replaceBlock } from "../../src/scans/pack.queries.ts";
import type { ScanRow } from "../../src/scans/scan.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds, createToken, firstIdAt } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { wrong } from "../support/refusals.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { assertWhole, dbOf, packAll, stepsOf } from "./steps.ts";
import { addWorkspace, freshCode, maintainPatiently, pictureOf, scansOf, WORKSPACE } from "./support.ts";
import { lineOf, START, tagger, visitorsOf } from "./visitor-scans.ts";

const createId = createIds(Date.now);
const field = (message: string) => ({ ...wrong("Invalid: codeId."), details: [{ field: "codeId", message }] });
const NO_TARGET = field("must be another code of the workspace");
const MOVING = field("cannot be changed while the scans of the last move are being moved: try again in a minute");
const CREATED = (TODAY - 500) * DAY_MS;

/** Scans of two codes on few and many days; `placed`: through the placement of the first. */
const scans = fc.array(
  fc.record({
    day: fc.oneof(fc.integer({ min: TODAY - 2, max: TODAY }), fc.integer({ min: TODAY - 90, max: TODAY })),
    agent: fc.constantFrom(...AGENTS),
    place: fc.constantFrom(...PLACES),
    code: fc.nat(1),
    placed: fc.boolean(),
  }),
  { minLength: 40, maxLength: 80 },
);
const TEXTS = [JSON.stringify(AGENTS[0]), JSON.stringify(PLACES[0])] as const;

onEachEngine("Moving a placement", (engine) => {
  const partsOf = (store: Store, limits: MoveLimits = { rowsAStep: 3, mostInBlock: 20 }): MoveParts => ({
    ...{ db: dbOf(store), step: stepsOf(store), ...limits },
  });

  async function filled(store: Store, all: readonly (Seen & { code: number; placed: boolean })[]) {
    const codes = [await freshCode(store, CREATED), await freshCode(store, CREATED)];
    const placement = { id: createId(), name: "Door", token: createToken(), isSlug: false, createdAt: CREATED };
    const of = { workspaceId: WORKSPACE, codeId: codes[0]!.id };
    assert.equal(await store.placements.create(of, [placement]), null);
    const lines = all.map(({ day, agent, place, code, placed }, i) => {
      const at = day * DAY_MS + ((i * 7_919_000) % DAY_MS);
      const id = createIds(() => at)();
      const texts = [JSON.stringify(agent), JSON.stringify(place)] as const;
      return scanLine(id, codes[code]!.id, at, ...texts, null, code === 0 && placed ? placement.id : null);
    });
    await settleLines(store, lines);
    return { codes: codes as [(typeof codes)[0], (typeof codes)[0]], placement, of };
  }

  async function move(store: Store, of: { codeId: string }, placement: { id: string }, toId: string) {
    const moved = await store.placements.move({ ...of, workspaceId: WORKSPACE }, placement.id, toId, CREATED);
    assert.ok(moved !== null && typeof moved === "object");
    return moved;
  }

  it("goes on at the next start after a crash, however recent the last maintenance is", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const now = TODAY * DAY_MS;
    await store.maintain(now);
    const seen = { day: TODAY - 1, agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true };
    const { codes, placement, of } = await filled(store, [seen, seen]);
    await store.placements.move(of, placement.id, codes[1]!.id, now);
    const onError = (_: string, error: unknown) => assert.fail(String(error));
    await store.maintain(now + 1, undefined, { notSince: now, onDone: () => {}, onError });
    assert.equal((await store.placements.find(codes[1]!.num, placement.id))?.scanCount, 2);
  });

  it("counts as if the scans had been made of the other code, in steps of any size, packed or not", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const between = fc.array(fc.constantFrom("pack old", "pack new", "late", "nothing"), { maxLength: 8 });
    const sizes = fc.record({
      rowsAStep: fc.integer({ min: 1, max: 30 }),
      mostInBlock: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(scans, sizes, between, fc.nat(80), async (all, limits, actions, packed) => {
        const { codes, placement, of } = await filled(store, all.slice(0, packed));
        const nums = codes.map(({ num }) => num);
        await packAll(store, nums);
        const seen = [0, 1].map((n) =>
          all.slice(0, packed).filter(({ code, placed }) => (code === 0 && placed ? 1 : code) === n),
        );
        const settle = async (some: typeof all, isLate: boolean) => {
          const lines = some.map(({ day, agent, place, code, placed }, i) => {
            const at = day * DAY_MS + ((i * 7_919_000) % DAY_MS) + 1;
            const through = code === 0 && placed ? placement.id : null;
            seen[through === null || isLate ? code : 1]!.push({ day, agent, place, code, placed });
            return scanLine(
              createIds(() => at)(),
              codes[code as 0 | 1].id,
              at,
              JSON.stringify(agent),
              JSON.stringify(place),
              null,
              through,
            );
          });
          await settleLines(store, lines);
        };
        await settle(all.slice(packed), false);
        const moved = await move(store, of, placement, codes[1].id);
        await assertWhole(store);
        for (let isMore = true; isMore; ) {
          ({ isMore } = await stepsOf(store)("move", moved.num, limits));
          await assertWhole(store);
          const action = actions.shift();
          if (action === "late") await settle(all.slice(0, 2), true);
          else if (action === "pack old") await packAll(store, [nums[0]!]);
          else if (action === "pack new") await packAll(store, [nums[1]!]);
        }
        assert.deepEqual(await store.scans.check(), []);
        for (const [i, code] of codes.entries()) {
          for (const days of [1, 30, 365]) await assertReads(store, code, seen[i]!, { today: TODAY, days });
        }
        const found = await store.placements.find(codes[1].num, placement.id);
        const placed = all.filter((scan) => scan.code === 0 && scan.placed).length;
        assert.deepEqual([found?.scanCount, found?.isMoving], [placed, false]);
        assert.equal(await store.placements.find(codes[0].num, placement.id), null);
      }),
      { numRuns: 8 },
    );
  });

  it("leaves everything whole after a crash within a step, and goes on elsewhere", async () => {
    const store = await engine.emptied();
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0 };
    const all = Array.from({ length: 24 }, (_, i) => ({ ...scan, day: TODAY - (i % 5) * 20, placed: i % 3 > 0 }));
    const { codes, placement, of } = await filled(store, all.slice(0, 16));
    await packAll(store, [codes[0].num]);
    const recent = all.slice(16).map(({ day, placed }, i) => {
      const at = day * DAY_MS + i;
      return scanLine(createIds(() => at)(), codes[0].id, at, ...TEXTS, null, placed ? placement.id : null);
    });
    await settleLines(store, recent);
    const { num } = await move(store, of, placement, codes[1].id);
    const crash = new Error("The process ended.");
    const limits = { rowsAStep: 3, mostInBlock: 4 };
    for (let isMore = true, steps = 0; isMore; steps++) {
      const before = await pictureOf(store);
      const crashed = dbOf(store)
        .transaction()
        .execute(async (trx) => {
          await moveStep(trx, store.engine, num, limits);
          throw crash;
        });
      await assert.rejects(crashed, crash);
      assert.deepEqual(await pictureOf(store), before);
      await assertWhole(store);
      assert.deepEqual(await store.scans.check(), []);
      ({ isMore } = await stepsOf(store)("move", num, limits));
      assert.ok(steps < 40);
    }
    const placed = all.filter((each) => each.placed).length;
    assert.equal((await store.placements.find(codes[1].num, placement.id))?.scanCount, placed);
    assert.equal((await store.codes.find(WORKSPACE, codes[0].id))?.scanCount, all.length - placed);
  });

  it("lends its name to no scan of the code that it left", async () => {
    const store = await engine.emptied();
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true };
    const { codes, placement, of } = await filled(
      store,
      Array.from({ length: 8 }, (_, i) => ({ ...scan, day: TODAY - (i % 2) })),
    );
    const { num } = await move(store, of, placement, codes[1].id);
    assert.ok((await stepsOf(store)("move", num, { rowsAStep: 3 })).isMore);
    const [left, moved] = codes;
    const placements = (rows: readonly ScanRow[]) => rows.map((row) => row.placement?.name ?? null);
    const findLeft = async () => {
      const rows = await store.scans.page(left.num, 10);
      const ids = rows.map(({ id }) => id);
      return findScans({ db: dbOf(store), engine: store.engine }, createNames(store.engine), [left.num], ids);
    };
    const readings = [
      () => store.scans.page(left.num, 10),
      () => store.scans.latest(left.num, firstIdAt(0), 10),
      findLeft,
    ];
    for (const read of readings) assert.deepEqual(placements(await read()), Array(5).fill(null));
    assert.deepEqual(placements(await store.scans.page(moved.num, 10)), Array(3).fill("Door"));
    assert.deepEqual(placements(await store.scans.latest(moved.num, firstIdAt(0), 10)), Array(3).fill("Door"));
    await packAll(store, [left.num]);
    for (const read of [readings[0]!, findLeft]) assert.deepEqual(placements(await read()), Array(5).fill(null));
  });

  it("ends if the placement is deleted between two steps, and leaves each scan counted once", async () => {
    const store = await engine.emptied();
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true };
    const all = Array.from({ length: 8 }, (_, i) => ({ ...scan, day: TODAY - i * 20 }));
    const { codes, placement, of } = await filled(store, all);
    const { num } = await move(store, of, placement, codes[1].id);
    assert.ok((await stepsOf(store)("move", num, { rowsAStep: 3 })).isMore);
    assert.equal(await store.placements.remove({ ...of, codeId: codes[1].id }, [placement.id], CREATED), 1);
    await moveAllScans(partsOf(store));
    assert.deepEqual(await stepsOf(store)("move", num, {}), { isMore: false, damaged: [] });
    await assertWhole(store);
    const counts = codes.map(async ({ id }) => (await store.codes.find(WORKSPACE, id))!.scanCount);
    assert.deepEqual(await Promise.all(counts), [5, 3]);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("finds scans that are packed between two steps", async () => {
    const store = await engine.emptied();
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true };
    const { codes, placement, of } = await filled(
      store,
      Array.from({ length: 12 }, (_, i) => ({ ...scan, day: TODAY - i })),
    );
    const { num } = await move(store, of, placement, codes[1].id);
    assert.ok((await stepsOf(store)("move", num, { rowsAStep: 4 })).isMore);
    await packAll(store, [codes[0].num]);
    await moveScans(partsOf(store), num);
    await assertWhole(store);
    assert.equal((await store.placements.find(codes[1].num, placement.id))?.scanCount, 12);
    assert.equal((await store.codes.find(WORKSPACE, codes[0].id))?.scanCount, 0);
  });

  it("loses and doubles no scan that is settled meanwhile", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const { codes, placement, of } = await filled(store, []);
    const batches = Array.from({ length: 12 }, (_, i) => {
      const at = (TODAY - (i % 3)) * DAY_MS + i * 1000;
      const texts = [JSON.stringify(AGENTS[i % 4]), JSON.stringify(PLACES[i % 6])] as const;
      // Of the code that it belonged to when it was scanned.
      const line = (n: number) =>
        scanLine(createIds(() => at + n)(), codes[0]!.id, at + n, ...texts, null, placement.id);
      return Array.from({ length: 20 }, (_, n) => line(n)).join("");
    });
    const settling = batches.map((batch) => settleLines(store, [batch]));
    const moving = store.placements.move(of, placement.id, codes[1]!.id, CREATED).then(async (moved) => {
      assert.ok(moved !== null && typeof moved === "object");
      await moveScans(partsOf(store, { rowsAStep: 30 }), moved.num);
    });
    const packing = packAll(store, [codes[0].num], 15);
    const reports = await Promise.all(settling);
    await Promise.all([moving, packing]);
    assert.ok(reports.every(({ aside, dropped }) => aside.length + dropped === 0));
    assert.deepEqual(await store.scans.check(), []);
    await assertWhole(store);
    const [one, two] = await Promise.all(codes.map(({ id }) => store.codes.find(WORKSPACE, id)));
    assert.equal(one!.scanCount + two!.scanCount, 12 * 20);
    const found = await store.placements.find(codes[1]!.num, placement.id);
    assert.deepEqual([found?.scanCount, found?.isMoving], [two!.scanCount, false]);
  });

  it("keeps the counts of versions in order", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const seen = (back: number) =>
      [true, false].map((placed) => ({ agent: AGENTS[0]!, place: PLACES[0]!, code: 0, day: TODAY - back, placed }));
    const { codes, placement, of } = await filled(store, [...seen(3), ...seen(2)]);
    const update = (id: string, content: string) =>
      store.codes.update(WORKSPACE, id, (TODAY - 1) * DAY_MS, () => ({ content }));
    for (const { id } of codes) await update(id, "https://example.com/2");
    const at = (TODAY - 1) * DAY_MS + 1;
    for (const through of [placement.id, null]) {
      await settleLines(store, [scanLine(createIds(() => at)(), codes[0].id, at, ...TEXTS, null, through)]);
    }
    const countsUntil = async () => {
      const rows = await dbOf(store).selectFrom("code_versions").select("scans_until").orderBy("code_num").execute();
      return rows.map((row) => Number(row.scans_until));
    };
    assert.deepEqual(await countsUntil(), [4, 0]);
    const moved = await store.placements.move(of, placement.id, codes[1]!.id, CREATED);
    assert.ok(moved !== null && typeof moved === "object");
    await store.placements.moveScans(moved.num);
    assert.deepEqual(await store.scans.check(), []);
    assert.deepEqual(await countsUntil(), [2, 2]);
  });

  it("is refused to another workspace's code, and while an earlier move is not finished", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const { codes, placement, of } = await filled(store, []);
    await assert.rejects(store.placements.move(of, placement.id, createId(), CREATED), NO_TARGET);
    const moved = await store.placements.move(of, placement.id, codes[1]!.id, CREATED);
    assert.ok(moved !== null && typeof moved === "object" && moved.isMoving);
    const back = { workspaceId: WORKSPACE, codeId: codes[1]!.id };
    await assert.rejects(store.placements.move(back, placement.id, codes[0]!.id, CREATED), MOVING);
    await store.maintain(dayOf(CREATED) * DAY_MS);
    const again = await store.placements.move(back, placement.id, codes[0]!.id, CREATED);
    assert.ok(again !== null && typeof again === "object");
  });

  it("counts no line again that is settled again after the move", async () => {
    const store = await engine.emptied();
    const from = await freshCode(store, CREATED);
    const to = await freshCode(store, CREATED);
    const placement = { id: createId(), name: "Door", token: createToken(), isSlug: false, createdAt: CREATED };
    const of = { workspaceId: WORKSPACE, codeId: from.id };
    assert.equal(await store.placements.create(of, [placement]), null);
    const rows = journalRows([scansOf(from.id, 9, TODAY * DAY_MS, [placement.id, null, placement.id]).join("")]);
    await store.settleScans(rows);
    const moved = await store.placements.move(of, placement.id, to.id, CREATED);
    assert.ok(moved !== null && typeof moved === "object");
    await store.placements.moveScans(moved.num);
    const before = await pictureOf(store);
    const { recovered } = await store.settleScans(rows);
    assert.equal(recovered, 0);
    assert.deepEqual(await pictureOf(store), before);
    assert.deepEqual(await store.scans.check(), []);
    assert.ok(await store.placements.remove({ ...of, codeId: to.id }, [placement.id], CREATED));
    assert.equal((await store.settleScans(rows)).recovered, 0, "after it is deleted");
    await store.codes.remove(WORKSPACE, to.id, CREATED);
    await maintainPatiently(store, CREATED + BIN_MS + DAY_MS);
    assert.equal((await store.settleScans(rows)).recovered, 0, "after the other code is erased");
  });

  it("keeps the visitors of a day that are still known, and no others", async () => {
    const store = await engine.emptied();
    const tags = tagger(store);
    const scan = fc.record({
      do: fc.constant("scan" as const),
      // Through the placement, or through a code's own link.
      link: fc.constantFrom("placement" as const, "placement" as const, 0, 1),
      visitor: fc.nat(2),
    });
    const other = fc.constantFrom({ do: "move" as const }, { do: "move" as const }, { do: "pack" as const });
    const steps = fc.array(fc.oneof({ arbitrary: scan, weight: 3 }, { arbitrary: other, weight: 2 }), {
      minLength: 4,
      maxLength: 24,
    });
    const rowsAStep = 3;
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const { codes, placement } = await filled(store, []);
        // Visitors are null if they are unknown. `isClosed`: they came from the other code, so nobody can be added.
        const model = [0, 1].map(() => ({
          total: 0,
          visitors: new Set<number>() as Set<number> | null,
          isClosed: false,
        }));
        let at: 0 | 1 = 0;
        const placed = { rows: 0, packed: 0 };
        for (const step of some) {
          if (step.do === "pack") {
            const nums = codes.map(({ num }) => num);
            await packAll(store, nums);
            placed.packed += placed.rows;
            placed.rows = 0;
          } else if (step.do === "scan") {
            const isPlaced = step.link === "placement";
            const n = isPlaced ? at : (step.link as 0 | 1);
            const seen = { code: codes[n], at: START, address: `10.0.0.${step.visitor}` };
            await settleLines(store, [
              await lineOf(tags, "UTC", { ...seen, placement: isPlaced ? placement.id : null }),
            ]);
            const code = model[n]!;
            code.total += 1;
            if (code.isClosed) code.visitors = null;
            code.visitors?.add(step.visitor);
            if (isPlaced) placed.rows += 1;
          } else {
            const [from, to] = [model[at]!, model[1 - at]!];
            const moved = await move(store, { codeId: codes[at].id }, placement, codes[(1 - at) as 0 | 1].id);
            await moveScans(partsOf(store, { rowsAStep }), moved.num);
            at = (1 - at) as 0 | 1;
            const count = placed.rows + placed.packed;
            if (count === 0) continue;
            const isAtOnce = placed.packed === 0 ? placed.rows <= rowsAStep : placed.rows === 0;
            const isExact = isAtOnce && from.total === count && to.total === 0 && from.visitors !== null;
            to.total += count;
            from.total -= count;
            Object.assign(to, isExact ? { visitors: from.visitors, isClosed: true } : { visitors: null });
            Object.assign(from, { visitors: from.total === 0 ? new Set() : null, isClosed: false });
          }
        }
        assert.deepEqual(await store.scans.check(), []);
        const found = [];
        for (const { num } of codes) found.push(await visitorsOf(store, [num], "UTC", START));
        const expected = model.map(({ visitors }) => visitors?.size ?? null);
        assert.deepEqual(found, expected);
      }),
      {
        numRuns: 20,
        examples: [
          // All scans of the day leave, and a visitor comes again.
          [
            [
              { do: "scan", link: "placement", visitor: 0 },
              { do: "pack" },
              { do: "move" },
              { do: "scan", link: 0, visitor: 0 },
            ],
          ],
          // A visitor comes again where the scans have moved to.
          [
            [
              { do: "scan", link: "placement", visitor: 0 },
              { do: "move" },
              { do: "scan", link: "placement", visitor: 0 },
            ],
          ],
          [[{ do: "scan", link: "placement", visitor: 0 }, { do: "scan", link: 0, visitor: 1 }, { do: "move" }]],
        ],
      },
    );
    tags.close();
  });

  for (const isDue of [true, false])
    it(`counts forgotten scans that stayed with a code when it comes back, ${isDue ? "due" : "not due"}`, async () => {
      const store = await engine.emptied();
      const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0 };
      const { codes, placement, of } = await filled(store, [
        { ...scan, day: TODAY - 300, placed: true },
        { ...scan, day: TODAY - 300, placed: false },
        { ...scan, day: TODAY - 1, placed: true },
      ]);
      await packAll(store, [codes[0].num]);
      await forgetBefore(store, TODAY - 100);
      // As after an import from a database that forgets, or a clock that was ahead.
      if (!isDue) await dbOf(store).deleteFrom("meta").where("name", "=", "forgotten_before_day").execute();
      const go = async (codeId: string, toId: string) => {
        const moved = await move(store, { codeId }, placement, toId);
        await store.placements.moveScans(moved.num);
        await assertWhole(store);
        return moved.scansStayed;
      };
      assert.equal(await go(of.codeId, codes[1].id), 1);
      assert.equal((await store.placements.find(codes[1].num, placement.id))?.scanCount, 1);
      assert.equal(await go(codes[1].id, of.codeId), 0);
      assert.equal((await store.placements.find(codes[0].num, placement.id))?.scanCount, 2);
      assert.deepEqual(await store.scans.check(), []);
    });

  it("is one change with a new name: both are made, or neither", async () => {
    const store = await engine.emptied();
    const { codes, placement, of } = await filled(store, []);
    const change = (to: string, name: string, codeId = of.codeId) =>
      store.placements.move({ ...of, codeId }, placement.id, to, CREATED, { name, isPaused: true });
    await assert.rejects(change(createId(), "Roof"), NO_TARGET);
    assert.deepEqual(fieldsOf(await store.placements.find(codes[0].num, placement.id)), ["Door", false]);
    const moved = await change(codes[1].id, "Roof");
    assert.ok(moved !== null && typeof moved === "object");
    assert.deepEqual(fieldsOf(moved), ["Roof", true]);
    await assert.rejects(change(codes[0].id, "Wall", codes[1].id), MOVING);
    assert.deepEqual(fieldsOf(await store.placements.find(codes[1].num, placement.id)), ["Roof", true]);
    assert.deepEqual(fieldsOf((await change(codes[1].id, "Wall", codes[1].id)) as never), ["Wall", true]);
    assert.equal((await store.codes.list(WORKSPACE, { q: "wall" }, CREATED, 10)).codes[0]?.id, codes[1].id);
  });

  it("leaves no version of a code with more scans than the code has", async () => {
    if (engine.name === "sqlite") return;
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true, day: TODAY };
    const { codes } = await filled(store, [scan, scan]);
    const client = new Client({ connectionString: place.databaseUrl! });
    await client.connect();
    await client.query("BEGIN");
    // As a step does that takes a scan away.
    await client.query("UPDATE code_counters SET scan_count = 1 WHERE code_num = $1", [codes[0].num]);
    const updated = store.codes.update(WORKSPACE, codes[0].id, TODAY * DAY_MS, () => ({
      content: "https://example.com/2",
    }));
    await lockWaits(store.auth.db, 1);
    await client.query("COMMIT");
    await updated;
    const [version] = await dbOf(store).selectFrom("code_versions").select("scans_until").execute();
    assert.equal(Number(version!.scans_until), 1);
    await client.end();
  });

  it("is done by two nodes at the same time", async () => {
    const place = await engine.migratedPlace();
    const nodes = [await engine.open(place)];
    // With SQLite there is one node.
    nodes.push(engine.name === "postgres" ? await engine.open(place) : nodes[0]!);
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0 };
    const all = Array.from({ length: 60 }, (_, i) => ({ ...scan, day: TODAY - (i % 6) * 15, placed: i % 2 > 0 }));
    const { codes, placement, of } = await filled(nodes[0]!, all);
    const moved = await move(nodes[0]!, of, placement, codes[1].id);
    const work = nodes.flatMap((node) => [moveScans(partsOf(node), moved.num), moveAllScans(partsOf(node))]);
    await Promise.all([...work, packAll(nodes[1]!, [codes[0].num], 7), packAll(nodes[0]!, [codes[1].num], 7)]);
    await assertWhole(nodes[0]!);
    assert.deepEqual(await nodes[0]!.scans.check(), []);
    const found = await nodes[1]!.placements.find(codes[1].num, placement.id);
    assert.deepEqual([found?.scanCount, found?.isMoving], [30, false]);
  });
});

const fieldsOf = (placement: { name: string | null; isPaused: boolean } | null) =>
  placement && [placement.name, placement.isPaused];

/** As retention does. */
async function forgetBefore(store: Store, day: number): Promise<void> {
  const db = dbOf(store);
  await db.insertInto("meta").values({ name: "forgotten_before_day", value: day }).execute();
  for (const block of await db.selectFrom("scan_blocks").selectAll().execute()) {
    const columns = forget(unpackBlock(block, block.month), day * DAY_MS);
    await db
      .transaction()
      .execute((trx) => replaceBlock(trx, { codeNum: block.code_num, month: block.month, n: block.n }, columns));
  }
}
