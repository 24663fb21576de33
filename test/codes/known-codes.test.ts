import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createKnownCodes } from "../../src/codes/known-codes.ts";
import { createTestClock } from "../support/stores.ts";
import { createSlowStore } from "./slow-store.ts";

describe("known codes", () => {
  const [A, B] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] as const;

  it("share one query among concurrent callers, and then answer from memory", async () => {
    const { store, queries, put } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    put(A, "one");
    assert.equal(known.peek(A), undefined);
    const asking = Array.from({ length: 100 }, (_, i) => known.find(i % 2 ? A : B));
    assert.equal(queries.length, 1);
    queries[0]!.answer();
    await turn();
    queries[1]!.answer();
    const found = await Promise.all(asking);
    assert.ok(queries.length <= 2);
    assert.equal(found[1]?.content, "one");
    assert.equal(found[0], null);
    assert.equal(known.peek(A)?.content, "one");
    assert.equal(known.peek(B), null);
  });

  it("do not keep an answer that a change overtook", async () => {
    const { store, queries, put, change } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    put(A, "old");
    const first = known.find(A);
    put(A, "new");
    change(A);
    const second = known.find(A);
    queries[0]!.answer();
    await first;
    assert.equal(known.peek(A), undefined, "what was read before the change is not kept");
    await turn();
    queries[1]!.answer();
    assert.equal((await second)?.content, "new", "a lookup after the change sees it");
    assert.equal(known.peek(A)?.content, "new");
  });

  it("do not keep an answer from before everything may have changed", async () => {
    const { store, queries, put, change } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    put(A, "old");
    const first = known.find(A);
    change(null);
    queries[0]!.answer();
    await first;
    assert.equal(known.peek(A), undefined);
  });

  it("read those of a workspace again that changed, and no others", async () => {
    const { store, queries, put, changeIn } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock(), size: 2 });
    put(A, "old", false, "ours");
    put(B, "theirs", false, "others");
    const first = Promise.all([known.find(A), known.find(B)]);
    changeIn("ours");
    queries[0]!.answer();
    await turn();
    queries[1]!.answer();
    await first;
    assert.equal(known.peek(A), undefined, "read before the change");
    assert.equal(known.peek(B)?.content, "theirs");
    put(A, "new", false, "ours");
    const again = known.find(A);
    queries[2]!.answer();
    await again;
    assert.deepEqual([known.peek(A)?.content, known.peek(B)?.content], ["new", "theirs"]);
    for (const id of ["1", "2", "3"]) changeIn(id);
    assert.equal(known.peek(B), undefined, "of many changes it remembers that there were many");
  });

  it("learn of a new code as soon as it is announced, and soon without an announcement", async () => {
    const { store, queries, put, change } = createSlowStore();
    const clock = createTestClock();
    const known = createKnownCodes({ store, clock });
    for (const token of [A, B]) {
      const asked = known.find(token);
      queries.at(-1)!.answer();
      await asked;
      assert.equal(known.peek(token), null);
      put(token, "made");
    }
    change(A);
    assert.equal(known.peek(A), undefined);
    assert.equal(known.peek(B), null);
    clock.move(2_001);
    assert.equal(known.peek(B), undefined);
  });

  it("refresh an old code in the background, and keep serving it while the store fails", async () => {
    const { store, queries, put } = createSlowStore();
    const clock = createTestClock();
    const known = createKnownCodes({ store, clock });
    put(A, "one");
    const asked = known.find(A);
    queries[0]!.answer();
    await asked;
    put(A, "two, unannounced");
    clock.move(5_001);
    assert.equal(known.peek(A)?.content, "one");
    assert.equal(known.peek(A)?.content, "one");
    assert.equal(queries.length, 2, "one query, however many lookups");
    queries[1]!.fail();
    await turn();
    assert.equal(known.peek(A)?.content, "one");
    clock.move(5_001);
    known.peek(A);
    queries[2]!.answer();
    await turn();
    assert.equal(known.peek(A)?.content, "two, unannounced");
  });

  it("do not serve a code that was unused for long, except when the store fails", async () => {
    const { store, queries, put } = createSlowStore();
    const clock = createTestClock();
    const known = createKnownCodes({ store, clock });
    put(A, "one");
    const asked = known.find(A);
    queries[0]!.answer();
    await asked;
    // With constant use it never waits.
    for (let i = 1; i <= 4; i++) {
      clock.move(6_000);
      assert.equal(known.peek(A)?.content, "one");
      queries[i]!.answer();
      await turn();
    }
    put(A, "two, by a command beside the server");
    clock.move(10_001);
    assert.equal(known.peek(A), undefined);
    const read = known.find(A);
    queries[5]!.answer();
    assert.equal((await read)?.content, "two, by a command beside the server");
    clock.move(10_001);
    assert.equal(known.peek(A), undefined);
    const failed = known.find(A);
    queries[6]!.fail();
    assert.equal((await failed)?.content, "two, by a command beside the server");
    assert.match(known.peek(A)?.content ?? "", /^two/, "no lookup waits for a store known to be failing");
  });

  it("refresh a code only once a minute, while every change is announced", async () => {
    const { store, queries, put, hear } = createSlowStore();
    const clock = createTestClock();
    const known = createKnownCodes({ store, clock });
    hear(true);
    put(A, "one");
    const asked = known.find(A);
    queries[0]!.answer();
    await asked;
    clock.move(59_000);
    assert.equal(known.peek(A)?.content, "one");
    assert.equal(queries.length, 1, "no query");
    hear(false);
    assert.equal(known.peek(A), undefined, "without announcements, it is too old to be served unread");
    const read = known.find(A);
    assert.equal(queries.length, 2);
    hear(true);
    queries[1]!.answer();
    await read;
    clock.move(60_001);
    known.peek(A);
    assert.equal(queries.length, 3, "and after a minute it always is");
  });
});
