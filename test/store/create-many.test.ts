import assert from "node:assert/strict";
import { it } from "node:test";
import type { NewCode } from "../../src/codes/code.ts";
import { createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { GONE } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON, WORKSPACE } from "./support.ts";

const ONCE = { key: "k", bodyHash: "h", answer: "first", notBefore: NOON - 1000 };
const FIRST = { bodyHash: "h", answer: "first" };

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...newCode(WORKSPACE, NOON), name: `Code ${i}` }));

const namesOf = async (store: Store) => {
  const query = store.auth.db.selectFrom("codes").select("name").orderBy("num");
  return (await query.execute()).map((row: { name: string }) => row.name);
};

onEachEngine("codes created together", (engine) => {
  it("are created in order, each as if it were created alone", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const [alone, first, second] = many(3) as [NewCode, NewCode, NewCode];
    Object.assign(second, { category: "Ä 'quoted' \"twice\" \\ 😀", isPublic: false, expiresFixed: true });
    const heard: (string | null)[] = [];
    store.onCodeChanged((token) => heard.push(token));
    assert.equal(await store.codes.create(alone), null);
    assert.equal(await store.codes.createAll([first, second]), null);
    // A notification that arrives before the answer counts too.
    assert.deepEqual([...new Set(heard)], [alone.token, first.token, second.token]);
    const found = await Promise.all(
      [alone, first, second].map(async ({ id }) => (await store.codes.find(WORKSPACE, id))!),
    );
    const [one, two, three] = found;
    const own = { num: 0, id: "", token: "", name: "" };
    assert.deepEqual({ ...two, ...own }, { ...one, ...own });
    const { category, isPublic, expiresFixed } = three!;
    assert.deepEqual([category, isPublic, expiresFixed], [second.category, false, true]);
    const { codes } = await store.codes.list(WORKSPACE, { state: "paused" }, NOON, 10);
    assert.deepEqual(
      codes.map(({ id }) => id),
      [second.id],
      "the sort keys of lists are stored too",
    );
    assert.deepEqual(await namesOf(store), ["Code 0", "Code 1", "Code 2"]);
  });

  it("are all created or none: a taken token leaves nothing, not even the key", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const codes = many(5);
    codes[4]!.token = codes[1]!.token;
    assert.deepEqual(await store.codes.createAll(codes, ONCE), { taken: new Set() });
    assert.deepEqual(await namesOf(store), []);
    codes[4]!.token = createToken();
    assert.equal(await store.codes.createAll(codes, ONCE), null);
    assert.equal((await namesOf(store)).length, 5);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are created once for concurrent requests with the same key", async () => {
    const nodes = await engine.emptiedPair();
    await addWorkspace(nodes[0]!);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => nodes[i % 2]!.codes.createAll(many(20), ONCE)),
    );
    assert.equal(answers.filter((answer) => answer === null).length, 1);
    assert.deepEqual(answers.filter(Boolean), Array(9).fill(FIRST));
    assert.equal((await namesOf(nodes[0]!)).length, 20);
  });

  it("are created again if the key's answer is too old, and by only one of concurrent requests", async () => {
    const nodes = await engine.emptiedPair();
    await addWorkspace(nodes[0]!);
    assert.equal(await nodes[0]!.codes.createAll(many(1), ONCE), null);
    const later = { ...ONCE, notBefore: NOON + 1, answer: "second" };
    const codes = () => many(2).map((code) => ({ ...code, createdAt: NOON + 1 }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => nodes[i % 2]!.codes.createAll(codes(), later)),
    );
    assert.equal(answers.filter((answer) => answer === null).length, 1);
    assert.deepEqual(answers.filter(Boolean), Array(9).fill({ bodyHash: "h", answer: "second" }));
    assert.equal((await namesOf(nodes[0]!)).length, 3);
  });

  it("are not created for a removed owner", async () => {
    const store = await engine.emptied();
    await assert.rejects(store.codes.createAll(many(3), ONCE), GONE);
    assert.deepEqual(await namesOf(store), []);
    assert.deepEqual(await store.auth.db.selectFrom("idempotency").selectAll().execute(), []);
  });
});
