import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { onSqlite } from "../support/stores.ts";
import { uploaded } from "./look-support.ts";
import { assertError, badFields, MISSING, PATH, useApp, withoutRequestId } from "./support.ts";

onSqlite("visitor pages under /api/v1", (engine) => {
  const use = useApp(engine);
  describe("/qrcodes/:id/page", () => pageTests(use));
  describe("/brand", () => brandTests(use));
});

type Use = ReturnType<typeof useApp>;

/** What a visitor's browser receives. */
async function seen(use: Use, path: string): Promise<string> {
  const answer = await fetch(`${use.app.url}/r/${path}`, { redirect: "manual" });
  return answer.text();
}

function pageTests(use: Use): void {
  const at = (id: string) => `${PATH}/${id}/page`;
  const set = (id: string, json: unknown, headers = {}) => use.ask("PUT", at(id), { json, headers });
  const WORDS = { title: "Café & friends", text: "Two lines,\nfor you." };

  it("200: null until it is set; omitted fields become null; visitors see it immediately, and never the code's name", async () => {
    const { id, shareToken } = await use.code({ name: "Internal 7", type: "text", content: "The text itself" });
    assert.deepEqual((await use.ask("GET", at(id))).json, { title: null, text: null });
    const answer = await set(id, { ...WORDS, unknown: 1 });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, WORDS);
    assert.deepEqual((await use.ask("GET", at(id))).json, WORDS);
    const html = await seen(use, shareToken);
    assert.match(html, /Café &amp; friends/);
    assert.match(html, /Two lines,/);
    assert.doesNotMatch(html, /Internal 7/);
    assert.match(await seen(use, `${shareToken}+`), /Café &amp; friends/);
    assert.deepEqual((await set(id, { title: "Only" })).json, { title: "Only", text: null });
    assert.doesNotMatch(await seen(use, shareToken), /Two lines,/);
  });

  it("200: counts as a change of the code unless nothing differs; If-Match and If-None-Match work", async () => {
    const { id } = await use.code();
    const first = await use.ask("GET", at(id));
    use.clock.move(1000);
    const changed = await set(id, WORDS, { "if-match": first.headers.get("etag")! });
    assert.equal(changed.status, 200, changed.text);
    const { updatedAt, createdAt } = (await use.ask("GET", `${PATH}/${id}`)).json;
    assert.ok(updatedAt > createdAt);
    use.clock.move(1000);
    await set(id, WORDS);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.updatedAt, updatedAt);
    const stale = await set(id, { title: "Other" }, { "if-match": first.headers.get("etag")! });
    assert.deepEqual(badFields(stale), ["If-Match"]);
    const etag = (await use.ask("GET", at(id))).headers.get("etag")!;
    assert.equal((await use.ask("GET", at(id), { headers: { "if-none-match": etag } })).status, 304);
  });

  it("200 and 400: lengths are counted in code points", async () => {
    const { id } = await use.code();
    const limits = { title: 200, text: 2000 } as const;
    const character = fc.constantFrom("a", "ü", "漢", "😀", "𝒳");
    const field = fc.constantFrom<keyof typeof limits>("title", "text");
    const property = fc.asyncProperty(field, character, fc.integer({ min: 0, max: 2 }), async (name, letter, more) => {
      const length = limits[name] - 1 + more;
      const answer = await set(id, { [name]: letter.repeat(length) });
      assert.equal(answer.status, length > limits[name] ? 400 : 200, `${name} ${letter} ${length}`);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it("400: names every field that is wrong and changes nothing", async () => {
    const { id } = await use.code();
    await set(id, WORDS);
    const wrong = [
      [{ title: 1, text: [] }, ["text", "title"]],
      [{ title: "", text: " \n" }, ["text", "title"]],
      [{ title: "two\nlines", text: "\0" }, ["text", "title"]],
      [{ title: "a".repeat(201), text: "\ud800" }, ["text", "title"]],
      [[], ["body"]],
    ] as const;
    for (const [json, fields] of wrong) {
      assert.deepEqual(badFields(await set(id, json)), [...fields], JSON.stringify(json));
    }
    assert.deepEqual((await use.ask("GET", at(id))).json, WORDS);
  });
}

function brandTests(use: Use): void {
  const set = (json: unknown, key = use.key, headers = {}) => use.ask("PUT", "/api/v1/brand", { json, key, headers });
  const NONE = { name: null, color: null, logoId: null, website: null, afterwards: null, showFooter: true };

  it("200: none until it is set, then on every page of the account immediately, and on no one else's", async () => {
    const { key } = await use.app.user();
    const read = async () => (await use.ask("GET", "/api/v1/brand", { key })).json;
    assert.deepEqual(await read(), NONE);
    const own = await use.code({ type: "phone", content: "+49 30 123456" }, key);
    const other = await use.code({ type: "phone", content: "+49 30 123456" });
    assert.doesNotMatch(await seen(use, own.shareToken), /Lisboa/);
    const logo = await uploaded(use, key);
    const brand = {
      name: "Café Lisboa",
      color: "#9C4221",
      logoId: logo.id,
      website: null,
      afterwards: null,
      showFooter: false,
    };
    const answer = await set({ ...brand, unknown: true }, key);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, brand);
    assert.deepEqual(await read(), brand);
    for (const path of [own.shareToken, `${own.shareToken}+`]) {
      const html = await seen(use, path);
      assert.match(html, /Café Lisboa/, path);
      assert.match(html, /src="data:image\/(?:png|webp);base64,/, path);
    }
    assert.doesNotMatch(await seen(use, other.shareToken), /Lisboa/);
    await use.ask("PATCH", `${PATH}/${own.id}`, { key, json: { isPublic: false } });
    assert.match(await seen(use, own.shareToken), /Café Lisboa/, "paused");
    const refused = await use.ask("DELETE", `/api/v1/logos/${logo.id}`, { key });
    assertError(refused, 400, "validation_error");
    assert.match(refused.json.message, /^The logo is used by your brand\. Remove it there first\.$/);
    assert.deepEqual((await set({}, key)).json, NONE);
    assert.doesNotMatch(await seen(use, own.shareToken), /Lisboa/);
    assert.equal((await use.ask("DELETE", `/api/v1/logos/${logo.id}`, { key })).status, 204);
  });

  it("200 and 400: If-Match lets only the first of several changes through; If-None-Match works", async () => {
    const { key } = await use.app.user();
    const read = (headers = {}) => use.ask("GET", "/api/v1/brand", { key, headers });
    const ifMatch = { "if-match": (await read()).headers.get("etag")! };
    const names = ["One", "Two", "Three", "Four"];
    const answers = await Promise.all(names.map((name) => set({ name }, key, ifMatch)));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    assert.equal(more.length, 0);
    for (const answer of answers) if (answer !== winner) assert.deepEqual(badFields(answer), ["If-Match"]);
    assert.deepEqual((await read()).json, winner!.json);
    const etag = winner!.headers.get("etag")!;
    assert.equal((await read({ "if-none-match": etag })).status, 304);
    assert.deepEqual(badFields(await set({ color: "red" }, key, ifMatch)), ["If-Match", "color"]);
    assert.equal((await set({ name: "Next" }, key, { "if-match": etag })).status, 200);
  });

  it("400: names every field that is wrong and changes nothing; another owner's logo is treated as missing", async () => {
    const { id } = await uploaded(use, (await use.app.user()).key);
    const { key } = await use.app.user();
    const wrong = [
      [{ name: 1, color: "red", logoId: 2, showFooter: "yes" }, ["name", "color", "logoId", "showFooter"]],
      [{ name: " ", color: "#12345", logoId: "none" }, ["name", "color", "logoId"]],
      [{ name: "a\nb", logoId: id }, ["name", "logoId"]],
      [{ name: "😀".repeat(101), logoId: MISSING }, ["name", "logoId"]],
    ] as const;
    for (const [json, fields] of wrong) {
      assert.deepEqual(badFields(await set(json, key)).sort(), [...fields].sort(), JSON.stringify(json));
    }
    const [color] = (await set({ color: "red" }, key)).json.details;
    assert.equal(color.message, "must be a hex colour such as #1a1410, or null for a neutral page");
    const [foreign, missing] = [await set({ logoId: id }, key), await set({ logoId: MISSING }, key)];
    assert.deepEqual(withoutRequestId(foreign), withoutRequestId(missing));
    assert.deepEqual((await use.ask("GET", "/api/v1/brand", { key })).json, NONE);
  });
}
