import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { createDomains } from "../../src/domains/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { signedIn } from "../dashboard/support.ts";
import { startApp } from "../support/app.ts";
import { until } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const LOCAL = "http://localhost:3000";

onEachEngine("Domains in the store", (engine) => {
  async function verified(store: Store, host: string, workspaceId = WORKSPACE) {
    const domain = { id: createId(), workspaceId, host, proof: `tessera=${host}`, createdAt: NOON };
    await store.domains.create(domain, 50);
    const found = (await store.domains.find(workspaceId, domain.id))!;
    await store.domains.verify(found, [domain.proof], NOON);
    return domain.id;
  }

  it("are found out by check: a default that is not verified, two defaults, one listed as removed, no workspace", async () => {
    const store = await engine.fresh();
    const { db } = store.auth;
    await addWorkspace(store);
    const id = await verified(store, "go.example.com");
    await verified(store, "to.example.com");
    await store.domains.setDefault(WORKSPACE, id, true, NOON);
    assert.deepEqual(await store.scans.check(), []);
    await sql`DROP INDEX domains_default`.execute(db);
    await db.updateTable("domains").set({ is_default: 1 }).execute();
    assert.deepEqual(await store.scans.check(), [`workspace ${WORKSPACE}: 2 default domains`]);
    await db.updateTable("domains").set({ is_default: 0 }).where("host", "=", "to.example.com").execute();
    await db.updateTable("domains").set({ verified_at: null }).where("id", "=", id).execute();
    assert.deepEqual(await store.scans.check(), ["domain go.example.com: it is the default, but is not verified"]);
    await db.deleteFrom("domains").where("id", "=", id).execute();
    await db.insertInto("retired_hosts").values({ host: "to.example.com", retired_at: NOON }).execute();
    const listed = "domain to.example.com: it is verified, but is listed as removed";
    assert.deepEqual(await store.scans.check(), [listed]);
    if (engine.name === "sqlite") await sql`PRAGMA foreign_keys = OFF`.execute(db);
    else await sql`ALTER TABLE domains DROP CONSTRAINT domains_workspace_id_fkey`.execute(db);
    await db.updateTable("domains").set({ workspace_id: "gone" }).execute();
    assert.deepEqual(await store.scans.check(), ["domain to.example.com: its workspace does not exist", listed]);
  });

  it("are neither the service's own host nor one above it", async () => {
    const store = await engine.fresh();
    await addWorkspace(store);
    const { add } = createDomains({
      store,
      clock: createSystemClock(),
      createId,
      knownDomains: { refresh: async () => {} },
      lookUpTxt: async () => ({ values: [] }),
      baseUrl: () => "https://qr.shop.example.co.uk/codes",
    });
    for (const host of ["qr.shop.example.co.uk", "Shop.example.co.uk", "example.co.uk.", "co.uk"]) {
      await assert.rejects(
        add(WORKSPACE, host),
        /must not be (the address of this service|a parent of this service's)/,
      );
    }
    assert.deepEqual(await store.domains.list(WORKSPACE), []);
    for (const host of ["go.qr.shop.example.co.uk", "op.example.co.uk", "ample.co.uk"]) await add(WORKSPACE, host);
  });

  it("end the warning that phones cannot open codes, in their workspace", async () => {
    const app = await startApp({ engine, settings: { BASE_URL: LOCAL } });
    try {
      const owner = await signedIn(app, "local@example.com", "member", LOCAL);
      const { workspaceId } = (await app.store.users.findByEmail("local@example.com"))!;
      const me = async () => (await owner.request("GET", "/me")).json;
      const before = await me();
      assert.equal(before.shareBase, LOCAL);
      assert.equal(before.service.isLocal, true);
      const id = await verified(app.store, "go.example.com", workspaceId);
      assert.equal((await me()).service.isLocal, true, "links do not use it yet");
      await app.store.domains.setDefault(workspaceId, id, true, NOON);
      await until(async () => (await me()).shareBase === "http://go.example.com");
      assert.equal((await me()).service.isLocal, false);
    } finally {
      await app.close();
    }
  });
});
