import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Code } from "../../web/src/api/types.ts";
import { expiryText } from "../../web/src/parts/expiry.ts";

const DAY_MS = 86_400_000;
const said = (state: Code["state"], days: number, expiresFixed = false) =>
  expiryText({ state, expiresFixed, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } as Code);

describe("the text about a code's expiry", () => {
  it("is what the visitors of a paused code see, or that it has expired", () => {
    for (const isFixed of [false, true]) {
      assert.equal(said("paused", 40, isFixed), "Visitors see a notice, scans are not counted");
    }
    assert.match(said("paused", -40), /^Expired on .*\d{4}$/);
  });

  it("is shown for active and expired codes", () => {
    assert.match(said("active", 40), /^Works until .*\d{4}, extended by each scan$/);
    assert.match(said("active", 40, true), /^Works until .*\d{4}$/);
    assert.match(said("expired", -40), /^Expired on .*\d{4}$/);
  });
});
