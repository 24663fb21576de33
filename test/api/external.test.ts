import assert from "node:assert/strict";
import { it } from "node:test";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, PATH, READ_FIELDS, useApp } from "./support.ts";

let count = 0;
/** One that no other test gives. */
const fresh = () => `menu/${process.pid} №${count++}`;
const DAY = 86_400_000;

onEachEngine("Codes by the caller's own id", (engine) => {
  const use = useApp(engine);
  const at = (externalId: string) => `${PATH}/external/${encodeURIComponent(externalId)}`;
  const put = (externalId: string, fields: object = {}, headers: Record<string, string> = {}) =>
    use.ask("PUT", at(externalId), { json: { ...VALID_BODY, ...fields }, headers });
  const versionsOf = async (id: string) => (await use.ask("GET", `${PATH}/${id}/versions`)).json.data.length;

  it("PUT creates the code, then changes it to match; the same body again changes nothing", async () => {
    const externalId = fresh();
    const made = await put(externalId, { category: "Tables", size: 300 });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(Object.keys(made.json).sort(), [...READ_FIELDS, "externalId"].sort());
    assert.equal(made.json.externalId, externalId);
    const { id, shareToken } = made.json;
    assert.equal(made.headers.get("location"), `http://tessera.test${PATH}/${id}`);
    assert.equal((await use.app.request("GET", `/r/${shareToken}`)).status, 302);
    use.clock.move(1000);
    const same = await put(externalId, { category: "Tables", size: 300 });
    assert.equal(same.status, 200);
    assert.deepEqual({ ...same.json, scanCount: 0, expiresAt: "" }, { ...made.json, expiresAt: "" });
    assert.equal(await versionsOf(id), 1);
    const changed = await put(externalId, { content: "https://example.com/new" });
    assert.equal(changed.status, 200);
    const { category, size, content, scanCount } = changed.json;
    assert.deepEqual(
      { category, size, content, scanCount },
      { category: null, size: 512, content: "https://example.com/new", scanCount: 1 },
    );
    assert.deepEqual([changed.json.id, changed.json.shareToken], [id, shareToken]);
    assert.equal(await versionsOf(id), 2);
  });

  it("what the body leaves out goes back to its default, also a fixed end and a pause", async () => {
    const externalId = fresh();
    const expiresAt = new Date(use.clock.now() + 5 * DAY).toISOString();
    const made = await put(externalId, { expiresAt, isPublic: false });
    assert.deepEqual([made.json.expiresAt, made.json.isPublic], [expiresAt, false]);
    await use.ask("PATCH", `${PATH}/${made.json.id}`, { json: { isFavorite: true } });
    const back = await put(externalId);
    assert.equal(back.status, 200, back.text);
    assert.equal(back.json.isPublic, true);
    assert.equal(back.json.isFavorite, true, "which no creation sets");
    assert.ok(Date.parse(back.json.expiresAt) > use.clock.now() + 300 * DAY);
    const again = await put(externalId);
    assert.deepEqual(again.json, back.json);
  });

  it("an expired code is active again, as a created one would be", async () => {
    const externalId = fresh();
    const { id, shareToken } = (await put(externalId)).json;
    const { db } = use.app.store.auth;
    const expired = { expires_at: use.clock.now() - 1 };
    await db
      .updateTable("code_counters")
      .set(expired)
      .where("code_num", "=", await use.numOf(id))
      .execute();
    const renewed = await put(externalId);
    assert.ok(Date.parse(renewed.json.expiresAt) > use.clock.now() + 300 * DAY);
    assert.deepEqual((await put(externalId)).json, renewed.json);
    assert.equal((await use.app.request("GET", `/r/${shareToken}`)).status, 302);
  });

  it("type and share token cannot change: 400, and nothing else does", async () => {
    const externalId = fresh();
    const slug = `external-${process.pid}-${count++}`;
    const made = await put(externalId, { slug: slug.toUpperCase() });
    assert.equal(made.json.shareToken, slug);
    assert.equal((await put(externalId, { slug })).status, 200);
    assert.deepEqual(badFields(await put(externalId, { name: "Other", slug: `${slug}-2`, type: "text" })), [
      "slug",
      "type",
    ]);
    assert.equal((await use.ask("GET", at(externalId))).json.name, VALID_BODY.name);
  });

  it("400: an id that is not printable, too long or another than in the path; shape and rules together", async () => {
    for (const externalId of [" ", "a\nb", "a\u202eb", "x".repeat(201)]) {
      assert.deepEqual(badFields(await put(externalId)), ["externalId"], JSON.stringify(externalId));
      assert.deepEqual(badFields(await use.ask("POST", PATH, { json: { ...VALID_BODY, externalId } })), ["externalId"]);
      assert.equal((await use.ask("GET", at(externalId))).status, 404);
    }
    // Clients and proxies resolve them in a path, also encoded.
    for (const externalId of [".", ".."]) {
      assert.deepEqual(badFields(await use.ask("POST", PATH, { json: { ...VALID_BODY, externalId } })), ["externalId"]);
    }
    assert.deepEqual(badFields(await put(fresh(), { externalId: "another" })), ["externalId"]);
    assert.deepEqual(badFields(await put(fresh(), { externalId: "x".repeat(201) })), ["externalId"]);
    const wrong = await put(fresh(), { name: 1, content: "nothing", externalId: "another" });
    assert.deepEqual(badFields(wrong).sort(), ["content", "externalId", "name"]);
    const longest = "ä".repeat(200);
    assert.equal((await put(longest)).status, 201);
    assert.equal((await use.ask("GET", at(longest))).json.externalId, longest);
  });

  it("DELETE moves it to the bin, where it keeps its id; PUT restores it with its scans", async () => {
    const externalId = fresh();
    const { id, shareToken } = (await put(externalId)).json;
    await use.app.request("GET", `/r/${shareToken}`);
    assert.equal((await use.ask("DELETE", at(externalId))).status, 204);
    for (const method of ["GET", "DELETE"]) assert.equal((await use.ask(method, at(externalId))).status, 404);
    const other = await use.ask("POST", PATH, { json: { ...VALID_BODY, externalId } });
    assert.deepEqual(badFields(other), ["externalId"]);
    assert.match(other.json.details[0].message, /may be in the bin/);
    const restored = await put(externalId, { name: "Back" });
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual([restored.json.id, restored.json.name, restored.json.scanCount], [id, "Back", 1]);
    assert.equal((await use.app.request("GET", `/r/${shareToken}`)).status, 302);
  });

  it("PUT with If-Match changes only the code as it was read, and creates and restores none", async () => {
    const externalId = fresh();
    const unheard = { "if-match": '"never.read"' };
    assert.deepEqual(badFields(await put(externalId, {}, unheard)), ["If-Match"]);
    assert.equal((await use.ask("GET", at(externalId))).status, 404);
    await put(externalId);
    const read = async () => ({ "if-match": (await use.ask("GET", at(externalId))).headers.get("etag")! });
    const before = await read();
    assert.equal((await put(externalId, { name: "One" }, before)).status, 200);
    assert.deepEqual(badFields(await put(externalId, { name: "Two" }, before)), ["If-Match"]);
    const last = await read();
    assert.deepEqual(badFields(await put(externalId, { name: 1, content: "" }, before)).sort(), [
      "If-Match",
      "content",
      "name",
    ]);
    await use.ask("DELETE", at(externalId));
    assert.deepEqual(badFields(await put(externalId, { name: "Three" }, last)), ["If-Match"]);
    assert.equal((await use.ask("GET", at(externalId))).status, 404);
    assert.equal((await put(externalId, { name: "Three" }, { "if-match": "*" })).status, 200);
  });

  it("after 30 days in the bin the id is free, also before the code is erased", async () => {
    const ids = [fresh(), fresh(), fresh()];
    const [first, second, third] = ids as [string, string, string];
    const old: string[] = [];
    for (const externalId of ids) {
      old.push((await put(externalId)).json.id);
      await use.ask("DELETE", at(externalId));
    }
    use.clock.move(30 * DAY);
    const again = await put(first);
    assert.equal(again.status, 201, again.text);
    const other = await use.code({ externalId: second });
    assert.equal(old.includes(again.json.id) || old.includes(other.id), false);
    const { id } = await use.code();
    const changed = await use.ask("PATCH", `${PATH}/${id}`, { json: { externalId: third } });
    assert.equal(changed.status, 200, changed.text);
    for (const externalId of ids) assert.equal((await use.ask("GET", at(externalId))).status, 200);
  });

  it("a refused PUT leaves a code in the bin, also if its look could not be read", async () => {
    const externalId = fresh();
    const { id } = (await put(externalId)).json;
    assert.equal((await use.ask("PUT", `${PATH}/${id}/style`, { json: { modules: "dots" } })).status, 200);
    await use.ask("DELETE", at(externalId));
    assert.deepEqual(badFields(await put(externalId, { content: "nothing" })), ["content"]);
    assert.deepEqual(badFields(await put(externalId, { foregroundColor: "#fefefe" })), ["foregroundColor"]);
    assert.equal((await use.ask("GET", at(externalId))).status, 404);
  });

  it("a wrong time is refused, also for a code that exists", async () => {
    const externalId = fresh();
    const wrong = { expiresAt: "tomorrow" };
    assert.deepEqual(badFields(await put(externalId, wrong)), ["expiresAt"]);
    await put(externalId);
    assert.deepEqual(badFields(await put(externalId, wrong)), ["expiresAt"]);
  });

  it("it is unique in a workspace and case matters; others may have the same", async () => {
    const externalId = fresh();
    const first = await use.code({ externalId });
    assert.equal(first.externalId, externalId);
    assert.deepEqual(badFields(await use.ask("POST", PATH, { json: { ...VALID_BODY, externalId } })), ["externalId"]);
    const upper = await use.code({ externalId: externalId.toUpperCase() });
    const change = await use.ask("PATCH", `${PATH}/${upper.id}`, { json: { externalId } });
    assert.deepEqual(badFields(change), ["externalId"]);
    const { key } = await use.app.user();
    assert.equal((await use.code({ externalId }, key)).externalId, externalId);
    assert.equal((await use.app.request("GET", at(externalId), { key })).status, 200);
    const cleared = await use.ask("PATCH", `${PATH}/${first.id}`, { json: { externalId: null } });
    assert.equal("externalId" in cleared.json, false);
    assert.equal((await use.ask("PATCH", `${PATH}/${upper.id}`, { json: { externalId } })).status, 200);
  });

  it("bulk: all or none, every wrong one is named", async () => {
    const [held, free] = [fresh(), fresh()];
    await put(held);
    const bulk = (ids: (string | null | undefined)[]) =>
      use.ask("POST", `${PATH}/bulk`, { json: { qrcodes: ids.map((externalId) => ({ ...VALID_BODY, externalId })) } });
    assert.deepEqual(badFields(await bulk([free, free])), ["qrcodes[1].externalId"]);
    assert.deepEqual(badFields(await bulk([free, held])), ["qrcodes[1].externalId"]);
    assert.equal((await use.ask("GET", at(free))).status, 404);
    const made = await bulk([free, null, undefined]);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(
      made.json.data.map((code: { externalId?: string }) => code.externalId),
      [free, undefined, undefined],
    );
  });

  it("the list finds it, also among other filters and in the bin", async () => {
    const externalId = fresh();
    const { id } = (await put(externalId, { category: "Found" })).json;
    const found = async (query: string) => {
      const { json } = await use.ask("GET", `${PATH}?externalId=${encodeURIComponent(externalId)}${query}`);
      return json.data.map((code: { id: string }) => code.id);
    };
    for (const query of ["", "&category=Found", "&type=url&state=active", "&q=Menu"]) {
      assert.deepEqual(await found(query), [id], query);
    }
    for (const query of ["&category=Lost", "&type=text", "&state=deleted"]) assert.deepEqual(await found(query), []);
    await use.ask("DELETE", at(externalId));
    assert.deepEqual([await found(""), await found("&state=deleted")], [[], [id]]);
  });

  it("a creation with an Idempotency-Key is answered again, and not refused for its own id", async () => {
    const externalId = fresh();
    const headers = { "idempotency-key": externalId.replaceAll(/[^\w-]/g, "-") };
    const post = () => use.ask("POST", PATH, { json: { ...VALID_BODY, externalId }, headers });
    const [first, again] = [await post(), await post()];
    assert.deepEqual([first.status, again.status, again.json], [201, 201, first.json]);
    assert.equal(again.json.externalId, externalId);
  });

  it("of many requests at once one creates the code, and all answer", async () => {
    const externalId = fresh();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => put(externalId, { name: `Menu ${i}` })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(7).fill(200), 201]);
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
    const slug = `at-once-${process.pid}-${count++}`;
    const named = await Promise.all(Array.from({ length: 8 }, () => put(slug, { slug })));
    assert.deepEqual(named.map(({ status }) => status).sort(), [...Array(7).fill(200), 201]);
  });
});
