import assert from "node:assert/strict";
import { it } from "node:test";
import Fastify from "fastify";
import { createApiGuard } from "../../src/api/guard.ts";
import { createKeys } from "../../src/keys/service.ts";
import { createLimits } from "../../src/limits/limits.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { onSqlite } from "../support/stores.ts";

const LIMITS = { rateWindowMs: 3_600_000, unauthenticatedLimit: 20, dashboardLimit: 20 };

onSqlite("the guard of the API", (engine) => {
  it("announces a read with a known key before it verifies the key again", async (test) => {
    const store = await engine.fresh();
    const clock = createSystemClock();
    const keys = createKeys({ store, clock, createId: createIds(clock.now) });
    const limits = createLimits(store, clock, { ...LIMITS, planLimits: new Map([["free", 20]]) });
    const said: string[] = [];
    const watched = {
      ...limits,
      admitInForce(...args: Parameters<typeof limits.admitInForce>) {
        said.push("asked for the window");
        return limits.admitInForce(...args);
      },
    };
    const guard = createApiGuard(
      keys,
      watched,
      () => "127.0.0.1",
      () => said.push("a read"),
    );
    const app = Fastify();
    test.after(() => app.close());
    app.addHook("onRequest", guard.open);
    app.all("/", async () => "done");
    const { key } = await addOwnerWithKey(store);
    const send = async (method: "GET" | "POST", authorization: string) => {
      await app.inject({ method, url: "/", headers: { authorization } });
      return said.splice(0);
    };
    assert.deepEqual(await send("GET", `Bearer ${key}`), [], "a key this node has not seen");
    assert.deepEqual(await send("GET", `Bearer ${key}`), ["a read", "asked for the window"]);
    assert.deepEqual(await send("POST", `Bearer ${key}`), ["asked for the window"]);
    assert.deepEqual(await send("GET", "Bearer tsr_somebody"), []);
  });
});
