import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { it } from "node:test";
import { createKeys, type KeyLimits } from "../../src/keys/service.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { assertError, PATH, useApp } from "../api/support.ts";
import { signedIn } from "../dashboard/support.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";

const READ_ONLY = /^This API key is read-only\./;

onEachEngine("Keys with limits", (engine) => {
  const use = useApp(engine);
  const { clock } = use;
  const keysOf = () => createKeys({ store: use.app.store, clock, createId: createIds(clock.now) });
  async function limited(limits: Partial<KeyLimits>) {
    const user = await use.app.user();
    const { text } = await keysOf().create({ workspaceId: user.id, userId: user.id }, "limited", {
      scope: "full",
      endsAt: null,
      ...limits,
    });
    return { ...user, key: text, full: user.key };
  }

  it("401: a read-only key reads everything and changes nothing", async () => {
    const { key, full } = await limited({ scope: "read-only" });
    const { id } = await use.code({}, full);
    for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}/analytics`, `${PATH}/${id}/image`]) {
      assert.equal((await use.app.request("GET", path, { key })).status, 200, path);
    }
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await fetch(use.app.url + PATH, { method: "HEAD", headers })).status, 200);
    const before = (await use.app.request("GET", `${PATH}/${id}`, { key: full })).text;
    for (const [method, path] of [
      ["POST", PATH],
      ["PATCH", `${PATH}/${id}`],
      ["DELETE", `${PATH}/${id}`],
      ["POST", `${PATH}/${id}/restore`],
      ["POST", "/api/v1/nothing-here"],
      ["PUT", PATH],
    ] as const) {
      const json = method === "DELETE" ? {} : { json: { ...VALID_BODY, name: "Changed" } };
      const answer = await use.app.request(method, path, { key, ...json });
      assertError(answer, 401, "invalid_api_key");
      assert.match(answer.json.message, READ_ONLY);
      assert.equal(answer.headers.get("www-authenticate"), "Bearer");
    }
    assert.equal((await use.app.request("GET", `${PATH}/${id}`, { key: full })).text, before);
    assert.equal((await use.app.request("GET", "/api/v1/nothing-here", { key })).status, 404);
  });

  it("401: a refused change with a read-only key counts, and takes precedence over 429", async () => {
    const { key, id } = await limited({ scope: "read-only" });
    await use.app.store.accounts.change(id, { plan: "free" });
    const post = () => use.app.request("POST", PATH, { key, json: VALID_BODY });
    const left = (answer: { headers: Headers }) => Number(answer.headers.get("x-ratelimit-remaining"));
    for (let i = 1; i <= 20; i++) assert.equal(left(await post()), 20 - i);
    assertError(await post(), 401, "invalid_api_key");
    assertError(await use.app.request("GET", PATH, { key }), 429, "rate_limited");
  });

  it("401: a change is refused before its body is read", async () => {
    const { key } = await limited({ scope: "read-only" });
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const length = { "content-length": 60_000 };
      const asked = httpRequest(
        new URL(PATH, use.app.url),
        { method: "POST", headers: { ...headers, ...length } },
        ({ statusCode }) => {
          resolve(statusCode);
          asked.destroy();
        },
      );
      asked.on("error", reject);
      // The rest of the body never arrives.
      asked.write("{");
    });
    assert.equal(status, 401);
  });

  it("401: a key expires with the next request after its end, and the error says so", async () => {
    const endsAt = clock.now() + DAY_MS;
    const { key } = await limited({ endsAt });
    clock.move(DAY_MS - 1);
    assert.equal((await use.app.request("GET", PATH, { key })).status, 200);
    clock.move(1);
    const answer = await use.app.request("GET", PATH, { key });
    assertError(answer, 401, "invalid_api_key");
    assert.ok(answer.json.message.startsWith(`This API key expired at ${new Date(endsAt).toISOString()}.`));
  });

  it("400: the end must be in the future, and both faults are reported", async () => {
    const { id } = await use.app.user();
    await assert.rejects(
      keysOf().create({ workspaceId: id, userId: id }, " ", { scope: "full", endsAt: clock.now() }),
      {
        code: "validation_error",
        details: [
          { field: "name", message: "must not be blank" },
          { field: "endsAt", message: "must be in the future" },
        ],
      },
    );
  });

  it("GET /me: returns the key, its permissions, plan and limit", async () => {
    const endsAt = clock.now() + DAY_MS;
    const { key, full } = await limited({ scope: "read-only", endsAt });
    const answer = await use.app.request("GET", "/api/v1/me", { key });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, {
      name: "limited",
      scope: "read-only",
      plan: "pro",
      limit: 100_000,
      remaining: 99_999,
      endsAt: new Date(endsAt).toISOString(),
      links: { slugs: { limit: 20_000, taken: 0 }, placements: { limit: 500_000, taken: 0 } },
    });
    const other = (await use.app.request("GET", "/api/v1/me", { key: full })).json;
    assert.deepEqual([other.name, other.scope, other.endsAt], ["test", "full", null]);
    assertError(await use.app.request("GET", "/api/v1/me"), 401, "invalid_api_key");
  });

  it("are created in the dashboard, and listed with their limits until they are removed", async () => {
    const visitor = await signedIn(use.app, `limits-${engine.name}@example.com`);
    const endsAt = new Date(clock.now() + 5000).toISOString();
    const made = await visitor.request("POST", "/keys", { name: "till", scope: "read-only", endsAt });
    assert.equal(made.status, 201, made.text);
    const list = async () => (await visitor.request("GET", "/keys")).json.keys;
    const [listed] = await list();
    assert.deepEqual([listed.scope, listed.endsAt, listed.isEnded], ["read-only", endsAt, false]);
    clock.move(5000);
    assert.equal((await list())[0].isEnded, true);
    assert.equal((await visitor.request("DELETE", `/keys/${listed.prefix}`)).status, 204);
    assert.deepEqual(await list(), []);
    for (const wrong of [{ scope: "write" }, { endsAt: "tomorrow" }, { endsAt: 5 }]) {
      const answer = await visitor.request("POST", "/keys", { name: "x", ...wrong });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.json.details[0].field, Object.keys(wrong)[0]);
    }
  });
});
