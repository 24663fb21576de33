import assert from "node:assert/strict";
import { before, it } from "node:test";
import { checkCounts } from "../../src/check/check.queries.ts";
import { onceOf } from "../../src/shared/idempotency.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { MAX_TAGS, TAGS_PER_CODE } from "../../src/tags/tag.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

const createId = createIds(() => NOON);

onEachEngine("the category of a code", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben", "full"]) await addWorkspace(store, id);
  });

  const create = async (category: string | null, workspaceId = "ada") => {
    const code = newCode(workspaceId, NOON, { category });
    assert.equal(await store.codes.create(code), null);
    return code.id;
  };
  const categorise = async (id: string, category: string | null, workspaceId = "ada") =>
    (await store.codes.update(workspaceId, id, NOON + 1, () => ({ category })))!.category;
  const idOf = async (name: string, workspaceId = "ada") =>
    (await store.tags.list(workspaceId)).find((tag) => tag.name === name)!.id;
  const namesOf = async (id: string, workspaceId = "ada") => {
    const { num } = (await store.codes.find(workspaceId, id))!;
    return ((await store.tags.ofCodes([num])).get(num) ?? []).map(({ name }) => name);
  };
  const listed = async (tag: string) =>
    (await store.codes.list("ada", { tag: [tag] }, NOON, 100)).codes.map(({ id }) => id);
  const tag = async (name: string, workspaceId = "ada") => {
    const id = createId();
    await store.tags.create({ id, name, color: "#2f7ed8", workspaceId, createdAt: NOON }, MAX_TAGS);
    return id;
  };

  it("is also its tag, which is created once, whatever the case", async () => {
    const [first, second] = [await create("Tables"), await create("TABLES")];
    assert.deepEqual([await namesOf(first), await namesOf(second)], [["Tables"], ["Tables"]]);
    assert.equal((await store.codes.find("ada", second))!.category, "TABLES", "as it was given");
    assert.deepEqual(await listed(await idOf("Tables")), [second, first]);
    assert.deepEqual(await namesOf(await create(null)), []);
    const many = ["One", "Two", null, "one"].map((category) => newCode("ada", NOON, { category }));
    assert.equal(await store.codes.createAll(many), null);
    assert.deepEqual(await Promise.all(many.map(({ id }) => namesOf(id))), [["One"], ["Two"], [], ["One"]]);
    for await (const step of checkCounts((work) => work(store.auth.db))) assert.deepEqual(step.problems, []);
  });

  it("takes its tag along when it changes, and leaves the others", async () => {
    const id = await create("Spring");
    const own = await tag("Own");
    await store.codes.setTags("ada", id, [await idOf("Spring"), own], NOON);
    assert.equal(await categorise(id, "Autumn"), "Autumn");
    assert.deepEqual(await namesOf(id), ["Autumn", "Own"]);
    await categorise(id, "AUTUMN");
    assert.deepEqual(await namesOf(id), ["Autumn", "Own"]);
    await categorise(id, null);
    assert.deepEqual(await namesOf(id), ["Own"]);
    await categorise(id, "own");
    assert.deepEqual(await namesOf(id), ["Own"]);
  });

  it("stays when its tag is removed, renamed, merged or deleted, and gives it back only when it changes", async () => {
    const id = await create("Doors");
    await store.codes.setTags("ada", id, [], NOON);
    await store.codes.update("ada", id, NOON + 1, () => ({ name: "Other" }));
    assert.deepEqual([(await store.codes.find("ada", id))!.category, await namesOf(id)], ["Doors", []]);
    await categorise(id, "Gates");
    const gates = await idOf("Gates");
    await store.tags.change("ada", gates, { name: "Entrances" }, NOON);
    assert.deepEqual([(await store.codes.find("ada", id))!.category, await namesOf(id)], ["Gates", ["Entrances"]]);
    const target = await tag("Ways in");
    await store.tags.merge("ada", gates, target, NOON);
    await store.tags.complete(gates);
    assert.deepEqual(await namesOf(id), ["Ways in"]);
    await store.tags.remove("ada", target, NOON);
    await store.tags.complete(target);
    assert.deepEqual([(await store.codes.find("ada", id))!.category, await namesOf(id)], ["Gates", []]);
    assert.deepEqual(await namesOf(await create("Gates")), ["Gates"], "its name is free again");
  });

  it("creates one tag if several do so at once, and none of another workspace", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => create("Rush", "ben")));
    const moved = await Promise.all(ids.map((id) => categorise(id, "Calm", "ben")));
    assert.deepEqual(new Set(moved), new Set(["Calm"]));
    assert.deepEqual(
      (await store.tags.list("ben")).map(({ name }) => name),
      ["Calm", "Rush"],
    );
    for (const id of ids) assert.deepEqual(await namesOf(id, "ben"), ["Calm"]);
  });

  it("is one line as a tag, and none if nothing of it shows", async () => {
    const long = "ß".repeat(100);
    assert.deepEqual(await namesOf(await create(long)), [long]);
    assert.deepEqual(await namesOf(await create(" Two\n\t lines\u202e ")), ["Two lines"]);
    assert.deepEqual(await namesOf(await create("\u0007")), []);
  });

  it("does not come back as a tag when its creation is repeated after the tag was deleted", async () => {
    const code = newCode("ben", NOON, { category: "Repeated" });
    const once = onceOf("key", {}, code.id, NOON);
    assert.equal(await store.codes.create(code, once), null);
    assert.equal(await store.tags.remove("ben", await idOf("Repeated", "ben"), NOON), true);
    const again = newCode("ben", NOON, { category: "Repeated" });
    assert.deepEqual(await store.codes.create(again, once), { bodyHash: once.bodyHash, answer: code.id });
    assert.ok(!(await store.tags.list("ben")).some(({ name }) => name === "Repeated"));
  });

  it("is set without a tag beyond the limits of tags", async () => {
    const id = await create("First", "full");
    for (let i = 1; i < MAX_TAGS; i++) await tag(`Tag ${i}`, "full");
    assert.equal(await categorise(id, "Last", "full"), "Last");
    assert.deepEqual(await namesOf(id, "full"), []);
    assert.deepEqual(await namesOf(await create("Beyond", "full"), "full"), []);
    const all = (await store.tags.list("full")).filter(({ name }) => name !== "First");
    await store.codes.setTags(
      "full",
      id,
      all.slice(0, TAGS_PER_CODE).map((one) => one.id),
      NOON,
    );
    assert.equal(await categorise(id, "First", "full"), "First");
    assert.equal((await namesOf(id, "full")).length, TAGS_PER_CODE);
    assert.ok(!(await namesOf(id, "full")).includes("First"));
  });
});
