import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createKnownCodes } from "../../src/codes/known-codes.ts";
import { createToken } from "../../src/shared/ids.ts";
import { createTestClock } from "../support/stores.ts";
import { createSlowStore } from "./slow-store.ts";

const KNOWN = "aaaaaaaaaaaa";

describe("the bounds of known codes", () => {
  it("keep fewer codes when they are long", async () => {
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
    assert.ok(kept > 0 && kept < 25, `${kept} long codes were kept`);
  });

  it("limit a flood of unknown tokens: few queries, none for a known code, and few are kept", async () => {
    const size = 1000;
    const { store, queries, put } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock(), size });
    put(KNOWN, "known");
    const first = known.find(KNOWN);
    queries.shift()!.answer();
    await first;
    const tokens = Array.from({ length: 5 * size }, () => createToken());
    let asked = 0;
    for (let at = 0; at < tokens.length; at += size) {
      const flood = Promise.all(tokens.slice(at, at + size).map((token) => known.find(token)));
      assert.equal(known.peek(KNOWN)?.content, "known");
      while (queries.length > 0) {
        asked += 1;
        queries.shift()!.answer();
        await turn();
      }
      assert.ok((await flood).every((code) => code === null));
    }
    // The first token of each round goes alone, the others in batches of 500.
    assert.equal(asked, 15);
    const kept = tokens.filter((token) => known.peek(token) === null).length;
    assert.ok(kept > 0 && kept <= size, `${kept} are kept as absent`);
    assert.equal(queries.length, 0, "answered without the store");
  });

  it("keep a slug once, in however many spellings it is asked for", async () => {
    const size = 100;
    const { store, queries, put, change } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock(), size });
    const slug = "summer-menu";
    put(KNOWN, "known");
    put(slug, "menu", true);
    async function ask(token: string) {
      const asked = known.find(token);
      queries.shift()!.answer();
      return (await asked)?.content;
    }
    assert.equal(await ask(KNOWN), "known");
    for (let i = 0; i < 3 * size; i++) {
      const spelling = Array.from(slug, (letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join("");
      assert.equal(known.peek(spelling)?.content ?? (await ask(spelling)), "menu");
    }
    assert.equal(known.peek(KNOWN)?.content, "known");
    put(slug, "new menu", true);
    change(slug);
    assert.equal(known.peek("SUMMER-MENU"), undefined, "read again after a change");
    assert.equal(await ask("SUMMER-MENU"), "new menu");
    assert.equal(known.peek(slug)?.content, "new menu");
  });

  it("refuse more lookups than can wait, and accept them again when these are answered", async () => {
    const { store, queries } = createSlowStore();
    const known = createKnownCodes({ store, clock: createTestClock() });
    const asked = Array.from({ length: 10_500 }, (_, i) => known.find(`token ${i}`));
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
    // The first is queried immediately; 10,000 wait.
    assert.equal(refused, 499);
    const later = known.find(KNOWN);
    queries[0]!.answer();
    assert.equal(await later, null);
  });
});
