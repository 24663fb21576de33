import assert from "node:assert/strict";
import { it } from "node:test";
import type { NewLogo, SavedStyle } from "../../src/looks/look.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { GONE, wrong } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const DOTS = '{"modules":"dots"}';
const withLogo = (id: string) => JSON.stringify({ modules: "dots", logo: { id, scale: 0.2 } });

const styleOf = (fields: Partial<SavedStyle> = {}): SavedStyle => ({
  id: createId(),
  workspaceId: WORKSPACE,
  name: "Ours",
  isDefault: false,
  style: DOTS,
  createdAt: NOON,
  ...fields,
});
const logoOf = (fields: Partial<NewLogo> = {}): NewLogo => ({
  id: createId(),
  workspaceId: WORKSPACE,
  width: 2,
  height: 1,
  createdAt: NOON,
  hash: createId(),
  bytes: new Uint8Array([0, 1, 255]),
  ...fields,
});
const madeLogo = async (store: Store, fields: Partial<NewLogo> = {}): Promise<string> => {
  const { id } = await store.logos.create(logoOf(fields), 200);
  return id;
};

onEachEngine("looks", (engine) => {
  it("are stored, changed and removed for their owner only, newest first", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    await addWorkspace(store, "other");
    const [first, second] = [styleOf(), styleOf({ name: "Second" })];
    for (const style of [first, second]) {
      assert.equal(await store.styles.create(style, 2), null);
    }
    const full = wrong("There are already 2 styles, which is the limit. Delete one first.");
    await assert.rejects(store.styles.create(styleOf(), 2), full);
    await assert.rejects(store.styles.create(styleOf({ workspaceId: "nobody" }), 2), GONE);
    assert.deepEqual(await store.styles.list(WORKSPACE, 10), [second, first]);
    assert.deepEqual(await store.styles.list(WORKSPACE, 10, second.id), [first]);
    assert.deepEqual(await store.styles.list("other", 10), []);
    assert.equal(await store.styles.find("other", first.id), null);
    assert.equal(await store.styles.change("other", first.id, { name: "Mine" }, 1), null);
    assert.equal(await store.styles.remove("other", first.id, 1), false);
    const changed = { ...first, name: "First" };
    assert.deepEqual(await store.styles.change(WORKSPACE, first.id, { name: "First" }, 1), changed);
    assert.equal(await store.styles.remove(WORKSPACE, first.id, 1), true);
    assert.equal(await store.styles.find(WORKSPACE, first.id), null);
  });

  it("that are imported belong to their owner, even if another owner has the same id", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    await addWorkspace(store, "other");
    const logo = logoOf();
    const [mine] = await store.importer.addLogos([logo]);
    assert.equal(mine, logo.id);
    const style = styleOf({ style: withLogo(logo.id) });
    await store.importer.addStyles([style]);
    const theirs = { ...logo, workspaceId: "other" };
    const [other] = await store.importer.addLogos([theirs]);
    assert.deepEqual([...(await store.logos.bytes("other", other!))!], [...logo.bytes]);
    assert.deepEqual(await store.importer.addLogos([theirs]), [other]);
    assert.deepEqual(await store.importer.addLogos([logo]), [mine]);
    const named = { ...style, workspaceId: "other", style: withLogo(other!) };
    for (let times = 0; times < 2; times++) await store.importer.addStyles([named, style]);
    const [kept, ...more] = await store.styles.list("other", 10);
    assert.deepEqual({ ...kept, id: style.id }, named);
    assert.deepEqual(more, []);
    assert.deepEqual(await store.styles.list(WORKSPACE, 10), [style]);
  });

  it("have at most one default, even with concurrent requests", async () => {
    const [store, node] = await engine.emptiedPair();
    await addWorkspace(store);
    const styles = Array.from({ length: 4 }, () => styleOf({ isDefault: true }));
    await Promise.all(styles.map((style, i) => (i % 2 ? store : node).styles.create(style, 200)));
    await Promise.all(
      styles.map(({ id }, i) => (i % 2 ? node : store).styles.change(WORKSPACE, id, { isDefault: true }, 1)),
    );
    const defaults = (await store.styles.list(WORKSPACE, 10)).filter(({ isDefault }) => isDefault);
    assert.equal(defaults.length, 1);
    await store.styles.change(WORKSPACE, defaults[0]!.id, { isDefault: false }, 1);
    assert.ok((await store.styles.list(WORKSPACE, 10)).every(({ isDefault }) => !isDefault));
  });

  it("are applied to new codes if they are the default, and to no other owner's", async () => {
    const store = await engine.emptied();
    const before = await freshCode(store);
    await addWorkspace(store, "other");
    await store.styles.create(styleOf({ isDefault: true }), 200);
    const { id } = await freshCode(store);
    const foreign = newCode("other", NOON);
    const plain = newCode(WORKSPACE, NOON, { style: null });
    for (const code of [foreign, plain]) await store.codes.create(code);
    const lookOf = async (owner: string, of: string) => (await store.codes.find(owner, of))?.style;
    assert.equal(await lookOf(WORKSPACE, id), DOTS);
    assert.equal(await lookOf(WORKSPACE, before.id), null, "existing codes are unchanged");
    assert.equal(await lookOf("other", foreign.id), null);
    assert.equal(await lookOf(WORKSPACE, plain.id), null, "an explicit look is not replaced");
  });

  it("are applied to many codes at once: only existing ones, and only differences are written", async () => {
    const [store, node] = await engine.emptiedPair();
    const [one, two, gone] = [await freshCode(store), await freshCode(store), await freshCode(store)];
    await store.codes.remove(WORKSPACE, gone.id, NOON);
    await store.codes.update(WORKSPACE, two.id, NOON, () => ({ style: DOTS }));
    const heard: (string | null)[] = [];
    store.onCodeChanged((token) => heard.push(token));
    const ids = [one.id, two.id, gone.id, "none"];
    const changed = await store.codes.applyStyle(WORKSPACE, ids, DOTS, NOON + 5);
    assert.deepEqual(changed.sort(), [one.id, two.id].sort());
    const found = await node.codes.findMany(WORKSPACE, ids);
    const times = new Map(found.map((code) => [code.id, [code.style, code.updatedAt]]));
    assert.deepEqual(times.get(one.id), [DOTS, NOON + 5]);
    assert.deepEqual(times.get(two.id), [DOTS, NOON], "it had the look");
    assert.ok(heard.includes(found.find(({ id }) => id === one.id)!.token), "every node is notified");
    assert.deepEqual(await store.codes.applyStyle("other", ids, null, NOON), []);
    assert.deepEqual(await store.codes.applyStyle(WORKSPACE, [], null, NOON), []);
    assert.equal((await store.codes.find(WORKSPACE, one.id))?.style, DOTS);
  });
});

onEachEngine("logos", (engine) => {
  it("are stored once however often they are uploaded, for their owner only", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    await addWorkspace(store, "other");
    const logo = logoOf({ hash: "same" });
    const { hash: _hash, bytes, ...kept } = logo;
    assert.deepEqual(await store.logos.create(logo, 1), kept);
    const again = logoOf({ hash: "same", width: 9 });
    assert.deepEqual(await store.logos.create(again, 1), kept, "the first, although there is space for one");
    const full = wrong("There are already 1 logos, which is the limit. Delete one first.");
    await assert.rejects(store.logos.create(logoOf(), 1), full);
    await assert.rejects(store.logos.create(logoOf({ workspaceId: "nobody" }), 1), GONE);
    assert.notEqual(await madeLogo(store, { workspaceId: "other", hash: "same" }), logo.id);
    assert.deepEqual(await store.logos.list(WORKSPACE, 10), [kept]);
    assert.deepEqual(await store.logos.list(WORKSPACE, 10, logo.id), []);
    assert.deepEqual(await store.logos.find(WORKSPACE, logo.id), kept);
    assert.equal(await store.logos.find("other", logo.id), null);
    assert.deepEqual([...(await store.logos.bytes(WORKSPACE, logo.id))!], [...bytes]);
    assert.equal(await store.logos.bytes("other", logo.id), null);
    assert.equal(await store.logos.remove("other", logo.id, 1), null);
  });

  it("are kept as long as a code, even a deleted one, or a style uses them", async () => {
    const store = await engine.emptied();
    const { id: codeId } = await freshCode(store);
    const id = await madeLogo(store);
    await store.codes.update(WORKSPACE, codeId, NOON, () => ({ style: withLogo(id) }));
    const style = styleOf({ style: withLogo(id) });
    await store.styles.create(style, 200);
    assert.deepEqual(await store.logos.remove(WORKSPACE, id, 1), { codes: 1, styles: 1, brands: 0 });
    await store.styles.remove(WORKSPACE, style.id, 1);
    await store.codes.remove(WORKSPACE, codeId, NOON);
    assert.deepEqual(await store.logos.remove(WORKSPACE, id, 1), { codes: 1, styles: 0, brands: 0 });
    assert.ok(await store.logos.find(WORKSPACE, id));
    await store.codes.restore(WORKSPACE, codeId, NOON);
    await store.codes.update(WORKSPACE, codeId, NOON, () => ({ style: null }));
    assert.deepEqual(await store.logos.remove(WORKSPACE, id, 1), { codes: 0, styles: 0, brands: 0 });
    assert.equal(await store.logos.find(WORKSPACE, id), null);
  });

  it("must exist for any look that is written, even with concurrent deletions", async () => {
    const [store, node] = await engine.emptiedPair();
    const { id: codeId } = await freshCode(store);
    const gone = withLogo(createId());
    const style = styleOf({ style: gone });
    const saved = styleOf();
    await store.styles.create(saved, 200);
    const update = store.codes.update(WORKSPACE, codeId, NOON, () => ({ style: gone }));
    await assert.rejects(update, wrong("Invalid: logo.id."));
    for (const write of [
      () => store.codes.applyStyle(WORKSPACE, [codeId], gone, NOON),
      () => store.styles.create(style, 200),
      () => store.styles.change(WORKSPACE, saved.id, { style: gone }, 1),
    ]) {
      await assert.rejects(write(), wrong("Invalid: style.logo.id."));
    }
    assert.equal((await store.codes.find(WORKSPACE, codeId))?.style, null);
    for (let round = 0; round < 5; round++) {
      const id = await madeLogo(store);
      const [written, removed] = await Promise.allSettled([
        store.codes.update(WORKSPACE, codeId, NOON, () => ({ style: withLogo(id) })),
        node.logos.remove(WORKSPACE, id, 1),
      ]);
      assert.equal(removed.status, "fulfilled");
      const isThere = (await node.logos.find(WORKSPACE, id)) !== null;
      assert.equal(written.status === "fulfilled", isThere, "a look has its logo");
    }
  });

  it("are removed with their owner, and so are styles; an erased code keeps no look", async () => {
    const store = await engine.emptied();
    await addWorkspace(store, "admin", "admin");
    const { id: codeId } = await freshCode(store);
    await madeLogo(store);
    await store.styles.create(styleOf(), 200);
    await store.codes.update(WORKSPACE, codeId, NOON, () => ({ style: DOTS }));
    await store.accounts.remove(WORKSPACE, NOON);
    while (await store.accounts.removeSomeCodes());
    const { db } = store.auth;
    assert.deepEqual(await db.selectFrom("logos").select("id").execute(), []);
    assert.deepEqual(await db.selectFrom("styles").select("id").execute(), []);
    await store.maintain(NOON + 40 * 86_400_000);
    assert.deepEqual(await db.selectFrom("codes").select("style").execute(), [{ style: null }]);
  });
});
