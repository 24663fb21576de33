import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Code } from "../../web/src/api/types.ts";
import { expiryText } from "../../web/src/parts/expiry.ts";

const DAY_MS = 86_400_000;
const said = (state: Code["state"], days: number, expiresFixed = false) =>
  expiryText({ state, expiresFixed, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } as Code);

describe("the text about a code's expiry", () => {
  it("is shown for a paused code too, with what its visitors read", () => {
    const paused = /^Visitors see a page that says so, and nothing is counted\. .*\d{4}/;
    for (const text of [said("paused", 40), said("paused", 40, true), said("paused", -40)]) assert.match(text, paused);
    assert.match(said("paused", 40), /Once active, it works until .*, extended by each scan$/);
    assert.match(said("paused", 40, true), /Once active, it works until .*\d{4}$/);
    assert.match(said("paused", -40), /It expired on /);
  });

  it("is shown for active and expired codes", () => {
    assert.match(said("active", 40), /^Works until .*\d{4}, extended by each scan$/);
    assert.match(said("active", 40, true), /^Works until .*\d{4}$/);
    assert.match(said("expired", -40), /^Expired on .*\. Renew it to make it work again$/);
  });
});
