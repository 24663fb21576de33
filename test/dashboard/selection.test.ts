import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

const COUNT = 120;

onEachEngine("actions on many codes at once", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  let owner: Visitor;
  let other: Visitor;
  let workspaceId: string;
  let ids: string[];
  const post = async (path: string, body: unknown, by = owner) => {
    const answer = await by.request("POST", `/selection/${path}`, body);
    return { status: answer.status, ...answer.json };
  };
  const change = (changes: unknown) => post("change", { changes });
  const select = async (query = "") => (await owner.request("GET", `/selection?${query}`)).json;
  const findAll = async () => {
    const found = await app.store.codes.findMany(workspaceId, ids);
    return found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  };

  before(async () => {
    app = await startApp({ engine, clock, settings: { DASHBOARD_LIMIT: "30" } });
    owner = await signedIn(app, "owner@example.com");
    other = await signedIn(app, "other@example.com");
    workspaceId = (await app.store.users.findByEmail("owner@example.com"))!.workspaceId;
    const made = Array.from({ length: COUNT }, (_, i) =>
      newCode(workspaceId, clock.now(), {
        name: `Poster ${String(i).padStart(3, "0")}`,
        category: i % 3 === 0 ? null : i % 3 === 1 ? "Spring" : "Autumn",
      }),
    );
    for (const code of made) await app.store.codes.create(code);
    ids = made.map(({ id }) => id);
  });
  after(() => app.close());

  it("find the ids of all codes of a list, in its order", async () => {
    assert.deepEqual(await select("sort=name"), { ids, more: false });
    assert.deepEqual((await select()).ids, ids.toReversed());
    assert.deepEqual(
      (await select("category=Spring&sort=name")).ids,
      ids.filter((_, i) => i % 3 === 1),
    );
    assert.deepEqual((await select("q=poster%20007")).ids, [ids[7]]);
    assert.deepEqual(await other.request("GET", "/selection").then(({ json }) => json.ids), []);
  });

  it("stop at the maximum that may be selected, and report that there are more", async () => {
    const { codes } = app.store;
    assert.deepEqual(await codes.select(workspaceId, {}, clock.now(), "name", 7), { ids: ids.slice(0, 7), more: true });
    assert.equal((await codes.select(workspaceId, {}, clock.now(), "newest", COUNT)).more, false);
  });

  it("pause all, in several batches, report each, and are undone exactly", async () => {
    await change([{ ids: ids.slice(0, 3), change: { isPublic: false } }]);
    const { token } = (await findAll())[0]!;
    const { token: active } = (await findAll()).at(-1)!;
    const visit = async (of: string) => (await app.request("GET", `/r/${of}`)).status;
    assert.deepEqual([await visit(token), await visit(active)], [404, 302]);
    const foreign = newCode((await app.store.users.findByEmail("other@example.com"))!.workspaceId, 1);
    await app.store.codes.create(foreign);
    const paused = await change([{ ids: [...ids, ids[0], foreign.id, "no id"], change: { isPublic: false } }]);
    assert.deepEqual(
      { ...paused, before: undefined },
      { status: 200, before: undefined, changed: COUNT - 3, same: 3, missing: 2, failed: 0, problem: null },
    );
    assert.equal(await visit(active), 404, "announced immediately");
    assert.deepEqual(paused.before, [{ ids: ids.slice(3), change: { isPublic: true } }]);
    const back = await change(paused.before);
    assert.equal(back.changed, COUNT - 3);
    assert.deepEqual(
      (await findAll()).map(({ isPublic }) => isPublic),
      ids.map((_, i) => i > 2),
    );
    assert.equal(await visit(active), 302);
    assert.equal((await app.store.codes.find(foreign.workspaceId, foreign.id))?.isPublic, true);
    await change([{ ids, change: { isPublic: true } }]);
  });

  it("tag all and restore each one's own tags, and leave unchanged ones alone", async () => {
    const [spring] = (await app.store.tags.list(workspaceId)).filter(({ name }) => name === "Spring");
    const tags = async () => {
      const { codes } = await app.store.codes.list(workspaceId, { tag: [spring!.id] }, clock.now(), COUNT);
      return codes.map(({ id }) => id).toReversed();
    };
    const held = await tags();
    const times = (await findAll()).map(({ updatedAt }) => updatedAt);
    clock.move(5000);
    const report = await change([{ ids, change: { addTags: [spring!.id] } }]);
    assert.deepEqual(await tags(), ids);
    assert.deepEqual(
      (await findAll()).map(({ updatedAt }) => updatedAt > times[0]!),
      ids.map((id) => !held.includes(id)),
    );
    assert.equal(report.same, held.length);
    await change(report.before);
    assert.deepEqual(await tags(), held);
  });

  it("delete all and restore exactly those", async () => {
    await app.store.codes.remove(workspaceId, ids[5]!, clock.now());
    const removed = await post("remove", { ids });
    assert.deepEqual([removed.changed, removed.missing], [COUNT - 1, 1]);
    assert.deepEqual((await select()).ids, []);
    const [{ ids: gone }] = removed.before;
    const foreign = await post("restore", { ids: gone }, other);
    assert.deepEqual([foreign.changed, foreign.missing], [0, COUNT - 1]);
    const restored = await post("restore", { ids: gone });
    assert.deepEqual([restored.changed, restored.missing], [COUNT - 1, 0]);
    assert.deepEqual(
      (await select("sort=name")).ids,
      ids.filter((_, i) => i !== 5),
    );
  });

  it("accept two thousand values, also for ten thousand codes", async () => {
    // No codes have these ids, so nothing is changed.
    const wanted = Array.from({ length: 2_000 }, (_, i) => ({
      ids: Array.from({ length: 5 }, (_, n) => `019${n}${String(i).padStart(32, "-")}`),
      change: { isFavorite: i % 2 === 0 },
    }));
    const { status, missing } = await change(wanted);
    assert.deepEqual({ status, missing }, { status: 200, missing: 10_000 });
    const single = [...wanted, wanted[0]!].map((group) => ({ ...group, ids: group.ids.slice(0, 1) }));
    assert.equal((await change(single)).status, 400);
  });

  it("400: name every error and change nothing", async () => {
    const wrong = [
      [[{ ids: [7], change: { isPublic: false } }], "ids"],
      [[{ ids, change: {} }], "changes.0.+change"],
      [[{ ids, change: { name: "x" } }], "changes.0.+change"],
      [[{ ids: [ids[0]], change: { isPublic: true } }, 7], "changes.1"],
      [[{ ids: [], change: { isPublic: false } }], "changes.0.+ids"],
      [[{ ids, change: { category: "Doors" } }], "changes.0.+change"],
      [[{ ids, change: { isFavorite: "yes" } }], "changes.0.+change.isFavorite"],
      [[{ ids: Array(10_001).fill(ids[0]), change: { isPublic: false } }], "changes.0.+ids"],
    ] as const;
    for (const [changes, field] of wrong) {
      const answer = await change(changes);
      assert.equal(answer.status, 400, field);
      assert.match(answer.details[0].field, new RegExp(field));
    }
    assert.ok((await findAll()).every(({ isPublic }) => isPublic));
  });

  it("count as one change, however many codes there are", async () => {
    const used: number[] = [];
    while (used.length === 0 || used.at(-1) === 200) {
      used.push((await change([{ ids, change: { isFavorite: true } }])).status);
      assert.ok(used.length < 31);
    }
    assert.equal(used.at(-1), 429);
    assert.ok(used.length > 9, `${used.length} changes of ${COUNT} codes each`);
  });
});
