/** A placement that is moved to another code takes its scans along, and every count of both codes stays exact. */
import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Transaction } from "kysely";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import { BIN_MS } from "../../src/store/code-store.ts";
import { moveAllScans, moveScans } from "../../src/store/queries/placement-move.ts";
import { leaveSums, sumWorkspaces } from "../../src/store/queries/workspace-sums.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { uuidBytes, uuidText } from "../../src/store/sqlite/settle.ts";
import type { Store } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { addWorkspace, freshCode, maintainPatiently, pictureOf, scansOf, WORKSPACE } from "./support.ts";
import { lineOf, START, tagger, visitorsOf } from "./visitor-scans.ts";

const createId = createIds(Date.now);
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

const idsOf = ({ engine }: Store) =>
  engine === "sqlite" ? { toColumn: uuidBytes, fromColumn: uuidText } : { toColumn: String, fromColumn: String };

onEachEngine("Moving a placement", (engine) => {
  const partsOf = (store: Store, scansAStep: number) => ({
    db: store.auth.db,
    engine: store.engine,
    ids: idsOf(store),
    scansAStep,
    readAStep: scansAStep * 2,
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
    // In two batches, so that days grow from pairs to dimensions.
    const half = lines.length >> 1;
    await settleLines(store, [lines.slice(0, half).join("")]);
    await settleLines(store, [lines.slice(half).join("")]);
    return { codes, placement, of };
  }

  it("goes on at the next start after a crash, however recent the last maintenance is", async () => {
    const store = await engine.fresh();
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

  it("counts as if the scans had been made of the other code, in steps of any size", async () => {
    const store = await engine.fresh();
    await addWorkspace(store);
    await fc.assert(
      fc.asyncProperty(scans, fc.integer({ min: 1, max: 30 }), fc.nat(2), async (all, step, summed) => {
        const { codes, placement, of } = await filled(store, all);
        if (summed > 0) await sumWorkspaces(store.auth.db, store.engine, TODAY * DAY_MS, 0);
        const alone = codes[(step % 2) as 0 | 1]!.num;
        if (summed > 1)
          await store.auth.db
            .transaction()
            .execute((trx: Transaction<Tables>) => leaveSums(trx, store.engine, [alone]));
        const moved = await store.placements.move(of, placement.id, codes[1]!.id, CREATED);
        assert.ok(moved !== null && typeof moved === "object");
        assert.deepEqual(await store.scans.check(), [], "before the scans are moved");
        // A stop after each of the first steps leaves everything right.
        const stop = { aborted: false };
        const parts = partsOf(store, step);
        let steps = 0;
        const signal = {
          get aborted() {
            return ++steps > 2 || stop.aborted;
          },
        } as AbortSignal;
        await moveScans(parts, moved.num, signal);
        assert.deepEqual(await store.scans.check(), [], "after two steps");
        await moveAllScans(parts);
        assert.deepEqual(await store.scans.check(), [], "at the end");
        const isMoved = ({ code, placed }: (typeof all)[number]) => code === 0 && placed;
        const seen = [
          all.filter((scan) => scan.code === 0 && !isMoved(scan)),
          all.filter((scan) => scan.code === 1 || isMoved(scan)),
        ];
        for (const [i, code] of codes.entries()) {
          for (const days of [1, 30, 365]) await assertReads(store, code, seen[i]!, { today: TODAY, days });
        }
        const found = await store.placements.find(codes[1]!.num, placement.id);
        assert.deepEqual([found?.scanCount, found?.isMoving], [all.filter(isMoved).length, false]);
        assert.equal(await store.placements.find(codes[0]!.num, placement.id), null);
      }),
      { numRuns: 6 },
    );
  });

  it("loses and doubles no scan that is settled meanwhile", async () => {
    const store = await engine.fresh();
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
      await moveScans(partsOf(store, 30), moved.num);
    });
    const reports = await Promise.all(settling);
    await moving;
    assert.ok(reports.every(({ aside, dropped }) => aside.length + dropped === 0));
    assert.deepEqual(await store.scans.check(), []);
    const [one, two] = await Promise.all(codes.map(({ id }) => store.codes.find(WORKSPACE, id)));
    assert.equal(one!.scanCount + two!.scanCount, 12 * 20);
    const found = await store.placements.find(codes[1]!.num, placement.id);
    assert.deepEqual([found?.scanCount, found?.isMoving], [two!.scanCount, false]);
  });

  it("keeps the counts of versions in order", async () => {
    const store = await engine.fresh();
    await addWorkspace(store);
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0 };
    const all = [-3, -2, -1].flatMap((back) => [
      { ...scan, day: TODAY + back, placed: true },
      { ...scan, day: TODAY + back, placed: false },
    ]);
    const { codes, placement, of } = await filled(store, all);
    const update = (id: string, content: string) =>
      store.codes.update(WORKSPACE, id, (TODAY - 1) * DAY_MS, () => ({ content }));
    for (const { id } of codes) await update(id, "https://example.com/2");
    const moved = await store.placements.move(of, placement.id, codes[1]!.id, CREATED);
    assert.ok(moved !== null && typeof moved === "object");
    await store.placements.moveScans(moved.num);
    assert.deepEqual(await store.scans.check(), []);
    const versions = await store.auth.db
      .selectFrom("code_versions")
      .select("scans_until")
      .orderBy("code_num")
      .execute();
    assert.deepEqual(
      versions.map((row: { scans_until: number }) => Number(row.scans_until)),
      [3, 2],
    );
  });

  it("is refused to another workspace's code, and while an earlier move is not finished", async () => {
    const store = await engine.fresh();
    await addWorkspace(store);
    const { codes, placement, of } = await filled(store, []);
    assert.equal(await store.placements.move(of, placement.id, createId(), CREATED), "no-target");
    const moved = await store.placements.move(of, placement.id, codes[1]!.id, CREATED);
    assert.ok(moved !== null && typeof moved === "object" && moved.isMoving);
    const back = { workspaceId: WORKSPACE, codeId: codes[1]!.id };
    assert.equal(await store.placements.move(back, placement.id, codes[0]!.id, CREATED), "moving");
    await store.maintain(dayOf(CREATED) * DAY_MS);
    const again = await store.placements.move(back, placement.id, codes[0]!.id, CREATED);
    assert.ok(again !== null && typeof again === "object");
  });

  it("counts no line again that is settled again after the move", async () => {
    const store = await engine.fresh();
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
    const store = await engine.fresh();
    const tags = tagger(store);
    const scan = fc.record({
      do: fc.constant("scan" as const),
      // Through the placement, or through a code's own link.
      link: fc.constantFrom("placement" as const, "placement" as const, 0, 1),
      visitor: fc.nat(2),
    });
    const steps = fc.array(
      fc.oneof(
        { arbitrary: scan, weight: 3 },
        {
          arbitrary: fc.constantFrom({ do: "move" as const }, { do: "move" as const }, { do: "sum" as const }),
          weight: 2,
        },
      ),
      { minLength: 4, maxLength: 24 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const { codes, placement } = await filled(store, []);
        // Null: unknown.
        const model = [0, 1].map(() => ({ total: 0, visitors: new Set<number>() as Set<number> | null }));
        let at: 0 | 1 = 0;
        let placed = 0;
        for (const step of some) {
          if (step.do === "sum") await sumWorkspaces(store.auth.db, store.engine, START, 0);
          else if (step.do === "scan") {
            const isPlaced = step.link === "placement";
            const n = isPlaced ? at : (step.link as 0 | 1);
            const seen = { code: codes[n]!, at: START, address: `10.0.0.${step.visitor}` };
            await settleLines(store, [
              await lineOf(tags, "UTC", { ...seen, placement: isPlaced ? placement.id : null }),
            ]);
            model[n]!.total += 1;
            model[n]!.visitors?.add(step.visitor);
            if (isPlaced) placed += 1;
          } else {
            const to = (1 - at) as 0 | 1;
            const of = { workspaceId: WORKSPACE, codeId: codes[at]!.id };
            const moved = await store.placements.move(of, placement.id, codes[to]!.id, START);
            assert.ok(moved !== null && typeof moved === "object");
            await moveScans(partsOf(store, 3), moved.num);
            model[at]!.total -= placed;
            model[to]!.total += placed;
            if (placed > 0) {
              model[at]!.visitors = model[at]!.total === 0 ? new Set() : null;
              model[to]!.visitors = null;
            }
            at = to;
          }
        }
        assert.deepEqual(await store.scans.check(), []);
        const found = [];
        for (const { num } of codes) found.push(await visitorsOf(store, [num], "UTC", START));
        const expected = model.map(({ visitors }) => visitors?.size ?? null);
        assert.deepEqual(found, expected);
      }),
      {
        numRuns: 5,
        examples: [
          // All scans of the day leave, and a visitor comes again.
          [
            [
              { do: "scan", link: "placement", visitor: 0 },
              { do: "sum" },
              { do: "move" },
              { do: "scan", link: 0, visitor: 0 },
            ],
          ],
          [[{ do: "scan", link: "placement", visitor: 0 }, { do: "scan", link: 0, visitor: 1 }, { do: "move" }]],
        ],
      },
    );
    tags.close();
  });

  it("counts the days that stayed with a code when it comes back", async () => {
    const store = await engine.fresh();
    const scan = { agent: AGENTS[0]!, place: PLACES[0]!, code: 0, placed: true };
    const { codes, placement, of } = await filled(store, [
      { ...scan, day: TODAY - 300 },
      { ...scan, day: TODAY - 1 },
    ]);
    const move = async (codeId: string, toId: string) => {
      const moved = await store.placements.move({ ...of, codeId }, placement.id, toId, CREATED);
      assert.ok(moved !== null && typeof moved === "object");
      await store.placements.moveScans(moved.num);
      return moved.scansStayed;
    };
    // Raw scans of the first day are removed.
    await store.maintain(TODAY * DAY_MS, TODAY - 100);
    assert.equal(await move(codes[0]!.id, codes[1]!.id), 1);
    assert.equal((await store.placements.find(codes[1]!.num, placement.id))?.scanCount, 1);
    assert.equal(await move(codes[1]!.id, codes[0]!.id), 0);
    assert.equal((await store.placements.find(codes[0]!.num, placement.id))?.scanCount, 2);
    assert.deepEqual(await store.scans.check(), []);
  });
});
