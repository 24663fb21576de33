import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createKnownCodes } from "../../src/codes/known-codes.ts";
import { createToken } from "../../src/shared/ids.ts";
import { createTestClock } from "../support/stores.ts";
import { createSlowStore } from "./slow-store.ts";

const KNOWN = "aaaaaaaaaaaa";

describe("the bounds of known codes", () => {
  it("keeps fewer codes when they are long", async () => {
    const { store, queries, put } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock(), size: 100 });
    async function keptOf(length: number): Promise<number> {
      const tokens = Array.from({ length: 50 }, () => createToken());
      for (const token of tokens) put(token, "x".repeat(length));
      const asked = Promise.all(tokens.map((token) => known.find(token)));
      while (queries.length > 0) {
        queries.shift()!.answer();
        await turn();
      }
      await asked;
      return tokens.filter((token) => known.peek(token)).length;
    }
    assert.equal(await keptOf(100), 50);
    const kept = await keptOf(2900);
    assert.ok(kept > 0 && kept < 25, `${kept} of the long ones were kept`);
  });

  it("bears a flood of 200,000 unknown tokens in bounded memory and with few queries", async () => {
    const { store, queries, put } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    put(KNOWN, "known");
    const asked = known.find(KNOWN);
    queries[0]!.answer();
    await asked;
    const heapBefore = usedHeap();
    let asks = 0;
    for (let round = 0; round < 200; round++) {
      const flood: Promise<unknown>[] = [];
      for (let i = 0; i < 1000; i++) {
        const token = createToken();
        assert.equal(known.peek(token), undefined);
        flood.push(known.find(token));
        asks += 1;
      }
      const asked = queries.length;
      assert.equal(known.peek(KNOWN)?.content, "known");
      assert.equal(queries.length, asked, "a known code is answered at once, without a query");
      let done = false;
      void Promise.all(flood).then(() => {
        done = true;
      });
      while (!done) {
        for (const query of queries.splice(0)) query.answer();
        await turn();
      }
    }
    const grown = (usedHeap() - heapBefore) / 1e6;
    console.log(`flood: ${asks} unknown tokens, heap +${grown.toFixed(1)} MB`);
    assert.ok(grown < 40, `the heap grew by ${grown} MB`);
    // Those kept as absent are answered without the store.
    const again = createToken();
    const once = known.find(again);
    queries.splice(0)[0]!.answer();
    await once;
    for (let i = 0; i < 1000; i++) assert.equal(known.peek(again), null);
    assert.equal(queries.length, 0);
  });

  it("refuses more questions than it can hold, and hears again when they are answered", async () => {
    const { store, queries } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    const asked = Array.from({ length: 20_000 }, () => known.find(createToken()));
    const settled = Promise.allSettled(asked);
    let done = false;
    void settled.then(() => {
      done = true;
    });
    while (!done) {
      for (const query of queries.splice(0)) {
        assert.ok(query.tokens.length <= 500);
        query.answer();
      }
      await turn();
    }
    const refused = (await settled).filter(({ status }) => status === "rejected").length;
    assert.ok(refused > 9_000 && refused <= 10_000, `${refused} refused`);
    const later = known.find(KNOWN);
    queries[0]!.answer();
    assert.equal(await later, null);
  });
});

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
