import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { NOT_FOUND } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

onEachEngine("the plan of an account", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben", "cleo", "dora"]) await addWorkspace(store, id);
    for (const id of ["ben", "cleo"]) await store.accounts.change(id, { plan: "free" }, NOON);
  });

  const create = (id: string, userId: string) => store.workspaces.create({ id, name: id, createdAt: NOON }, userId);
  const planOf = async (id: string) => (await store.workspaces.find(id))?.plan;
  const planChanges = async (id: string) =>
    (await store.audit.page(id, { kind: "workspace", limit: 100 }))
      .filter(({ action }) => action === "workspace.plan-changed")
      .map(({ at, subject }) => [at, subject]);

  it("goes to the workspaces that it creates, and to no others that it owns", async () => {
    await create("company", "ada");
    await store.workspaces.join("company", "ben", "owner", NOON);
    await create("of ben", "ben");
    assert.deepEqual([await planOf("company"), await planOf("of ben")], ["pro", "free"]);
    await store.accounts.change("ben", { plan: "gold" }, NOON + 1);
    assert.deepEqual([await planOf("company"), await planOf("of ben"), await planOf("ben")], ["pro", "gold", "gold"]);
    assert.equal((await store.users.find("ben"))?.plan, "gold");
    assert.deepEqual(await planChanges("of ben"), [[NOON + 1, null]]);
    assert.deepEqual(await planChanges("company"), []);
    await store.accounts.change("ben", { plan: "free" }, NOON + 2);
    assert.deepEqual([await planOf("company"), await planOf("of ben")], ["pro", "free"]);
  });

  it("is not that of a workspace which a guest owns too, also when they delete their own and create another", async () => {
    await store.workspaces.join("company", "cleo", "owner", NOON);
    await store.workspaces.delete("cleo", NOON);
    assert.equal((await store.users.find("cleo"))?.workspaceId, "company", "the first that Cleo owns");
    await create("of cleo", "cleo");
    assert.equal(await planOf("of cleo"), "free");
    const removal = { workspaceId: "company", userId: "cleo", by: "cleo", now: NOON };
    await store.workspaces.delete("of cleo", NOON);
    await store.workspaces.removeMember(removal, { id: "spare", name: "Spare", createdAt: NOON });
    assert.equal(await planOf("spare"), "free", "the one of somebody who would own none");
    await store.workspaces.delete("spare", NOON);
    const [left] = await store.workspaces.ofUser("cleo");
    assert.equal(left!.plan, "free");
  });

  it("leaves a workspace alone to which an administrator gave another plan", async () => {
    await create("own plan", "ada");
    await store.workspaces.setPlan("own plan", "gold", NOON + 3);
    await assert.rejects(store.workspaces.setPlan("missing", "gold", NOON), NOT_FOUND);
    assert.equal((await store.users.find("ada"))?.plan, "pro");
    await store.accounts.change("ada", { plan: "free" }, NOON + 4);
    assert.deepEqual([await planOf("own plan"), await planOf("company")], ["gold", "free"]);
    assert.deepEqual(await planChanges("own plan"), [[NOON + 3, null]]);
    await store.workspaces.setPlan("own plan", "free", NOON + 5);
    await store.accounts.change("ada", { plan: "pro" }, NOON + 6);
    assert.equal(await planOf("own plan"), "pro", "on the account's plan it follows again");
  });

  it("stays with its workspaces once the account is removed", async () => {
    await create("left", "dora");
    await store.workspaces.join("left", "ben", "owner", NOON);
    await store.accounts.remove("dora", NOON);
    const { plan, madeBy } = (await store.workspaces.find("left"))!;
    assert.deepEqual([plan, madeBy], ["pro", null]);
    await store.accounts.change("ben", { plan: "gold" }, NOON);
    assert.equal(await planOf("left"), "pro");
  });

  it("is that of a workspace which is created while it changes", async () => {
    const [one, other] = await engine.emptiedPair();
    await addWorkspace(one, "eve");
    const creations = Array.from({ length: 12 }, (_, i) =>
      [one, other][i % 2]!.workspaces.create({ id: `eve ${i}`, name: "Eve", createdAt: NOON }, "eve"),
    );
    await Promise.all([...creations.slice(0, 6), one.accounts.change("eve", { plan: "free" }), ...creations.slice(6)]);
    const plans = (await one.workspaces.ofUser("eve")).map(({ plan }) => plan);
    assert.deepEqual(plans, Array(13).fill("free"));
  });
});
