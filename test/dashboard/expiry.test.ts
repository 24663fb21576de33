import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Code } from "../../web/src/api/types.ts";
import { expiryText } from "../../web/src/parts/expiry.ts";

const DAY_MS = 86_400_000;
const said = (state: Code["state"], days: number, expiresFixed = false) =>
  expiryText({ state, expiresFixed, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } as Code);

describe("how long a code lives, in words", () => {
  it("is said of a paused code too, with what its visitors read", () => {
    const resting = /^Paused: visitors see a page that says so, and nothing is counted\. /;
    for (const text of [said("paused", 40), said("paused", 40, true), said("paused", -40)]) {
      assert.match(text, resting);
      assert.match(text, /\d{4} \(/, "a day, and how far it is");
    }
    assert.match(said("paused", 40), /works until .*, and each scan gives it another year\.$/);
    assert.match(said("paused", 40, true), /works until .*, as you set it\.$/);
    assert.match(said("paused", -40), /Its time ended on /);
  });

  it("is said of the others as ever", () => {
    assert.match(said("active", 40), /^Works until .*, and each scan gives it another year\.$/);
    assert.match(said("active", 40, true), /^Works until .*, as you set it\.$/);
    assert.match(said("expired", -40), /^Expired on .*\. Renew it and it works again\.$/);
  });
});
