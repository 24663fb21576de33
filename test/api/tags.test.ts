import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { contrastRatio, parseColor } from "../../src/rendering/colors.ts";
import { TAG_COLORS } from "../../src/shared/tag-colors.ts";
import { onSqlite } from "../support/stores.ts";
import { assertError, badFields, MISSING, PATH, useApp } from "./support.ts";

const TAGS = "/api/v1/tags";

describe("the colours of tags", () => {
  it("can be seen on a light and on a dark page", () => {
    for (const color of TAG_COLORS) {
      for (const page of ["#ffffff", "#1a1b1e"])
        assert.ok(contrastRatio(parseColor(color), parseColor(page)) >= 3, `${color} on ${page}`);
    }
  });
});

onSqlite("tags", (engine) => {
  const use = useApp(engine);
  const owner = async () => (await use.app.user()).key;
  const create = (json: unknown, key = use.key) => use.app.request("POST", TAGS, { key, json });
  const made = async (name: string, key = use.key): Promise<string> => {
    const answer = await create({ name }, key);
    assert.equal(answer.status, 201, answer.text);
    return answer.json.id;
  };
  const set = (id: string, tags: unknown, key = use.key) =>
    use.app.request("PUT", `${PATH}/${id}/tags`, { key, json: { tags } });
  const tagsOf = async (id: string, key = use.key) =>
    (await use.app.request("GET", `${PATH}/${id}/tags`, { key })).json.tags;
  const listed = async (query: string, key: string) =>
    (await use.app.request("GET", `${PATH}?${query}`, { key })).json.data.map((code: { name: string }) => code.name);

  it("201: creates a tag with the given colour, or one that few tags have", async () => {
    const key = await owner();
    const answer = await create({ name: "  Summer  menu ", color: "#A1b2C3" }, key);
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json, { id: answer.json.id, name: "Summer menu", color: "#A1b2C3" });
    assert.ok(answer.headers.get("location")?.endsWith(`/tags/${answer.json.id}`));
    const colors = [];
    for (const name of ["b", "c"]) colors.push((await create({ name }, key)).json.color);
    assert.deepEqual(colors, TAG_COLORS.slice(0, 2));
    const list = await use.app.request("GET", TAGS, { key });
    assert.deepEqual(
      list.json.data.map(({ name }: { name: string }) => name),
      ["b", "c", "Summer menu"],
    );
  });

  it("400: names the field and what is accepted, and creates nothing", async () => {
    const key = await owner();
    await made("Taken", key);
    const wrong: [unknown, ...string[]][] = [
      [{}, "name"],
      [{ name: "" }, "name"],
      [{ name: "  " }, "name"],
      [{ name: "a".repeat(101) }, "name"],
      [{ name: "a\nb" }, "name"],
      [{ name: "a\u0000" }, "name"],
      [{ name: "tAKEN" }, "name"],
      [{ name: 7 }, "name"],
      [{ name: "x", color: "red" }, "color"],
      [{ name: "", color: "#12345" }, "color", "name"],
      [{ name: "  ", color: "red" }, "color", "name"],
    ];
    for (const [json, ...fields] of wrong)
      assert.deepEqual(badFields(await create(json, key)), fields, JSON.stringify(json));
    assert.equal((await use.app.request("GET", TAGS, { key })).json.data.length, 1);
    const why = async (json: object) => (await create(json, key)).json.details[0].message;
    assert.match(await why({ name: "x", color: "red" }), /^must be a hex colour such as/);
    const found = await use.app.request("GET", "/api/v1/qrcodes?tag=x", { key });
    assert.equal(found.json.details[0].message, "must be the ID of a tag");
  });

  it("200: renames and recolours in one place", async () => {
    const id = await made("Old");
    await made("Other");
    const change = (json: unknown) => use.ask("PATCH", `${TAGS}/${id}`, { json });
    assert.deepEqual((await change({ name: "New", color: "#000000" })).json, { id, name: "New", color: "#000000" });
    assert.equal((await change({ name: "nEW" })).json.name, "nEW", "its own name in another case");
    assert.deepEqual(badFields(await change({ name: "OTHER" })), ["name"]);
    assert.deepEqual(badFields(await change({ color: "#00000g" })), ["color"]);
  });

  it("200: sets all tags of a code, and lists codes by tag with every other filter", async () => {
    const key = await owner();
    const [a, b] = [await made("a", key), await made("b", key)];
    const codes = [];
    for (const name of ["1", "2", "3"]) codes.push(await use.code({ name, type: name === "2" ? "text" : "url" }, key));
    const [first, second] = codes;
    assert.deepEqual((await set(first.id, [b, a, b], key)).json, { tags: [a, b] });
    await set(second.id, [a], key);
    assert.deepEqual(await tagsOf(first.id, key), [a, b]);
    assert.deepEqual(await listed(`tag=${a}`, key), ["2", "1"]);
    assert.deepEqual(await listed(`tag=${a}&tag=${b}`, key), ["1"]);
    assert.deepEqual(await listed(`tag=${a}&type=text`, key), ["2"]);
    assert.deepEqual(await listed(`tag=${a}&q=1`, key), ["1"]);
    assert.deepEqual(await listed(`tag=${MISSING}`, key), []);
    assert.deepEqual(badFields(await use.app.request("GET", `${PATH}?tag=a`, { key })), ["tag.0"]);
    assert.deepEqual((await set(first.id, [], key)).json, { tags: [] });
    assert.deepEqual(await listed(`tag=${a}`, key), ["2"]);
    const read = await use.app.request("GET", `${PATH}/${second.id}`, { key });
    assert.ok(!("tags" in read.json), "the code's own shape stays");
  });

  it("400: refuses tags of others and too many", async () => {
    const key = await owner();
    const { id } = await use.code({}, key);
    const foreign = await made("foreign");
    for (const tags of [[foreign], [MISSING], ["x"]]) assert.deepEqual(badFields(await set(id, tags, key)), ["tags"]);
    assert.deepEqual(badFields(await set(id, "x", key)), ["tags"]);
    const many = [];
    for (let i = 0; i < 21; i++) many.push(await made(`tag ${i}`, key));
    assert.deepEqual(badFields(await set(id, many, key)), ["tags"]);
    assert.deepEqual(await tagsOf(id, key), []);
  });

  it("merges and deletes: codes follow", async () => {
    const key = await owner();
    const [from, into] = [await made("from", key), await made("into", key)];
    const { id } = await use.code({}, key);
    await set(id, [from], key);
    const merge = (target: unknown) =>
      use.app.request("POST", `${TAGS}/${from}/merge`, { key, json: { into: target } });
    for (const wrong of [from, MISSING, "x", 7]) assert.deepEqual(badFields(await merge(wrong)), ["into"]);
    const merged = await merge(into);
    assert.equal(merged.json.name, "into");
    assert.deepEqual(await tagsOf(id, key), [into]);
    assertError(await merge(into), 404, "not_found");
    assert.equal((await use.app.request("DELETE", `${TAGS}/${into}`, { key })).status, 204);
    assert.deepEqual(await tagsOf(id, key), []);
    assertError(await use.app.request("DELETE", `${TAGS}/${into}`, { key }), 404, "not_found");
  });

  it("filters insights of all codes by tag, and refuses it for one code", async () => {
    const key = await owner();
    const tag = await made("counted", key);
    const [tagged, other] = [await use.code({ name: "tagged" }, key), await use.code({}, key)];
    await set(tagged.id, [tag], key);
    await use.scan(tagged.id, [{}, {}]);
    await use.scan(other.id, [{}]);
    const read = (query: string, path = "/api/v1/insights") => use.app.request("GET", `${path}?${query}`, { key });
    assert.equal((await read("")).json.scans, 3);
    const found = (await read(`tag=${tag}`)).json;
    assert.deepEqual([found.scans, found.byCode.map(({ id }: { id: string }) => id)], [2, [tagged.id]]);
    assert.equal((await read(`tag=${MISSING}`)).json.scans, 0);
    assert.deepEqual(badFields(await read("tag=x")), ["tag.0"]);
    assert.deepEqual(badFields(await read(`tag=${tag}`, `${PATH}/${tagged.id}/insights`)), ["tag"]);
  });
});
