import assert from "node:assert/strict";
import { before, it } from "node:test";
import { checkCounts } from "../../src/check/check.queries.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { createTags } from "../../src/tags/service.ts";
import { MAX_TAGS, TAGS_PER_CODE } from "../../src/tags/tag.ts";
import { newCode } from "../support/fixtures.ts";
import { GONE, NOT_FOUND, wrong } from "../support/refusals.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

const createId = createIds(() => NOON);
const MISSING = wrong("One of the tags no longer exists.");

onEachEngine("tags", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben"]) await addWorkspace(store, id);
    await store.workspaces.join("ben", "ada", "editor", NOON);
  });

  const create = async (name: string, workspaceId = "ada", color = "#2f7ed8") => {
    const tag = { id: createId(), name, color };
    await store.tags.create({ ...tag, workspaceId, createdAt: NOON }, 500);
    return tag.id;
  };
  const code = async (workspaceId = "ada") => {
    const made = newCode(workspaceId, NOON);
    await store.codes.create(made);
    return made.id;
  };
  const set = (id: string, ...tags: string[]) => store.codes.setTags("ada", id, tags, NOON);
  const namesOf = async (id: string, workspaceId = "ada") => {
    const { num } = (await store.codes.find(workspaceId, id))!;
    return ((await store.tags.ofCodes([num])).get(num) ?? []).map(({ name }) => name);
  };
  const listed = async (...tag: string[]) =>
    (await store.codes.list("ada", { tag }, NOON, 100)).codes.map(({ id }) => id);
  /** As maintenance does. */
  const settle = () => store.maintain(NOON);
  const problems = async () => {
    const found: string[] = [];
    for await (const step of checkCounts((work) => work(store.auth.db))) found.push(...step.problems);
    return found;
  };

  it("are unique by name, whatever the case, and limited in number", async () => {
    const id = await create("ΟΔΟΣ");
    const other = { id: createId(), name: "οδος", color: "#000000", workspaceId: "ada", createdAt: NOON };
    await assert.rejects(store.tags.create(other, 500), wrong("There is already a tag “οδος”."));
    await assert.doesNotReject(store.tags.create({ ...other, workspaceId: "ben" }, 500), "of another workspace");
    const full = wrong("There are already 1 tags, which is the limit. Delete one first.");
    await assert.rejects(store.tags.create({ ...other, id: createId(), name: "b" }, 1), full);
    await assert.rejects(store.tags.create({ ...other, id: createId(), workspaceId: "nobody" }, 500), GONE);
    const renamed = await store.tags.change("ada", id, { name: "Οδος" }, NOON);
    assert.equal(renamed.name, "Οδος", "its own name in another case");
    const second = await create("second name");
    const taken = store.tags.change("ada", second, { name: "ΟΔΟΣ" }, NOON);
    await assert.rejects(taken, wrong("There is already a tag “ΟΔΟΣ”."));
    await assert.rejects(store.tags.change("ben", second, { name: "c" }, NOON), NOT_FOUND);
  });

  it("are set together, kept in the bin, and find the code again after it is restored", async () => {
    const [first, second] = [await create("first"), await create("second")];
    const id = await code();
    await set(id, first, second);
    assert.deepEqual(await namesOf(id), ["first", "second"]);
    await set(id, second);
    assert.deepEqual([await listed(first), await listed(second)], [[], [id]]);
    await store.codes.remove("ada", id, NOON);
    assert.deepEqual(await listed(second), []);
    const bin = await store.codes.list("ada", { tag: [second], state: "deleted" }, NOON, 10);
    assert.deepEqual(
      bin.codes.map((one) => one.id),
      [id],
    );
    await store.codes.restore("ada", id, NOON);
    assert.deepEqual(await listed(second), [id]);
    assert.deepEqual(await problems(), []);
  });

  it("of another workspace, missing ones and too many change nothing", async () => {
    const id = await code();
    const own = await create("own");
    const foreign = await create("foreign", "ben");
    await set(id, own);
    await assert.rejects(set(id, own, foreign), MISSING);
    await assert.rejects(set(id, createId()), MISSING);
    const many: string[] = [];
    for (let i = 0; i <= TAGS_PER_CODE; i++) many.push(await create(`many ${i}`));
    await assert.rejects(set(id, ...many), wrong("A code can have at most 20 tags."));
    assert.deepEqual(await namesOf(id), ["own"]);
    await set(id, ...many.slice(1));
    assert.equal((await namesOf(id)).length, TAGS_PER_CODE);
    assert.equal(await store.codes.setTags("ben", id, [], NOON), null);
  });

  it("are added to and removed from many codes, and undone exactly", async () => {
    const [a, b] = [await create("bulk a"), await create("bulk b")];
    const ids = [await code(), await code(), await code()];
    await set(ids[0]!, a);
    const { changed, same } = await store.codes.changeMany("ada", ids, { addTags: [a], removeTags: [b] }, NOON);
    assert.deepEqual(same, [ids[0]]);
    assert.deepEqual(
      changed.map(({ before }) => before),
      [{ removeTags: [a] }, { removeTags: [a] }],
    );
    assert.equal((await listed(a)).length, 3);
    for (const { id, before } of changed) await store.codes.changeMany("ada", [id], before, NOON);
    assert.deepEqual(await listed(a), [ids[0]]);
  });

  it("can be in a saved view only if the workspace has them", async () => {
    const [own, foreign, gone] = [await create("in a view"), await create("in no view", "ben"), await create("brief")];
    await store.tags.remove("ada", gone, NOON);
    const view = { id: createId(), name: "Only own tags", query: JSON.stringify({ tag: [own] }) };
    await store.views.create("ada", view, 100, NOON);
    for (const other of [foreign, gone, createId()]) {
      const query = JSON.stringify({ tag: [own, other] });
      const another = { id: createId(), name: "Others", query };
      await assert.rejects(store.views.create("ada", another, 100, NOON), MISSING);
      await assert.rejects(store.views.change("ada", view.id, { query }, NOON), MISSING);
    }
    await store.tags.remove("ada", own, NOON);
    const renamed = await store.views.change("ada", view.id, { name: "Renamed" }, NOON);
    assert.equal(renamed.name, "Renamed", "its own tag was deleted");
    assert.ok(await store.views.remove("ada", view.id, NOON));
  });

  it("are replaced in saved views when they are merged", async () => {
    const [from, into] = [await create("old season"), await create("season")];
    const views = [{ tag: [from], type: "url" }, { tag: [into, from] }, { q: from }, { tag: [into] }];
    for (const [i, query] of views.entries()) {
      const view = { id: createId(), name: `View ${i}`, query: JSON.stringify(query) };
      await store.views.create("ada", view, 100, NOON);
      const again = store.views.create("ada", { ...view, id: createId() }, 100, NOON);
      await assert.rejects(again, wrong(`There is already a view “${view.name}”.`));
    }
    await store.tags.merge("ada", from, into, NOON);
    assert.deepEqual(
      (await store.views.list("ada")).map(({ query }) => JSON.parse(query)),
      [{ tag: [into], type: "url" }, { tag: [into] }, { q: from }, { tag: [into] }],
    );
  });

  it("are merged: every code has the other tag once, also those in the bin", async () => {
    const [from, into, third] = [await create("from"), await create("into"), await create("third of merge")];
    const ids = [await code(), await code(), await code()];
    await set(ids[0]!, from);
    await set(ids[1]!, from, into);
    await set(ids[2]!, from);
    await store.codes.remove("ada", ids[2]!, NOON);
    const target = await store.tags.merge("ada", from, into, NOON);
    assert.equal(target.id, into);
    // Before its codes have moved, the other one is merged too.
    await store.tags.merge("ada", into, third, NOON);
    await settle();
    assert.deepEqual(new Set(await listed(third)), new Set(ids.slice(0, 2)));
    await store.codes.restore("ada", ids[2]!, NOON);
    assert.deepEqual(await namesOf(ids[2]!), ["third of merge"]);
    assert.ok(!(await store.tags.list("ada")).some(({ name }) => name === "from" || name === "into"));
    await assert.rejects(store.tags.merge("ada", third, createId(), NOON), wrong("Invalid: into."));
    await assert.rejects(store.tags.merge("ben", third, into, NOON), NOT_FOUND);
    assert.deepEqual(await problems(), []);
  });

  it("of others wait for maintenance: a request completes its own tag only", async () => {
    const tags = createTags({ store, clock: createTestClock(NOON), createId });
    const [from, into] = [await create("theirs", "ben"), await create("theirs too", "ben")];
    const theirs = await code("ben");
    await store.codes.setTags("ben", theirs, [from], NOON);
    await store.tags.merge("ben", from, into, NOON);
    const unfinished = async () => {
      const { db } = store.auth;
      const rows = await db.selectFrom("tags").select("id").where("merged_into", "is not", null).execute();
      return rows.map(({ id }: { id: string }) => id);
    };
    await tags.remove("ada", await create("removed"));
    const merged = await create("merged");
    await tags.merge("ada", merged, await create("target"));
    assert.deepEqual(await unfinished(), [from]);
    await store.maintain(NOON);
    assert.deepEqual(await unfinished(), []);
    assert.deepEqual(await namesOf(theirs, "ben"), ["theirs too"]);
  });

  it("are counted with the codes that are not in the bin", async () => {
    const [many, none] = [await create("counted"), await create("not used")];
    const ids = [await code(), await code(), await code()];
    for (const id of ids) await set(id, many);
    await store.codes.remove("ada", ids[2]!, NOON);
    const counts = await store.tags.counts("ada");
    assert.deepEqual([counts.get(many), counts.get(none)], [2, 0]);
    assert.equal((await store.tags.counts("ben")).get(many), undefined);
  });

  it("that were set after a merge stay, although its codes have not moved yet", async () => {
    const [from, into, third] = [await create("old name"), await create("new name"), await create("set later")];
    const ids = [await code(), await code(), await code()];
    for (const id of ids) await set(id, from);
    await store.tags.merge("ada", from, into, NOON);
    await set(ids[0]!, third);
    await store.codes.changeMany("ada", [ids[1]!], { removeTags: [into] }, NOON);
    await store.codes.changeMany("ada", [ids[2]!], { removeTags: [third] }, NOON);
    await settle();
    assert.deepEqual(await namesOf(ids[0]!), ["set later"]);
    assert.deepEqual(await namesOf(ids[1]!), []);
    assert.deepEqual(await namesOf(ids[2]!), ["new name"]);
  });

  it("are removed from all codes; their name is free at once; maintenance completes it", async () => {
    const tag = await create("gone");
    const id = await code();
    await set(id, tag);
    assert.ok(await store.tags.remove("ada", tag, NOON));
    assert.equal(await store.tags.remove("ada", tag, NOON), false);
    assert.deepEqual(await namesOf(id), []);
    await create("Gone");
    await store.maintain(NOON);
    const { db } = store.auth;
    assert.deepEqual(await db.selectFrom("tags").selectAll().where("merged_into", "is not", null).execute(), []);
    assert.deepEqual(await problems(), []);
  });

  it("follow a code to another workspace by name, where they are created if missing", async () => {
    const id = await code();
    await create("Shared", "ben", "#111111");
    const [merged, deleted] = [await create("merged away"), await create("deleted")];
    await set(id, await create("shared"), await create("only here"), merged, deleted);
    // Before its codes have moved.
    await store.tags.merge("ada", merged, await create("stays"), NOON);
    await store.tags.remove("ada", deleted, NOON);
    await store.codes.move({ id, from: "ada", to: "ben", userId: "ada", now: NOON });
    assert.deepEqual(await namesOf(id, "ben"), ["only here", "Shared", "stays"]);
    assert.deepEqual(await problems(), []);
  });

  it("are never more than the limit after a move: it is refused, and nothing changes", async () => {
    await addWorkspace(store, "full");
    await store.workspaces.join("full", "ada", "editor", NOON);
    for (let i = 1; i < MAX_TAGS; i++) await create(`tag ${i}`, "full");
    const [one, other] = [await code(), await code()];
    await set(one, await create("the last"), await create("Tag 1"));
    await set(other, await create("one more"));
    const move = (id: string) => store.codes.move({ id, from: "ada", to: "full", userId: "ada", now: NOON });
    assert.ok(typeof (await move(one)) === "object");
    const full = `That workspace would have more than ${MAX_TAGS} tags. Delete tags there, or remove tags of this code.`;
    await assert.rejects(move(other), wrong(full));
    assert.deepEqual(await namesOf(other), ["one more"]);
    assert.equal((await store.tags.list("full")).length, MAX_TAGS);
    const more = { tags: [{ name: "from a bundle", color: "#123456" }], views: [] };
    assert.deepEqual(await store.importer.addLabels("full", more, NOON), ["from a bundle"], "left out");
    assert.equal((await store.tags.list("full")).length, MAX_TAGS);
  });

  it("that were deleted stay in the views of a bundle, which find nothing there too", async () => {
    const [kept, gone] = [await create("kept tag"), await create("gone tag")];
    const view = { id: createId(), name: "Of a deleted tag", query: JSON.stringify({ tag: [kept, gone] }) };
    await store.views.create("ada", view, 100, NOON);
    await store.tags.remove("ada", gone, NOON);
    const { tags, views } = await store.snapshot(async (reader) => (await reader.workspaces("ada", "", 1))[0]!);
    await addWorkspace(store, "copy");
    await store.importer.addLabels("copy", { tags, views }, NOON);
    const id = await code("copy");
    const own = (await store.tags.list("copy")).find(({ name }) => name === "kept tag")!;
    await store.codes.setTags("copy", id, [own.id], NOON);
    const copied = (await store.views.list("copy")).find(({ name }) => name === "Of a deleted tag")!;
    const filter = JSON.parse(copied.query) as { tag: string[] };
    assert.equal(filter.tag.length, 2);
    assert.ok(filter.tag.includes(own.id));
    assert.deepEqual((await store.codes.list("copy", filter, NOON, 10)).codes, []);
  });

  it("are erased with the code, and removed with the workspace", async () => {
    const id = await code();
    await set(id, await create("erased"));
    const { num } = (await store.codes.find("ada", id))!;
    await store.codes.remove("ada", id, NOON);
    await store.maintain(NOON + BIN_MS + 1);
    const { db } = store.auth;
    assert.deepEqual(await db.selectFrom("code_tags").selectAll().where("code_num", "=", num).execute(), []);
    await db.deleteFrom("workspaces").where("id", "=", "ben").execute();
    assert.deepEqual(await db.selectFrom("tags").selectAll().where("workspace_id", "=", "ben").execute(), []);
  });
});
