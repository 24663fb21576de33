import assert from "node:assert/strict";
import { it } from "node:test";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { until } from "../support/eventually.ts";
import { GONE, wrong } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const BRAND = { name: "Café", color: "#9c4221", logoId: null, website: null, afterwards: null, showFooter: false };

async function madeLogo(store: Store, workspaceId = WORKSPACE): Promise<string> {
  const logo = { id: createId(), workspaceId, width: 1, height: 1, createdAt: NOON, hash: createId() };
  await store.logos.create({ ...logo, bytes: new Uint8Array([1]) }, 200);
  return logo.id;
}

onEachEngine("A brand", (engine) => {
  it("is empty until it is set, is replaced as a whole, and is removed with its owner", async () => {
    const store = await engine.emptied();
    await assert.rejects(store.brands.set(WORKSPACE, BRAND, 1), GONE, "no owner");
    await addWorkspace(store);
    assert.equal(await store.brands.find(WORKSPACE), null);
    await store.brands.set(WORKSPACE, BRAND, 1);
    assert.deepEqual(await store.brands.find(WORKSPACE), BRAND);
    const other = { ...BRAND, name: null, showFooter: true };
    await store.brands.set(WORKSPACE, other, 1);
    assert.deepEqual(await store.brands.find(WORKSPACE), other);
    assert.equal(await store.brands.find("another"), null);
    await addWorkspace(store, "another", "admin");
    await store.accounts.remove(WORKSPACE, NOON);
    assert.equal(await store.brands.find(WORKSPACE), null);
  });

  it("keeps its logo, and refuses another owner's", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    await addWorkspace(store, "another");
    const [own, foreign] = [await madeLogo(store), await madeLogo(store, "another")];
    const taken = store.brands.set(WORKSPACE, { ...BRAND, logoId: foreign }, 1);
    await assert.rejects(taken, wrong("Invalid: logoId."));
    assert.equal(await store.brands.find(WORKSPACE), null);
    await store.brands.set(WORKSPACE, { ...BRAND, logoId: own }, 1);
    assert.deepEqual(await store.logos.remove(WORKSPACE, own, 1), { codes: 0, styles: 0, brands: 1 });
    await store.brands.set(WORKSPACE, BRAND, 1);
    assert.deepEqual(await store.logos.remove(WORKSPACE, own, 1), { codes: 0, styles: 0, brands: 0 });
  });

  it("is announced to every node when changed, without codes", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    // SQLite has one node.
    const listening = engine.name === "postgres" ? await engine.open(place) : store;
    await addWorkspace(store);
    const heard = { brands: 0, codes: [] as (string | null)[] };
    listening.onBrandChanged(() => heard.brands++);
    listening.onCodeChanged((token) => heard.codes.push(token));
    const before = heard.brands;
    await store.brands.set(WORKSPACE, BRAND, 1);
    await until(() => heard.brands > before);
    assert.deepEqual(heard.codes, []);
  });
});

onEachEngine("The page of a code", (engine) => {
  it("is stored with the code, announced, and erased with it", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    assert.equal((await store.codes.find(WORKSPACE, id))?.page, null);
    const page = '{"title":"Hello","text":null}';
    const changed = await store.codes.update(WORKSPACE, id, NOON + 1, () => ({ page }));
    assert.equal(changed?.page, page);
    assert.equal((await store.codes.findByTokens([changed!.token]))[0]?.page, page);
    await store.codes.remove(WORKSPACE, id, NOON + 2);
    await store.maintain(NOON + 40 * 86_400_000);
    const rows = await store.auth.db.selectFrom("codes").select("page").where("id", "=", id).execute();
    assert.deepEqual(rows, [{ page: null }]);
  });
});
