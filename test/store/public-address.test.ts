import assert from "node:assert/strict";
import { it } from "node:test";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

onEachEngine("What has the public address in its links", (engine) => {
  it("are the codes of all workspaces without a default domain, and some of them were scanned", async () => {
    const store = await engine.emptied();
    assert.deepEqual(await store.settings.links(100), { codes: 0, scanned: 0, isMore: false, domains: 0 });
    const [scanned, removed] = [await freshCode(store), await freshCode(store)];
    await freshCode(store);
    await settleLines(store, [scansOf(scanned.id, 2).join("")]);
    await store.codes.remove(WORKSPACE, removed.id, NOON);
    const other = "other";
    await addWorkspace(store, other);
    await store.codes.create(newCode(other, NOON));
    assert.deepEqual(await store.settings.links(100), { codes: 3, scanned: 1, isMore: false, domains: 0 });
    assert.deepEqual(await store.settings.links(2).then(({ codes, isMore }) => [codes, isMore]), [2, true]);

    const domain = { id: "d", workspaceId: other, host: "go.example.com", proof: "proof", createdAt: NOON };
    await store.domains.create(domain, 50);
    await store.domains.verify((await store.domains.find(other, "d"))!, ["proof"], NOON);
    assert.equal((await store.settings.links(100)).codes, 3, "links keep the public address until it is the default");
    await store.domains.setDefault(other, "d", true, NOON);
    assert.deepEqual(await store.settings.links(100), { codes: 2, scanned: 1, isMore: false, domains: 1 });
  });
});
