import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { retryAfterOf } from "../../web/src/api/retry-after.ts";

describe("Retry-After, as the pages read it", () => {
  const now = Date.parse("Thu, 01 Jan 2026 09:00:00 GMT");

  it("is seconds, or a date", () => {
    assert.equal(retryAfterOf("60", now), 60);
    assert.equal(retryAfterOf("Thu, 01 Jan 2026 09:00:25 GMT", now), 25);
    assert.equal(retryAfterOf("Thu, 01 Jan 2026 08:00:00 GMT", now), 0);
  });

  it("is nothing when it says nothing, so that nobody waits for no time at all", () => {
    for (const text of [null, undefined, "", "soon"]) assert.equal(retryAfterOf(text, now), undefined);
  });
});
