import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON, WORKSPACE } from "./support.ts";

onEachEngine("The store of links to an account", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store);
  });

  it("accepts a token until it is used, replaced or expired", async () => {
    const { oneTimeTokens } = store;
    const holds = (hash: string, now = NOON) => oneTimeTokens.holds("reset one", hash, now);
    await oneTimeTokens.replace("reset one", "first", NOON, NOON + 1000);
    assert.equal(await holds("first"), true);
    assert.equal(await holds("first"), true, "checking does not use it up");
    assert.equal(await holds("other"), false);
    assert.equal(await oneTimeTokens.holds("reset two", "first", NOON), false);
    assert.equal(await holds("first", NOON + 1000), false);
    await oneTimeTokens.replace("reset one", "second", NOON, NOON + 1000);
    assert.equal(await holds("first"), false);
    assert.equal(await oneTimeTokens.find("reset one", NOON + 999), "second");
    assert.equal(await oneTimeTokens.find("reset one", NOON + 1000), null);
    assert.equal(await oneTimeTokens.use("reset one", "second", NOON), true);
    assert.equal(await holds("second"), false);
    assert.equal(await oneTimeTokens.find("reset one", NOON), null);
  });

  it("knows whether an account has a password", async () => {
    const { accounts } = store;
    await accounts.create({
      id: "invited",
      email: "invited@example.com",
      name: "invited",
      role: "member",
      workspaceId: "invited",
      plan: "free",
      passwordHash: null,
      createdAt: NOON,
      emailVerified: true,
      firstAdmin: false,
    });
    assert.equal(await accounts.hasPassword(WORKSPACE), true);
    assert.equal(await accounts.hasPassword("invited"), false);
    assert.equal(await accounts.hasPassword("nobody"), false);
    await accounts.setPassword("invited", "a hash", NOON);
    assert.equal(await accounts.hasPassword("invited"), true);
  });
});
