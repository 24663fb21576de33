import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createKnownCodes } from "../../src/codes/known-codes.ts";
import { createToken } from "../../src/shared/ids.ts";
import type { Code } from "../../src/store/code-store.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestClock } from "../support/stores.ts";

type KnownStore = Pick<Store, "codes" | "onCodeChanged" | "hearsChanges">;

/** A store of codes by token that answers when it is told to. */
function createSlowStore() {
  const codes = new Map<string, Code>();
  const queries: { tokens: readonly string[]; answer(): void; fail(): void }[] = [];
  let changed: (token: string | null) => void = () => {};
  let hears = false;
  const store = {
    codes: {
      findByTokens(tokens: readonly string[]): Promise<Code[]> {
        // The database reads when the query begins; its answer travels later.
        const seen = tokens.flatMap((token) => codes.get(token) ?? []);
        const { promise, resolve, reject } = Promise.withResolvers<Code[]>();
        queries.push({
          tokens,
          answer: () => resolve(seen),
          fail: () => reject(new Error("away")),
        });
        return promise;
      },
    },
    onCodeChanged: (listener: (token: string | null) => void) => {
      changed = listener;
    },
    hearsChanges: () => hears,
  } as unknown as KnownStore;
  return {
    store,
    queries,
    put: (token: string, content: string) =>
      codes.set(token, { token, name: "A code", content } as Code),
    change: (token: string | null) => changed(token),
    hear: (now: boolean) => {
      hears = now;
    },
  };
}

describe("known codes", () => {
  const [A, B] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] as const;

  it("asks once for all who ask meanwhile, and then knows", async () => {
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

  it("does not keep an answer that a change overtook", async () => {
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
    assert.equal((await second)?.content, "new", "who asks after the change sees it");
    assert.equal(known.peek(A)?.content, "new");
  });

  it("does not keep an answer from before all may have changed", async () => {
    const { store, queries, put, change } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    put(A, "old");
    const first = known.find(A);
    change(null);
    queries[0]!.answer();
    await first;
    assert.equal(known.peek(A), undefined);
  });

  it("learns of a code that was absent as soon as it is announced, and soon without", async () => {
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

  it("reads an old code again in the background, and goes on with it while the store is away", async () => {
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
    assert.equal(queries.length, 2, "one query, however many come");
    queries[1]!.fail();
    await turn();
    assert.equal(known.peek(A)?.content, "one");
    clock.move(5_001);
    known.peek(A);
    queries[2]!.answer();
    await turn();
    assert.equal(known.peek(A)?.content, "two, unannounced");
  });

  it("does not answer with a code that nobody looked at for long, but with an old one rather than none", async () => {
    const { store, queries, put } = createSlowStore();
    const clock = createTestClock();
    const known = createKnownCodes({ store, clock });
    put(A, "one");
    const asked = known.find(A);
    queries[0]!.answer();
    await asked;
    // In constant use it never waits.
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
    assert.match(known.peek(A)?.content ?? "", /^two/, "nobody waits for a store known to be away");
  });

  it("reads a code again once a minute only, as long as every change is heard", async () => {
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
    assert.equal(queries.length, 1, "nothing to ask");
    hear(false);
    assert.equal(known.peek(A), undefined, "once it is deaf, that is too old to be used unread");
    const read = known.find(A);
    assert.equal(queries.length, 2);
    hear(true);
    queries[1]!.answer();
    await read;
    clock.move(60_001);
    known.peek(A);
    assert.equal(queries.length, 3, "and a minute always is");
  });

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
    put(A, "known");
    const asked = known.find(A);
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
      assert.equal(known.peek(A)?.content, "known");
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
    const later = known.find(A);
    queries[0]!.answer();
    assert.equal(await later, null);
  });
});

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
