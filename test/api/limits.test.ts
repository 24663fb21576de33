import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { createKeyText } from "../../src/keys/format.ts";
import { type RequestOptions, startApp, type TestApp } from "../support/app.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";
import { assertError, JSON_TYPE, MISSING, PATH } from "./support.ts";

const HOUR_MS = 3_600_000;

onSqlite("429 of /api/v1", (engine) => {
  const clock = createTestClock();
  let app: TestApp;
  before(async () => {
    const settings = { PLAN_LIMITS: "free=3", UNAUTHENTICATED_LIMIT: "3" };
    app = await startApp({ engine, clock, settings });
  });
  // All windows are empty again.
  beforeEach(() => clock.move(HOUR_MS));
  after(() => app.close());

  it("comes after 401 and before 400 and 404, and says when to retry", async () => {
    const inAnHour = clock.now() / 1000 + 3600;
    const { key } = await app.user("free");
    for (const left of ["2", "1", "0"]) {
      const answer = await app.request("GET", PATH, { key });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("x-ratelimit-limit"), "3");
      assert.equal(answer.headers.get("x-ratelimit-remaining"), left);
      const reset = Number(answer.headers.get("x-ratelimit-reset"));
      assert.equal(reset, inAnHour, "the oldest request leaves the window in an hour");
    }
    const ways: [string, string, RequestOptions][] = [
      ["GET", PATH, {}],
      ["POST", PATH, { body: "{", headers: JSON_TYPE }],
      ["GET", `${PATH}?limit=x`, {}],
      ["GET", `${PATH}/${MISSING}`, {}],
      ["PUT", "/api/v1/nothing", { body: "{", headers: JSON_TYPE }],
      ["GET", "/api/v1/%zz", {}],
    ];
    for (const [method, path, options] of ways) {
      const answer = await app.request(method, path, { key, ...options });
      assertError(answer, 429, "rate_limited");
      assert.equal(answer.headers.get("x-ratelimit-remaining"), "0");
      assert.equal(Number(answer.headers.get("retry-after")), 3600);
      assert.equal(Number(answer.headers.get("x-ratelimit-reset")), inAnHour);
    }
  });

  it("counts requests of any outcome, except 429 itself", async () => {
    const { key } = await app.user("free");
    await app.request("POST", PATH, { key, body: "{", headers: JSON_TYPE });
    await app.request("GET", "/api/v1/nothing", { key });
    const third = await app.request("GET", `${PATH}/${MISSING}`, { key });
    assert.equal(third.headers.get("x-ratelimit-remaining"), "0");
    assertError(await app.request("GET", PATH, { key }), 429, "rate_limited");
  });

  it("is never the answer to a missing, malformed or revoked key, however many there are", async () => {
    const { key } = await app.user("free");
    const revoked = await app.user("free");
    await app.store.keys.revoke(revoked.key.slice(4, 12), clock.now());
    for (const left of ["2", "1", "0", "0", "0"]) {
      const answer = await app.request("GET", PATH);
      assertError(answer, 401, "invalid_api_key");
      assert.equal(answer.headers.get("x-ratelimit-limit"), "3");
      assert.equal(answer.headers.get("x-ratelimit-remaining"), left);
      assert.equal(answer.headers.get("retry-after"), null);
    }
    for (const wrong of [revoked.key, "nonsense", createKeyText().text]) {
      for (let i = 0; i < 3; i++) {
        const answer = await app.request("GET", PATH, { key: wrong });
        assertError(answer, 401, "invalid_api_key");
        assert.equal(answer.headers.get("x-ratelimit-remaining"), "0");
      }
    }
    assert.equal((await app.request("GET", PATH, { key })).status, 200, "a valid key passes");
  });

  it("is never the answer for openapi.json, which counts in no window", async () => {
    for (let i = 0; i < 5; i++) {
      const answer = await app.request("GET", "/api/v1/openapi.json");
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("x-ratelimit-remaining"), "3");
    }
  });
});
