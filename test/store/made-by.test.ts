import assert from "node:assert/strict";
import { it } from "node:test";
import { createKeys } from "../../src/keys/service.ts";
import { newCode } from "../support/fixtures.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";
import { webhookOf } from "./webhook-support.ts";

onEachEngine("the creator of a workspace", (engine) => {
  it("is known for its codes, its webhooks that have work, and its links to numbers", async () => {
    const store = await engine.emptied();
    await addWorkspace(store, "ada");
    await store.workspaces.create({ id: "studio", name: "Studio", plan: "pro", createdAt: NOON }, "ada");
    const webhook = await webhookOf(store, undefined, "ada");
    const ofStudio = { ...webhook, id: crypto.randomUUID(), workspaceId: "studio" };
    assert.equal(await store.webhooks.create(ofStudio, 20), null);
    const code = newCode("studio", NOON);
    await store.codes.create(code);
    await store.codes.create(newCode("ada", NOON));
    const due = (await store.deliveries.due(NOON + 1)).map(({ workspaceId, person }) => ({ workspaceId, person }));
    assert.deepEqual(
      due.toSorted((a, b) => a.workspaceId.localeCompare(b.workspaceId)),
      [
        { workspaceId: "ada", person: "ada" },
        { workspaceId: "studio", person: "ada" },
      ],
    );
    assert.equal((await store.codes.findByTokens([code.token]))[0]!.madeBy, "ada");
    const link = { id: crypto.randomUUID(), secret: "s".repeat(32), createdAt: NOON, endsAt: null, madeBy: null };
    await store.insightLinks.create({ ...link, workspaceId: "studio", codeId: null }, 10);
    assert.equal((await store.insightLinks.find(link.secret, NOON))!.madeBy, "ada");
  });

  it("is charged for keys only once the account that made them is removed", async () => {
    const store = await engine.emptied();
    await addWorkspace(store, "ada");
    await addWorkspace(store, "eve");
    const member = { workspace_id: "ada", user_id: "eve", role: "editor", joined_at: NOON };
    await store.auth.db.insertInto("members").values(member).execute();
    const keys = createKeys({ store, clock: createTestClock(NOON), createId: () => crypto.randomUUID() });
    const { text } = await keys.create({ workspaceId: "ada", userId: "eve" }, "eve's");
    const { text: own } = await keys.create({ workspaceId: "ada", userId: "ada" }, "ada's");
    const personOf = async (key: string) => (await keys.verify(key))?.person;
    assert.deepEqual([await personOf(text), await personOf(own)], ["eve", "ada"]);
    await store.auth.db.updateTable("api_keys").set({ made_by: null }).execute();
    assert.equal(await personOf(text), "ada");
  });
});
