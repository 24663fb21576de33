import assert from "node:assert/strict";
import { it } from "node:test";
import type { NewCode } from "../../src/codes/code.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { fillCodes } from "../support/many-codes.ts";
import { GONE, refusedOf } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const ONCE = { key: "k", bodyHash: "h", answer: "a", notBefore: 0 };

async function another(store: Store, id: string): Promise<NewCode> {
  return { ...(await store.codes.find(WORKSPACE, id))!, id: createId(), token: createToken() };
}

const notDeleted = (store: Store, workspaceId = WORKSPACE) =>
  store.auth.db
    .selectFrom("codes")
    .select("deleted_at")
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .execute();

onEachEngine("a suspended or removed owner", (engine) => {
  it("cannot create codes, and leaves no stored answer", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const code = await another(store, id);
    await addWorkspace(store, "admin", "admin");
    await store.accounts.change(WORKSPACE, { suspended: true });
    await assert.rejects(store.codes.create(code, ONCE), GONE);
    await store.accounts.change(WORKSPACE, { suspended: false });
    assert.equal(await store.codes.create(code, ONCE), null, "active again, and the key was not claimed");
    await store.accounts.remove(WORKSPACE, NOON);
    const late = { ...code, id: createId(), token: createToken() };
    await assert.rejects(store.codes.create(late, { ...ONCE, key: "other" }), GONE);
    const { db } = store.auth;
    assert.deepEqual(await db.selectFrom("idempotency").select("key").execute(), []);
    assert.deepEqual(await store.codes.findByTokens([late.token]), []);
  });

  it("leaves no active code, however many were being created at that moment", async () => {
    const [store, node] = await engine.emptiedPair();
    const template = await another(store, (await freshCode(store)).id);
    const making: Promise<string[]>[] = [];
    const make = (at: Store) => refusedOf([at.codes.create({ ...template, id: createId(), token: createToken() })]);
    for (let i = 0; i < 20; i++) making.push(make(store));
    const removal = node.accounts.remove(WORKSPACE, NOON);
    for (let i = 0; i < 20; i++) making.push(make(i % 2 ? store : node));
    await removal;
    making.push(make(store));
    while (await node.accounts.removeSomeCodes());
    const made = await Promise.all(making);
    assert.deepEqual(made.at(-1), [GONE.message], "the last was too late");
    assert.deepEqual([...new Set(made.flat())], [GONE.message]);
    assert.deepEqual(await notDeleted(store), []);
  });

  it("has codes that are paused immediately, and deleted in batches that another process may continue", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    await addWorkspace(store, WORKSPACE);
    await addWorkspace(store, "stays");
    await fillCodes(store.auth.db, engine.name, WORKSPACE, 450, NOON);
    await fillCodes(store.auth.db, engine.name, "stays", 3, NOON);
    const [shown] = await store.codes.findByTokens([`${WORKSPACE}1`]);
    assert.equal(shown!.isPublic, true);
    await store.accounts.remove(WORKSPACE, NOON);
    assert.equal((await notDeleted(store)).length, 450);
    const [rests] = await store.codes.findByTokens([`${WORKSPACE}1`]);
    assert.equal(rests!.isPublic, false);
    assert.equal(await store.accounts.removeSomeCodes(), true);
    assert.equal((await notDeleted(store)).length, 250, "a batch is small");
    await store.close();

    const again = await engine.open(place);
    while (await again.accounts.removeSomeCodes());
    assert.deepEqual(await notDeleted(again), []);
    assert.equal((await notDeleted(again, "stays")).length, 3);
    const bin = again.auth.db.selectFrom("codes").select("deleted_at").distinct();
    const rows = await bin.where("workspace_id", "=", WORKSPACE).execute();
    assert.deepEqual(rows, [{ deleted_at: NOON }], "the 30 days begin with the removal");
    assert.equal(await again.accounts.removeSomeCodes(), false);
  });
});
