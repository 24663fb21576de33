/** A placement with very many scans is moved in short steps, while both codes are scanned. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { scanLine } from "../../src/scans/lines.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "./counted-model.ts";
import { stepsOf } from "./steps.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const PLACED = 40_000;
const OTHERS = 20_000;
const BATCH = 5_000;
const DAYS = 90;
const CREATED = (TODAY - DAYS - 1) * DAY_MS;

const percentile = (sorted: readonly number[], part: number): string =>
  `${sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(0)} ms`;

onEachEngine("Moving a placement with 40,000 scans", (engine) => {
  it("moves all, step by step, while both codes are scanned", async (test) => {
    const store = await engine.fresh();
    const codes = [await freshCode(store, CREATED), await freshCode(store, CREATED)] as const;
    const placement = {
      id: createIds(Date.now)(),
      name: "Door",
      token: createToken(),
      isSlug: false,
      createdAt: CREATED,
    };
    const of = { workspaceId: WORKSPACE, codeId: codes[0].id };
    assert.equal(await store.placements.create(of, [placement]), null);
    const texts = AGENTS.flatMap((agent) =>
      PLACES.map((place) => [JSON.stringify(agent), JSON.stringify(place)] as const),
    );
    const lineAt = (i: number, at: number, code: string, through: string | null) =>
      scanLine(createIds(() => at)(), code, at, ...texts[i % texts.length]!, null, through);
    const all = PLACED + OTHERS;
    for (let i = 0; i < all; i += BATCH) {
      const lines = Array.from({ length: BATCH }, (_, n) => {
        const at = CREATED + DAY_MS + Math.floor(((i + n) / all) * DAYS * DAY_MS);
        return lineAt(i + n, at, codes[0].id, (i + n) % 3 === 0 ? null : placement.id);
      });
      await settleLines(store, [lines.join("")]);
    }
    // Half of them is packed.
    const half = (TODAY - DAYS / 2) * DAY_MS;
    while ((await stepsOf(store)("pack", [codes[0].num], half, 20_000)) > 0);
    const moved = await store.placements.move(of, placement.id, codes[1].id, CREATED);
    assert.ok(moved !== null && typeof moved === "object");

    const steps: number[] = [];
    let before = performance.now();
    const signal = {
      get aborted() {
        const now = performance.now();
        steps.push(now - before);
        before = now;
        return false;
      },
    } as AbortSignal;
    let isMoving = true;
    const moving = store.placements.moveScans(moved.num, signal).finally(() => {
      isMoving = false;
    });
    const settles: number[] = [];
    while (isMoving) {
      const start = performance.now();
      const i = settles.length;
      const at = TODAY * DAY_MS + i;
      const lines = [lineAt(i, at, codes[0].id, null), lineAt(i, at, codes[1].id, placement.id)];
      await settleLines(store, [lines.join("")]);
      settles.push(performance.now() - start);
    }
    await moving;
    steps.shift();
    for (const [name, times] of Object.entries({ "a step": steps, "settling meanwhile": settles })) {
      const sorted = times.toSorted((a, b) => a - b);
      test.diagnostic(
        `${engine.name}, ${name}: ${times.length} times, median ${percentile(sorted, 0.5)}, 99 % ${percentile(sorted, 0.99)}, longest ${percentile(sorted, 1)}`,
      );
    }
    assert.ok(steps.length > PLACED / 2_000 / 2);
    const counts = await Promise.all(codes.map(({ id }) => store.codes.find(WORKSPACE, id)));
    const expected = [OTHERS + settles.length, PLACED + settles.length];
    assert.deepEqual(
      counts.map((code) => code!.scanCount),
      expected,
    );
    const found = await store.placements.find(codes[1].num, placement.id);
    assert.deepEqual([found?.scanCount, found?.isMoving], [expected[1], false]);
    const span = { from: CREATED, to: (TODAY + 1) * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const request = { filter: {}, span, previous: null, visitors: false };
    const [left, now] = await Promise.all(
      codes.map(({ num }) => store.insights.read({ ...request, codes: { num, workspaceId: WORKSPACE } })),
    );
    assert.deepEqual(left!.placements, []);
    assert.deepEqual(
      now!.placements.map(({ id, count }) => [id, count]),
      [[placement.id, expected[1]]],
    );
    assert.deepEqual(await store.scans.check(), []);
  });
});
