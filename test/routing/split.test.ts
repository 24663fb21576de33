import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { variantFor } from "../../src/routing/split.ts";

const variant = (id: string, weight: number) => ({ id, name: id, to: `https://example.com/${id}`, weight });
const tag = (i: number) => hash("sha256", `visitor ${i}`, "base64url").slice(0, 11).replace(/^/, "1.");

describe("Splits", () => {
  it("give a visitor the same variant, and visitors by weight", () => {
    const variants = [variant("a", 70), variant("b", 20), variant("c", 10)];
    const counts = { a: 0, b: 0, c: 0 };
    const VISITORS = 20_000;
    for (let i = 0; i < VISITORS; i++) {
      const { id } = variantFor(variants, tag(i));
      assert.equal(variantFor(variants, tag(i)).id, id);
      counts[id as "a"] += 1;
    }
    // Five standard deviations.
    for (const { id, weight } of variants) {
      const share = weight / 100;
      const spread = 5 * Math.sqrt(VISITORS * share * (1 - share));
      assert.ok(Math.abs(counts[id as "a"] - VISITORS * share) < spread, `${id}: ${counts[id as "a"]}`);
    }
  });

  it("use the whole range of tags and of chance", () => {
    const variants = [variant("a", 1), variant("b", 1)];
    assert.equal(variantFor(variants, "AAAAAAAAAAA").id, "a");
    assert.equal(variantFor(variants, "___________").id, "b");
    assert.equal(variantFor(variants, "1.AAAf_______").id, "a");
    assert.equal(variantFor(variants, "1.AAAgAAAAAAA").id, "b");
    assert.equal(variantFor(variants, null, () => 0).id, "a");
    assert.equal(variantFor(variants, null, () => 1 - Number.EPSILON / 2).id, "b");
  });
});
