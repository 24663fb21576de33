import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createIds, createToken, isNativeToken, isUuid, readToken } from "../../src/shared/ids.ts";

describe("Tokens", () => {
  it("are 12 characters without look-alikes, uniformly distributed", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      const token = createToken();
      assert.match(token, /^[a-km-np-z2-9]{12}$/);
      for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    assert.equal(counts.size, 32);
    for (const [character, count] of counts) assert.ok(count > 500 && count < 1000, character);
  });

  it("are accepted in either case", () => {
    const token = createToken();
    assert.equal(readToken(token.toUpperCase()), token);
    assert.ok(isNativeToken(token) && !isNativeToken(token.toUpperCase()));
  });

  it("of other products are accepted as they are, and nothing else is", () => {
    for (const given of ["AbC", "abc", "0", "spring-26_x", "A".repeat(40), `${createToken()}0`]) {
      assert.equal(readToken(given), given);
    }
    for (const other of ["", "A".repeat(41), "a/b", "ü", "a b", "a.png", "a+", "abc\n"]) {
      assert.equal(readToken(other), null, other);
    }
  });
});

const timeOfId = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

describe("Ids", () => {
  it("are version 7 UUIDs that contain their time", () => {
    const now = Date.UTC(2026, 0, 15, 12, 30, 0, 7);
    const id = createIds(() => now)();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(isUuid(id));
    assert.equal(timeOfId(id), now);
  });

  it("stay unique and in order within one millisecond", () => {
    const createId = createIds(() => 1_000);
    const made = Array.from({ length: 10_000 }, createId);
    assert.equal(new Set(made).size, made.length);
    assert.deepEqual(made, made.toSorted());
  });

  it("differ between nodes that generate them at the same moment", () => {
    const nodes = Array.from({ length: 100 }, () => createIds(() => 1_000));
    assert.equal(new Set(nodes.map((createId) => createId())).size, 100);
  });

  it("begin after the latest time seen before", () => {
    const floor = Date.UTC(2026, 0, 15);
    const id = createIds(() => floor - 3_600_000, floor)();
    assert.ok(timeOfId(id) > floor);
  });

  it("are distinguished from other texts", () => {
    for (const text of ["", "x", "0".repeat(36), createIds(Date.now)().toUpperCase()]) {
      assert.equal(isUuid(text), false);
    }
  });
});
