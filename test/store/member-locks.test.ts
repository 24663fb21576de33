import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { DomainError } from "../../src/shared/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

onEachEngine("Changes of members and accounts", (engine) => {
  let made = 0;
  const spare = () => ({ id: `spare ${++made}`, name: "Spare", createdAt: NOON });
  const addKey = (store: Store, workspaceId: string, madeBy: string) => {
    const id = `key ${++made}`;
    const key = { id, workspaceId, madeBy, name: id, prefix: id, lastFour: "four", hash: "00" };
    return store.keys.create({ ...key, scope: "full", endsAt: null, createdAt: NOON }, 1000);
  };
  /** Ben, whose address nobody has proved, owns a single workspace, together with Ada. */
  async function fill(store: Store) {
    for (const id of ["ada", "ben"]) await addWorkspace(store, id);
    await store.workspaces.join("ben", "ada", "owner", NOON);
    await store.auth.db.updateTable("user").set({ emailVerified: false }).where("id", "=", "ben").execute();
  }

  it("take their locks in the same order, also when an account is taken over", async () => {
    if (engine.name === "sqlite") return;
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    await fill(store);
    await addKey(store, "ben", "ben");
    const holder = new Client({ connectionString: place.databaseUrl! });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM api_keys FOR UPDATE");
    const removed = store.workspaces.removeMember({ workspaceId: "ben", userId: "ben", by: "ada", now: NOON }, spare());
    await lockWaits(store.auth.db, 1);
    const taken = store.accounts.takeOver("ben", { provesEmail: true, now: NOON });
    await lockWaits(store.auth.db, 2);
    await holder.query("COMMIT");
    const outcomes = await Promise.allSettled([removed, taken]);
    await holder.end();
    assert.deepEqual(
      outcomes.filter(({ status }) => status === "rejected"),
      [],
    );
  });

  it("do not fail in any mix", async () => {
    const store = await engine.fresh();
    await fill(store);
    const { db } = store.auth;
    const unlessRefused = (error: unknown) => assert.ok(error instanceof DomainError, error as Error);
    const change = (by: string, userId: string) => ({ workspaceId: "ben", userId, by, now: NOON });
    const requests = [
      () => store.workspaces.removeMember(change("ada", "ben"), spare()),
      () => store.workspaces.setRole({ ...change("ada", "ben"), role: "viewer" }, spare()),
      () => store.workspaces.setRole({ ...change("ada", "ben"), role: "owner" }, spare()),
      () => store.workspaces.join("ben", "ben", "owner", NOON),
      () => addKey(store, "ben", "ben"),
      () => store.accounts.takeOver("ben", { provesEmail: false, now: NOON }),
      () => store.accounts.setPassword("ben", "hash", NOON),
      () => store.accounts.change("ben", { suspended: true }),
      () => store.accounts.change("ben", { suspended: false }),
      () => store.workspaces.create(spare(), "ben", 3),
      async () => {
        const { workspaceId } = (await store.users.find("ben"))!;
        if (workspaceId !== "ben") await store.workspaces.delete(workspaceId, NOON);
      },
    ];
    for (let round = 0; round < 10; round++) {
      const mixed = requests.map((_, i) => requests[(i * 7 + round) % requests.length]!);
      await Promise.all(mixed.map((request) => request().catch(unlessRefused)));
    }
    const owners = await db.selectFrom("members").select("user_id").where("role", "=", "owner").execute();
    assert.ok(owners.some(({ user_id }: { user_id: string }) => user_id === "ben"));
  });
});
