/** What still works while one block is damaged. */
import assert from "node:assert/strict";
import { after, before, it, type TestContext } from "node:test";
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../src/database/tables.ts";
import { forgottenScans, moveAllScans } from "../../../src/placements/move.queries.ts";
import { DAY_MS, quarterOf, utcDays } from "../../../src/shared/days.ts";
import { createIds, createToken } from "../../../src/shared/ids.ts";
import type { RunStep } from "../../../src/store/steps.ts";
import type { Store } from "../../../src/store/store.ts";
import { signedIn } from "../../dashboard/support.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { VALID_BODY } from "../../support/fixtures.ts";
import { journalRows, settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "../counted-model.ts";
import { quartersOf } from "../insight-rows.ts";
import { dbOf, packAll, stepsOf } from "../steps.ts";
import { freshCode, NOON, WORKSPACE } from "../support.ts";
import { START, lineOf as taggedLine, tagger, visitorsOf } from "../visitor-scans.ts";
import { lineOf } from "./visits.ts";

const createId = createIds(Date.now);
const CREATED = (TODAY - 500) * DAY_MS;
const SPAN = [quarterOf((TODAY - 100) * DAY_MS), quarterOf((TODAY + 1) * DAY_MS)] as const;
/** The last byte of the quarters of an hour: they end too late, or do not add up. */
const BITS = [0x80, 1];

/** A scan on each of some days. */
const linesOf = (code: string, daysAgo: readonly number[], placement: string | null = null, today = TODAY) =>
  daysAgo.map((ago) =>
    lineOf(code, { at: (today - ago) * DAY_MS + 1234, agent: AGENTS[0]!, place: PLACES[0]! }, placement),
  );

/** Of the last block of a code. */
async function flip(store: Store, codeNum: number, bit: number, part: "runs" | "facts" = "runs"): Promise<void> {
  const db = dbOf(store);
  const blocks = db.selectFrom("scan_blocks").selectAll().where("code_num", "=", codeNum);
  const { month, n, [part]: bytes } = await blocks.orderBy("month", "desc").executeTakeFirstOrThrow();
  const damaged = Uint8Array.from(bytes).with(-1, bytes.at(-1)! ^ bit);
  await db
    .updateTable("scan_blocks")
    .set({ [part]: damaged })
    .where("code_num", "=", codeNum)
    .where("month", "=", month)
    .where("n", "=", n)
    .execute();
}

/** Until the test ends, a part of all blocks is no longer bytes, as somebody may leave it who edits a database by hand. */
async function unbyte(test: TestContext, store: Store, part: "runs" | "facts" | "ids"): Promise<void> {
  const column = sql.ref(part);
  const isSqlite = store.engine === "sqlite";
  if (!isSqlite) await sql`ALTER TABLE scan_blocks ALTER ${column} DROP NOT NULL`.execute(dbOf(store));
  await sql`UPDATE scan_blocks SET ${column} = ${isSqlite ? sql`'a text'` : sql`NULL`}`.execute(dbOf(store));
  test.after(async () => {
    await dbOf(store).deleteFrom("scan_blocks").execute();
    if (!isSqlite) await sql`ALTER TABLE scan_blocks ALTER ${column} SET NOT NULL`.execute(dbOf(store));
  });
}

onEachEngine("With a damaged block", (engine) => {
  it("daily sums of many codes leave its code out, if asked to, and other reports say which block it is", async () => {
    const store = await engine.emptied();
    const [damaged, other] = [await freshCode(store, CREATED), await freshCode(store, CREATED)];
    const lines = (code: { id: string }) => linesOf(code.id, [0, 10, 40]);
    for (const bit of BITS) {
      await settleLines(store, [...lines(damaged), ...lines(other)]);
      await packAll(store, [damaged.num, other.num]);
      await settleLines(store, lines(damaged).slice(0, 1));
      await flip(store, damaged.num, bit);
      const nums = [damaged.num, other.num];
      const days = await store.scans.daily(nums, utcDays(TODAY - 100, TODAY), true);
      assert.deepEqual(new Set(days.map(({ codeNum }) => codeNum)), new Set([other.num]));
      assert.equal(days.length, 3);
      const block = new RegExp(`Code number ${damaged.num}, block \\d of 2026-05: it cannot be read`);
      await assert.rejects(store.scans.daily(nums, utcDays(TODAY - 100, TODAY)), block);
      await flip(store, damaged.num, bit);
    }
    await flip(store, damaged.num, BITS[0]!);
    const span = { from: CREATED, to: (TODAY + 1) * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const codes = { workspaceId: WORKSPACE };
    await assert.rejects(
      store.insights.read({ codes, filter: {}, span, previous: null, visitors: false }),
      new RegExp(`Code number ${damaged.num}, block \\d of 2026-05: it cannot be read`),
    );
    assert.equal((await quartersOf(store, other.num, ...SPAN)).length, 3);
  });

  it("its code's other scans are listed and found, on every page", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, CREATED);
    await settleLines(store, linesOf(code.id, [3, 10, 40, 70]));
    await packAll(store, [code.num]);
    await settleLines(store, linesOf(code.id, [0]));
    const all = await store.scans.page(code.num, 10);
    assert.equal(all.length, 5);
    const damages: (() => Promise<void>)[] = [
      ...BITS.map((bit) => () => flip(store, code.num, bit)),
      async () =>
        void (await dbOf(store)
          .updateTable("scan_blocks")
          .set({ facts: Buffer.of(1, 2, 3) })
          .where("month", "=", 2026 * 12 + 4)
          .execute()),
    ];
    // Two of May, and one each of April and March.
    const left = [all[0]!, ...all.slice(3)];
    assert.equal((await store.scans.pageFrom(code.num, 10)).isDamaged, false);
    const choice = {
      span: { from: CREATED, to: (TODAY + 1) * DAY_MS, offsets: [{ from: 0, quarters: 0 }] },
      filter: {},
    };
    for (const damage of damages) {
      await damage();
      assert.deepEqual(await store.scans.page(code.num, 10), left);
      const page = await store.scans.pageFrom(code.num, 10, undefined, choice);
      assert.deepEqual([page.rows, page.isDamaged], [left, true]);
      assert.deepEqual(await store.scans.page(code.num, 10, left[1]!.id), left.slice(2));
      for (const { id } of left) assert.equal(await store.scans.mayHave(code.num, id), true);
      assert.equal(await store.scans.mayHave(code.num, all[1]!.id), false);
    }
  });

  it("placements are moved from its code, to it and between others, and its last scan is still known", async () => {
    const store = await engine.emptied();
    const [damaged, one, other] = await Promise.all([
      freshCode(store, CREATED),
      freshCode(store, CREATED),
      freshCode(store, CREATED),
    ]);
    const nums = [damaged!, one!, other!].map(({ num }) => num);
    const placements: { from: typeof damaged; to: typeof damaged; id: string }[] = [];
    for (const [from, to] of [
      [damaged, other],
      [one, damaged],
      [one, other],
    ]) {
      const id = createId();
      const of = { workspaceId: WORKSPACE, codeId: from!.id };
      const placement = { id, name: id, token: createToken(), isSlug: false, createdAt: CREATED };
      assert.equal(await store.placements.create(of, [placement]), null);
      placements.push({ from: from!, to: to!, id });
      await settleLines(store, linesOf(from!.id, [60, 61], id));
    }
    await settleLines(store, linesOf(damaged!.id, [3]));
    for (const bit of BITS) {
      await packAll(store, nums);
      await flip(store, damaged!.num, bit);
      for (const { from, to, id } of placements) {
        const of = { workspaceId: WORKSPACE, codeId: from!.id };
        const moved = await store.placements.move(of, id, to!.id, CREATED);
        assert.ok(moved !== null && typeof moved === "object");
      }
      await moveAllScans({ db: dbOf(store), step: stepsOf(store) });
      for (const placement of placements) {
        const { to, id } = placement;
        const found = await store.placements.find(to!.num, id);
        assert.deepEqual([found?.scanCount, found?.isMoving], [2, false]);
        [placement.from, placement.to] = [placement.to, placement.from];
      }
      const [last] = await store.scans.last([damaged!.num]);
      assert.equal(last?.at, (TODAY - 3) * DAY_MS + 1234);
      await flip(store, damaged!.num, bit);
      assert.deepEqual(await store.scans.check(), []);
    }
  });

  it("a placement moves among visitors of its days, who are unknown then, and the block is named", async () => {
    for (const damagedOne of [0, 1]) {
      const store = await engine.emptied();
      const tags = tagger(store);
      const codes = [await freshCode(store), await freshCode(store)] as const;
      await store.maintain(NOON);
      const placement = { id: createId(), name: "Door", token: createToken(), isSlug: false, createdAt: NOON };
      const of = { workspaceId: WORKSPACE, codeId: codes[0].id };
      assert.equal(await store.placements.create(of, [placement]), null);
      const scan = async (n: 0 | 1, visitor: number, through: string | null = null) => {
        const seen = { code: codes[n], at: START, address: `10.0.0.${visitor}`, placement: through };
        await settleLines(store, [await taggedLine(tags, "UTC", seen)]);
      };
      const damagedNum = codes[damagedOne]!.num;
      await scan(damagedOne as 0 | 1, 1);
      await packAll(store, [damagedNum]);
      await flip(store, damagedNum, BITS[1]!);
      await scan(0, 2, placement.id);
      await scan(0, 3, placement.id);
      const moved = await store.placements.move(of, placement.id, codes[1].id, NOON);
      assert.ok(moved !== null && typeof moved === "object");
      const block = new RegExp(`Code number ${damagedNum}, block 0 of 2026-01: it cannot be read`);
      await assert.rejects(store.placements.moveScans(moved.num), block);
      const found = await store.placements.find(codes[1].num, placement.id);
      assert.deepEqual([found?.scanCount, found?.isMoving], [2, false]);
      await store.placements.moveScans(moved.num);
      await scan(0, 2);
      await scan(1, 3);
      await flip(store, damagedNum, BITS[1]!);
      const visitors = [];
      for (const { num } of codes) visitors.push(await visitorsOf(store, [num], "UTC", START));
      // All scans of the first code that can be read have left, as did its tags: the next visitor is its first.
      assert.deepEqual(visitors, damagedOne === 0 ? [null, null] : [1, null]);
      assert.deepEqual(await store.scans.check(), []);
      tags.close();
    }
  });

  it("a move leaves scans of a block with the old code, which it names, also beside forgotten ones", async () => {
    const store = await engine.emptied();
    const [from, to] = [await freshCode(store, CREATED), await freshCode(store, CREATED)];
    const id = createId();
    const of = { workspaceId: WORKSPACE, codeId: from.id };
    await store.placements.create(of, [{ id, name: "Door", token: createToken(), isSlug: false, createdAt: CREATED }]);
    await settleLines(store, linesOf(from.id, [100, 101, 60], id));
    await settleLines(store, linesOf(to.id, [100]));
    await packAll(store, [from.num, to.num]);
    // The damaged block begins before the end of the forgotten days.
    await store.maintain(TODAY * DAY_MS, TODAY - 61);
    for (const part of ["runs", "facts"] as const) {
      for (const [old, next] of [
        [from, to],
        [to, from],
      ] as const) {
        await flip(store, from.num, BITS[1]!, part);
        const moved = await store.placements.move({ ...of, codeId: old.id }, id, next.id, CREATED);
        assert.ok(moved !== null && typeof moved === "object");
        const moving = store.placements.moveScans(moved.num);
        if (old === from) {
          await assert.rejects(moving, new RegExp(`Code number ${from.num}, block 0 of 2026-03: it cannot be read`));
        } else await moving;
        await flip(store, from.num, BITS[1]!, part);
        const found = await store.placements.find(next.num, id);
        assert.deepEqual([moved.scansStayed, found?.isMoving], [old === from ? 2 : 0, false]);
      }
    }
  });

  for (const part of ["runs", "facts", "ids"] as const) {
    it(`whose ${part} are no bytes, everything else goes on`, async (test) => {
      const store = await engine.emptied();
      const [from, to] = [await freshCode(store, CREATED), await freshCode(store, CREATED)];
      const id = createId();
      const of = { workspaceId: WORKSPACE, codeId: from.id };
      await store.placements.create(of, [
        { id, name: "Door", token: createToken(), isSlug: false, createdAt: CREATED },
      ]);
      const lines = linesOf(from.id, [100, 60], id);
      await settleLines(store, lines);
      await packAll(store, [from.num]);
      await unbyte(test, store, part);
      const said = "it cannot be read: A part of it is not bytes.";
      const blocks = ["2026-02", "2026-03"].map((month) => `ode number ${from.num}, block 0 of ${month}: ${said}`);
      await settleLines(store, linesOf(from.id, [61, 0]));
      await packAll(store, [from.num]);
      await store.maintain(TODAY * DAY_MS, TODAY - 61);
      const { rows, isDamaged } = await store.scans.pageFrom(from.num, 10);
      assert.deepEqual([rows.length, isDamaged], [2, true]);
      for (const scan of rows) assert.equal(await store.scans.mayHave(from.num, scan.id), true);
      assert.deepEqual(await store.scans.daily([from.num], utcDays(TODAY - 1, TODAY), true), [
        { codeNum: from.num, day: TODAY, count: 1 },
      ]);
      const span = { from: CREATED, to: (TODAY + 1) * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
      const request = { codes: { workspaceId: WORKSPACE }, filter: {}, span, previous: null, visitors: false };
      if (part !== "ids") await assert.rejects(store.insights.read(request), new RegExp(said));
      const moved = await store.placements.move(of, id, to.id, CREATED);
      assert.ok(moved !== null && typeof moved === "object");
      await assert.rejects(store.placements.moveScans(moved.num), new RegExp(`${blocks[0]}.*${blocks[1]}`));
      const problems = await store.scans.check();
      for (const block of blocks) assert.ok(problems.includes(`c${block}`), block);
    });
  }

  it("a journal that is read again is settled, whichever part of a block is no bytes", async (test) => {
    for (const part of ["runs", "facts", "ids"] as const) {
      const store = await engine.emptied();
      const code = await freshCode(store, CREATED);
      const rows = journalRows(linesOf(code.id, [60, 61]));
      await store.settleScans(rows);
      await packAll(store, [code.num]);
      await unbyte(test, store, part);
      const { recovered, doubtful, aside } = await store.settleScans(rows);
      assert.deepEqual([recovered, doubtful, aside], [0, 2, []]);
    }
  });

  it("forgotten scans are counted for a move, although a block is gone when it is read", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, CREATED);
    const id = createId();
    const of = { workspaceId: WORKSPACE, codeId: code.id };
    await store.placements.create(of, [{ id, name: "Door", token: createToken(), isSlug: false, createdAt: CREATED }]);
    await settleLines(store, linesOf(code.id, [100, 60], id));
    await packAll(store, [code.num]);
    await store.maintain(TODAY * DAY_MS, TODAY - 50);
    const { num } = (await store.placements.find(code.num, id))!;
    const month = 2026 * 12 + 1;
    // Once the blocks have been seen.
    const db = dbOf(store).withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => "runs" in row))
          await dbOf(store).deleteFrom("scan_blocks").where("month", "=", month).execute();
        return result;
      },
    });
    assert.equal(await forgottenScans(db as Transaction<Tables>, engine.name, code.num, num), 1);
  });

  it("a move that fails does not keep others from theirs, and its error is told", async () => {
    const store = await engine.emptied();
    const [from, to] = [await freshCode(store, CREATED), await freshCode(store, CREATED)];
    const nums: number[] = [];
    const of = { workspaceId: WORKSPACE, codeId: from.id };
    for (const name of ["Door", "Desk", "Hall"]) {
      const id = createId();
      await store.placements.create(of, [{ id, name, token: createToken(), isSlug: false, createdAt: CREATED }]);
      await settleLines(store, linesOf(from.id, [1, 2], id));
      const moved = await store.placements.move(of, id, to.id, CREATED);
      assert.ok(moved !== null && typeof moved === "object");
      nums.push(moved.num);
    }
    const failing = (async (name, ...args) => {
      if (args[0] === nums[1]) throw new Error("it fails");
      return stepsOf(store)(name, ...args);
    }) as RunStep;
    await assert.rejects(moveAllScans({ db: dbOf(store), step: failing }), /it fails/);
    const left = await dbOf(store)
      .selectFrom("placements")
      .select("num")
      .where("moving_from", "is not", null)
      .execute();
    assert.deepEqual(
      left.map(({ num }) => Number(num)),
      [nums[1]],
    );
  });
});

onEachEngine("The list of codes", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
  });
  after(() => app.close());

  it("shows an empty chart of a code with a damaged block, and those of others", async () => {
    const ada = await signedIn(app, "ada@example.com");
    const nums: number[] = [];
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { id } = (await ada.request("POST", "/qrcodes", VALID_BODY)).json;
      const { num } = await dbOf(app.store)
        .selectFrom("codes")
        .select("num")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await dbOf(app.store).updateTable("codes").set({ created_at: CREATED }).where("id", "=", id).execute();
      await settleLines(app.store, linesOf(id, [2], null, Math.floor(Date.now() / DAY_MS)));
      ids.push(id);
      nums.push(Number(num));
    }
    await packAll(app.store, nums);
    await flip(app.store, nums[0]!, BITS[0]!);
    const { status, json } = await ada.request("GET", "/codes");
    assert.equal(status, 200);
    const sums = new Map<string, number>(
      json.codes.map((code: { id: string; sparkline: number[] }) => [code.id, code.sparkline.reduce((a, b) => a + b)]),
    );
    assert.deepEqual([sums.get(ids[0]!), sums.get(ids[1]!)], [0, 1]);
  });
});
