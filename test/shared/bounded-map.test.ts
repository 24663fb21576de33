import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBoundedMap, shortKey } from "../../src/shared/bounded-map.ts";

describe("cache", () => {
  it("keeps used entries and drops unused ones", () => {
    const cache = createBoundedMap<number>(100);
    cache.set("hot", 1);
    cache.set("cold", 2);
    for (let n = 0; n < 1000; n++) {
      cache.set(`${n}`, n);
      assert.equal(cache.get("hot"), 1);
    }
    assert.equal(cache.get("cold"), undefined);
  });

  it("holds no more than its size", () => {
    const cache = createBoundedMap<number>(100);
    for (let n = 0; n < 1000; n++) cache.set(`${n}`, n);
    const keys = Array.from({ length: 1000 }, (_, n) => `${n}`);
    const held = keys.filter((key) => cache.get(key) !== undefined);
    assert.ok(held.length <= 100, `${held.length} held`);
  });

  it("returns the value that was set last, and nothing after deletion, whatever its age", () => {
    const cache = createBoundedMap<number>(10);
    for (let fillers = 0; fillers < 8; fillers++) {
      cache.set("a", 1);
      for (let n = 0; n < fillers; n++) cache.set(`${fillers} ${n}`, n);
      cache.set("a", 2);
      assert.equal(cache.get("a"), 2);
      cache.delete("a");
      assert.equal(cache.get("a"), undefined, `after ${fillers} others`);
    }
  });

  it("truncates long keys", () => {
    assert.equal(shortKey("short"), "short");
    assert.equal(shortKey("x".repeat(10_000)), "x".repeat(512));
  });
});
