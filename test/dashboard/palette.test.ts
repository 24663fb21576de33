import assert from "node:assert/strict";
import { it } from "node:test";
import { readQuery, verbsFor } from "../../web/src/frame/palette-query.ts";

it("the palette reads a verb before a name", () => {
  assert.deepEqual(readQuery("pause table"), { verb: "pause", name: "table" });
  assert.deepEqual(readQuery(" Download  summer menu "), { verb: "download", name: "summer menu" });
  assert.deepEqual(readQuery("print menu"), { verb: "print", name: "menu" });
  for (const name of ["pause", "pausetable", "summer pause", ""]) {
    assert.deepEqual(readQuery(name), { verb: null, name });
  }
});

it("the palette offers what a code allows", () => {
  const of = (state: "active" | "paused" | "expired", mayEdit = true) =>
    verbsFor({ state, isPublic: state !== "paused" }, mayEdit);
  assert.deepEqual(of("active"), ["download", "print", "pause", "edit"]);
  assert.deepEqual(of("paused"), ["download", "print", "activate", "edit"]);
  assert.deepEqual(of("expired"), ["download", "print", "renew", "edit"]);
  assert.deepEqual(of("expired", false), ["download", "print"]);
});
