import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { readPrefix } from "../../src/keys/format.ts";
import { createLimits } from "../../src/limits/limits.ts";
import { createIds } from "../../src/shared/ids.ts";
import { slide } from "../../src/shared/sliding-window.ts";
import type { Store } from "../../src/store/store.ts";
import type { Admission } from "../../src/workspaces/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { createTestClock, type Engine, onEachEngine, type TestPlace } from "../support/stores.ts";
import { freshKey, freshOwnKey } from "./keys.ts";

const PATH = "/api/v1/qrcodes";
const refused = ({ remaining, resetIn }: Admission) => ({ admitted: false, remaining, resetIn });

onEachEngine("A key's window", (engine: Engine) => {
  const clock = createTestClock();
  let place: TestPlace;
  let store: Store;
  before(async () => {
    place = await engine.migratedPlace();
    store = await engine.open(place, clock);
  });

  it("answers as slide does, for any times", async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
        const key = await freshKey(store);
        let times: number[] = [];
        for (const step of steps) {
          clock.move(step);
          const { times: kept, ...expected } = slide(times, clock.now(), limit, 1000);
          const seen = slide(times, clock.now(), limit, 1000, false);
          times = kept;
          const usage = await store.usage(key, limit, 1000);
          assert.equal(usage.remaining, seen.remaining);
          assert.equal(usage.resetIn, seen.resetIn);
          assert.deepEqual(await store.admit(key, limit, 1000), expected);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("admits exactly the limit to many concurrent requests", async () => {
    for (const limit of [20, 100]) {
      const key = await freshKey(store);
      const all = await Promise.all(Array.from({ length: limit + 60 }, () => store.admit(key, limit, 1000)));
      assert.equal(all.filter((answer) => answer.admitted).length, limit);
    }
  });

  it("is shared by two nodes, and survives a restart", async () => {
    const key = await freshKey(store);
    const other = await engine.open(place, clock);
    for (let i = 0; i < 3; i++) assert.equal((await store.admit(key, 5, 1000)).admitted, true);
    for (let i = 0; i < 2; i++) assert.equal((await other.admit(key, 5, 1000)).admitted, true);
    assert.equal((await store.admit(key, 5, 1000)).admitted, false);
    await other.close();
    const reopened = await engine.open(place, clock);
    assert.equal((await reopened.admit(key, 5, 1000)).admitted, false);
    clock.move(1000);
    assert.equal((await reopened.admit(key, 5, 1000)).admitted, true);
  });

  it("is correct again one window after a clock that was a year ahead is corrected", async () => {
    const YEAR = 365 * 86_400_000;
    const key = await freshKey(store);
    clock.move(YEAR);
    for (let i = 0; i < 2; i++) assert.equal((await store.admit(key, 2, 1000)).admitted, true);
    clock.move(-YEAR);
    let times = [clock.now() + YEAR, clock.now() + YEAR];
    for (const step of [0, 400, 599, 1]) {
      clock.move(step);
      const { times: kept, ...expected } = slide(times, clock.now(), 2, 1000);
      times = kept;
      assert.deepEqual(await store.admit(key, 2, 1000), expected);
      assert.equal(expected.admitted, step === 1, "admitted requests still count, from now on");
    }
  });

  it("is separate for each key", async () => {
    const [one, other] = [await freshKey(store), await freshKey(store)];
    assert.equal((await store.admit(one, 1, 1000)).admitted, true);
    assert.equal((await store.admit(one, 1, 1000)).admitted, false);
    assert.equal((await store.admit(other, 1, 1000)).admitted, true);
  });

  it("is the same when the key is verified in the same statement, also for many at once", async () => {
    const own = await freshOwnKey(store);
    const { id: key } = own;
    const again = (limit: number) => store.admitInForce(own, limit, 1000);
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, i) => (i % 2 ? store.admit(key, 20, 1000) : again(20))),
    );
    assert.equal(all.filter((answer) => answer!.admitted).length, 20);
    assert.deepEqual(await again(20), await store.usage(key, 20, 1000).then(refused));
    clock.move(1000);
    assert.deepEqual(await again(2), { admitted: true, remaining: 1, resetIn: 1000 });
  });

  it("is not used for a key that is not valid on its plan", async () => {
    const { id, key, keyId } = await addOwnerWithKey(store, { plan: "free" });
    const again = (plan: string, person = id) => store.admitInForce({ id: keyId, plan, person }, 5, 1000);
    const used = async () => 5 - (await store.usage(keyId, 5, 1000)).remaining;
    assert.equal((await again("free"))?.remaining, 4);
    assert.equal(await again("pro"), null, "on another plan");
    assert.equal(await again("free", "another"), null, "charged to somebody else");
    await store.accounts.change(id, { suspended: true });
    assert.equal(await again("free"), null, "of a suspended user");
    await store.accounts.change(id, { suspended: false, plan: "pro" });
    assert.equal(await again("free"), null, "on the previous plan");
    assert.equal((await again("pro"))?.remaining, 3);
    await store.keys.revoke(readPrefix(key)!, clock.now());
    assert.equal(await again("pro"), null, "revoked");
    assert.equal(await store.admitInForce({ id: "no such key", plan: "pro", person: id }, 5, 1000), null);
    assert.equal(await used(), 2);
  });

  it("has the free plan's limit for a plan that is no longer configured", () => {
    const planLimits = new Map([["free", 7]]);
    const options = { planLimits, rateWindowMs: 1000 };
    const others = { unauthenticatedLimit: 5, dashboardLimit: 5 };
    assert.equal(createLimits(store, clock, { ...options, ...others }).limitOf("gold"), 7);
  });
});

onEachEngine("A key that was used before", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=3,pro=9" } });
  });
  after(() => app.close());
  const ask = async (key: string) => {
    const { status, headers } = await app.request("GET", PATH, { key });
    return [status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")];
  };

  it("has a new plan's limit with the next request, and is refused with the next one too", async () => {
    const { id, key } = await app.user("free");
    assert.deepEqual(await ask(key), [200, "3", "2"]);
    assert.deepEqual(await ask(key), [200, "3", "1"]);
    await app.store.accounts.change(id, { plan: "pro" });
    assert.deepEqual(await ask(key), [200, "9", "6"]);
    await app.store.accounts.change(id, { suspended: true });
    assert.equal((await ask(key))[0], 401);
    await app.store.accounts.change(id, { suspended: false });
    assert.deepEqual(await ask(key), [200, "9", "5"], "the refused request was not counted");
    await app.store.keys.revoke(readPrefix(key)!, Date.now());
    assert.equal((await ask(key))[0], 401);
    assert.equal((await ask(`${key.slice(0, -1)}x`))[0], 401);
  });
});

onEachEngine("X-RateLimit-Reset", (engine) => {
  const clock = createTestClock();
  let app: TestApp;
  before(async () => {
    const settings = { PLAN_LIMITS: "free=3", RATE_WINDOW_SECONDS: "2" };
    app = await startApp({ engine, clock, settings });
  });
  after(() => app.close());

  it("admits a client that waits until then, always", async () => {
    const { key } = await app.user("free");
    for (const passed of [0, 1, 499, 998]) {
      clock.move(passed);
      const ask = () => app.request("GET", PATH, { key });
      for (let left = 3; left > 0; left--) assert.equal((await ask()).status, 200);
      const refused = await ask();
      assert.equal(refused.status, 429);
      const reset = Number(refused.headers.get("x-ratelimit-reset")) * 1000;
      assert.equal(refused.headers.get("retry-after"), "2");
      clock.move(reset - clock.now());
    }
    assert.equal((await app.request("GET", PATH, { key })).status, 200);
  });
});

onEachEngine("X-RateLimit-Reset of a node whose clock is an hour behind", (engine) => {
  it("is by the clock of the window", async () => {
    const store = await engine.fresh();
    const [key, late] = [await freshKey(store), 3_600_000];
    const clock = { now: () => Date.now() - late, steady: Date.now };
    const rateWindowMs = 60_000;
    const settings = { rateWindowMs, unauthenticatedLimit: 1, dashboardLimit: 1 };
    const limits = createLimits(store, clock, { planLimits: new Map([["free", 3]]), ...settings });
    // SQLite's windows use the node's own clock, and so does its header.
    const now = () => Date.now() - (engine.name === "sqlite" ? late : 0);
    const before = now();
    const { resetAt } = await limits.admit(key, "free");
    assert.ok(resetAt * 1000 >= before + rateWindowMs, "not before it is free");
    assert.ok(resetAt * 1000 <= now() + rateWindowMs + 1000);
  });
});

onEachEngine("A request that waits for another process", (engine) => {
  // On PostgreSQL the server's lock and clock do this; the test of two processes covers it.
  if (engine.name === "postgres") return;
  it("counts from its admission, not from when it began to wait", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const key = await freshKey(store);
    const other = new DatabaseSync(join(place.dataDir, "tessera.db"));
    other.exec("BEGIN IMMEDIATE");
    const waiting = store.admit(key, 1, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const released = performance.now();
    other.exec("COMMIT");
    other.close();
    assert.equal((await waiting).admitted, true);
    const { resetIn } = await store.usage(key, 1, 60_000);
    const age = 60_000 - resetIn;
    assert.ok(age <= performance.now() - released + 1, `it counts from ${age} ms ago`);
  });
});

describe("A wall clock with steps", () => {
  it("generates ids that stay unique and in order", () => {
    const moves = fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(moves, (steps) => {
        let now = Date.UTC(2026, 0, 15);
        const createId = createIds(() => now);
        const made: string[] = [];
        for (const step of steps) {
          now += step;
          made.push(createId(), createId());
        }
        assert.equal(new Set(made).size, made.length);
        assert.deepEqual(made, made.toSorted());
      }),
    );
  });
});

onEachEngine("A window under a wall clock with steps", (engine) => {
  it("never admits more than the limit in true time", async () => {
    const steady = createTestClock();
    let offset = 0;
    const clock = { now: () => steady.now() + offset, steady: steady.steady };
    const store = await engine.fresh(clock);
    const options = { planLimits: new Map([["free", 3]]), rateWindowMs: 1000 };
    const others = { unauthenticatedLimit: 3, dashboardLimit: 3 };
    const limits = createLimits(store, clock, { ...options, ...others });
    const key = await freshKey(store);
    const admitted: number[] = [];
    const anonymousTimes: number[] = [];
    for (const step of [0, 3_600_000, -3_600_000, -7_200_000, -86_400_000, 86_400_000]) {
      offset += step;
      for (let i = 0; i < 8; i++) {
        steady.move(90);
        if ((await limits.admit(key, "free")).admitted) admitted.push(steady.now());
        if (limits.admitAnonymous("203.0.113.1").admitted) anonymousTimes.push(steady.now());
      }
    }
    for (const times of [admitted, anonymousTimes]) {
      assert.ok(times.length >= 12, "and it continues to admit");
      times.forEach((time, i) => {
        const beyond = times[i + 3];
        assert.ok(beyond === undefined || beyond - time >= 1000);
      });
    }
  });
});
