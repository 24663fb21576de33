import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type BinSort, CODE_SORTS, type CodeFilter } from "../../src/codes/code.ts";
import { createKnownCodes } from "../../src/codes/known-codes.ts";
import { createCodeLists } from "../../src/codes/lists.queries.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

onEachEngine("The bin", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });
  const browse = (filter: CodeFilter, now = NOON, sort: BinSort = "newest") =>
    store.codes.browse(WORKSPACE, filter, now, { sort, offset: 0, limit: 100 });
  const idsOf = async (filter: CodeFilter, now = NOON) => (await browse(filter, now)).codes.map(({ id }) => id);

  it("restores a code as it was, with its scans and its position", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await freshCode(store)).id);
    const [, middle] = ids as [string, string, string];
    await settleLines(store, scansOf(middle, 7));
    const whole = await store.codes.find(WORKSPACE, middle);
    assert.equal(whole?.scanCount, 7);
    assert.ok(await store.codes.remove(WORKSPACE, middle, NOON));
    assert.equal(await store.codes.find(WORKSPACE, middle), null);
    assert.deepEqual(await idsOf({ state: "deleted" }), [middle]);
    assert.ok(!(await idsOf({})).includes(middle));
    // Scans from before the deletion count, whenever they are settled.
    await settleLines(store, scansOf(middle, 2, NOON + 1000));

    const back = await store.codes.restore(WORKSPACE, middle, NOON + 1);
    const { scanCount, expiresAt, expiresBefore } = back!;
    assert.equal(scanCount, 9);
    assert.deepEqual(back, { ...whole, scanCount, expiresAt, expiresBefore });
    assert.deepEqual(await store.codes.find(WORKSPACE, middle), back);
    assert.deepEqual(await idsOf({}), ids);
    assert.deepEqual(await idsOf({ q: "menu" }), ids, "found by its words again");
    assert.deepEqual((await browse({}, NOON, "scans")).codes[0]?.id, middle);
    assert.deepEqual(await idsOf({ state: "deleted" }), []);
    assert.deepEqual(await store.scans.check(), []);
    const page = await store.codes.list(WORKSPACE, {}, NOON, 1, whole!.num + 1);
    assert.equal(page.codes[0]?.id, middle);
  });

  it("restores neither another owner's code nor one past its time", async () => {
    const { id } = await freshCode(store);
    const restore = (owner: string, now: number) => store.codes.restore(owner, id, now);
    await addWorkspace(store, "other");
    assert.equal(await restore("other", NOON), null, "does not list it while it is not deleted");
    await store.codes.remove(WORKSPACE, id, NOON);
    assert.equal(await restore("other", NOON), null);
    assert.equal(await restore("nobody", NOON), null);
    const over = NOON + 30 * DAY_MS;
    assert.deepEqual(await idsOf({ state: "deleted" }, over - 1), [id]);
    assert.deepEqual(await idsOf({ state: "deleted" }, over), []);
    assert.equal(await restore(WORKSPACE, over), null);
    await store.maintain(over);
    assert.equal(await restore(WORKSPACE, over - 1), null, "its content is erased");
    assert.deepEqual(await store.scans.check(), []);
  });

  it("restores the same code for ten concurrent requests, and for a repeated one", async () => {
    const { id } = await freshCode(store);
    await store.codes.remove(WORKSPACE, id, NOON);
    const ten = Array.from({ length: 10 }, () => store.codes.restore(WORKSPACE, id, NOON));
    const given = [...(await Promise.all(ten)), await store.codes.restore(WORKSPACE, id, NOON + 1)];
    const code = await store.codes.find(WORKSPACE, id);
    assert.ok(code);
    assert.deepEqual(given, new Array(11).fill(code));
  });

  it("contains nothing of a suspended owner", async () => {
    const code = newCode("leaving", NOON);
    await addWorkspace(store, "leaving");
    await store.codes.create(code);
    await store.codes.remove("leaving", code.id, NOON);
    await store.accounts.change("leaving", { suspended: true });
    assert.equal(await store.codes.restore("leaving", code.id, NOON), null);
  });

  describe("as a list", () => {
    const BINNED = "binned";
    before(async () => {
      await addWorkspace(store, BINNED);
      for (let i = 0; i < 12; i++) {
        const code = newCode(BINNED, NOON, {
          name: `Lantern ${i % 5}`,
          type: i % 3 ? "url" : "text",
          category: i % 4 ? null : "Tables",
          expiresAt: NOON + ((i * 5) % 12) * DAY_MS,
        });
        await store.codes.create(code);
        // Neither in the order of creation, nor at different times.
        if (i !== 6) await store.codes.remove(BINNED, code.id, NOON + ((i * 7) % 5));
      }
    });

    it("is filtered, searched and sorted like any other", async () => {
      const all = (
        await store.codes.browse(BINNED, { state: "deleted" }, NOON, { sort: "newest", offset: 0, limit: 100 })
      ).codes;
      assert.equal(all.length, 11);
      const keys = {
        newest: () => 0,
        name: (a: (typeof all)[0], b: (typeof all)[0]) => (a.name < b.name ? -1 : +(a.name > b.name)),
        scans: () => 0,
        last: () => 0,
        expires: (a: (typeof all)[0], b: (typeof all)[0]) => a.expiresAt - b.expiresAt,
        deleted: (a: (typeof all)[0], b: (typeof all)[0]) => b.deletedAt! - a.deletedAt!,
      };
      for (const filter of [{}, { type: "text" }, { category: "Tables" }, { q: "TERN 3" }] as const) {
        const right = all.filter(
          (code) =>
            (!("type" in filter) || code.type === filter.type) &&
            (!("category" in filter) || code.category === filter.category) &&
            (!("q" in filter) || code.name.includes("tern 3")),
        );
        assert.ok(right.length > 0);
        for (const sort of [...CODE_SORTS, "deleted"] as const) {
          const page = { sort, offset: 1, limit: 3 };
          const found = await store.codes.browse(BINNED, { ...filter, state: "deleted" }, NOON, page);
          const sorted = right.toSorted((a, b) => keys[sort](a, b) || b.num - a.num);
          assert.deepEqual(found.codes, sorted.slice(1, 4), JSON.stringify({ filter, sort }));
          assert.deepEqual([found.total, found.more, found.stopped], [right.length, false, false]);
        }
      }
    });

    it("shows the latest deletions if there is more than is searched", async () => {
      const lists = createCodeLists(store.auth.db, engine.name, {
        counted: 5,
        newest: 5,
        searched: 5,
        tagged: 5,
        walked: 5,
      });
      const wanted = { workspaceId: BINNED, filter: { state: "deleted" }, now: NOON } as const;
      const page = { sort: "deleted", offset: 0, limit: 10 } as const;
      const found = await lists.find({ ...wanted, ...page });
      const all = await store.codes.browse(BINNED, wanted.filter, NOON, { ...page, limit: 100 });
      const nums = all.codes.map(({ num }) => num);
      assert.deepEqual(found.nums, nums.slice(0, 5));
      assert.deepEqual([found.total, found.more, found.stoppedAt], [5, true, nums[4]]);
    });

    it("is newest first in any other list, without deletions", async () => {
      const page = { offset: 0, limit: 10 };
      const deleted = await store.codes.browse(WORKSPACE, {}, NOON, { sort: "deleted", ...page });
      const newest = await store.codes.browse(WORKSPACE, {}, NOON, { sort: "newest", ...page });
      assert.ok(newest.codes.length > 1);
      assert.deepEqual(deleted, newest);
    });

    it("continues where it stopped, to the end and no further", async () => {
      const walked: string[] = [];
      let before: number | undefined;
      for (let pages = 1; ; pages++) {
        const { codes, next } = await store.codes.list(...([BINNED, { state: "deleted" }, NOON, 4, before] as const));
        walked.push(...codes.map(({ id }) => id));
        if (next === null) {
          assert.equal(pages, 3);
          break;
        }
        before = (await store.codes.numOf(BINNED, next))!;
      }
      assert.equal(new Set(walked).size, 11);
      // If only a few are searched, the last of them is where to continue.
      const lists = createCodeLists(store.auth.db, engine.name, {
        counted: 5,
        newest: 5,
        searched: 5,
        tagged: 5,
        walked: 5,
      });
      const wanted = { workspaceId: BINNED, filter: { state: "deleted" }, now: NOON } as const;
      const page = { sort: "newest", offset: 0, limit: 10 } as const;
      const seen: number[] = [];
      let last: number | null | undefined;
      while (last !== null) {
        const found = await lists.find({ ...wanted, ...page, before: last });
        seen.push(...found.nums);
        last = found.stoppedAt;
      }
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => b - a),
      );
      assert.equal(seen.length, 11);
    });
  });

  it("is announced to every node: a restored code is served again", async () => {
    const place = await engine.place();
    const [here, there] = [await engine.open(place), await engine.open(place)];
    const clock = createTestClock();
    const { id } = await freshCode(here);
    const { token } = (await here.codes.find(WORKSPACE, id))!;
    const known = createKnownCodes({ store: engine.name === "sqlite" ? here : there, clock });
    assert.equal((await known.find(token))?.id, id);
    await here.codes.remove(WORKSPACE, id, NOON);
    await eventually(() => assert.equal(known.peek(token), undefined));
    // A notification of the creation may arrive late, and then it is looked up once more.
    await eventually(async () => {
      assert.equal(await known.find(token), null);
      assert.equal(known.peek(token), null);
    });
    await here.codes.restore(WORKSPACE, id, NOON);
    await eventually(() => assert.equal(known.peek(token), undefined));
    assert.equal((await known.find(token))?.id, id);
  });
});
