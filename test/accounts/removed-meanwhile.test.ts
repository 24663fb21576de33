/** Users who are removed after their request was authenticated and before its result is written. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { PNG_TYPE, picture } from "../api/look-support.ts";
import { assertError, PATH, useOwnApp } from "../api/support.ts";
import { BASE, signedIn } from "../dashboard/support.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";

const HOOK = { url: "https://hooks.example.com/tessera" };
const GONE = "The account has been removed or suspended.";

onEachEngine("A user who is removed during a request", (engine) => {
  const use = useOwnApp(engine);

  /** Removes the user just before the store creates something for them. */
  async function removing<T>(userId: string, part: object, ask: () => Promise<T>): Promise<T> {
    const calls = part as Record<string, (...args: unknown[]) => unknown>;
    const name = "createAll" in part ? "createAll" : "create";
    const make = calls[name]!;
    calls[name] = async (...args) => {
      await use.app.store.accounts.remove(userId, use.clock.now());
      return make(...args);
    };
    try {
      return await ask();
    } finally {
      calls[name] = make;
    }
  }

  it("401: for everything they create with a key", async () => {
    const { webhooks, styles, logos, codes } = use.app.store;
    const makes = [
      [codes, PATH, { json: VALID_BODY }],
      [webhooks, "/api/v1/webhooks", { json: HOOK }],
      [styles, "/api/v1/styles", { json: { name: "Dots", style: { modules: "dots" } } }],
      [logos, "/api/v1/logos", { body: picture(), headers: PNG_TYPE }],
    ] as const;
    for (const [part, path, options] of makes) {
      const { id, key } = await use.app.user();
      const ask = () => use.app.request("POST", path, { key, ...options });
      const answer = await removing(id, part, ask);
      assertError(answer, 401, "invalid_api_key");
      assert.equal(answer.json.message, GONE, path);
    }
  });

  it("401: for a key or a webhook created in the dashboard", async () => {
    const { keys, webhooks, users } = use.app.store;
    const makes = [
      [keys, "/keys", { name: "Till" }],
      [webhooks, "/webhooks", HOOK],
    ] as const;
    for (const [part, path, json] of makes) {
      const email = `${path.slice(1)}@example.com`;
      const visitor = await signedIn(use.app, email);
      const { id } = (await users.findByEmail(email))!;
      const answer = await removing(id, part, () => visitor.request("POST", path, json));
      assert.equal(answer.status, 401, `${BASE}${path}: ${answer.text}`);
      assert.equal(answer.json.message, GONE);
    }
  });
});
