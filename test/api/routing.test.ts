import assert from "node:assert/strict";
import { it } from "node:test";
import { NO_ROUTING } from "../../src/routing/routing.ts";
import { PHONE } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { assertError, badFields, PATH, useApp } from "./support.ts";

onSqlite("/api/v1/qrcodes/:id/routing: afterwards", (engine) => {
  const use = useApp(engine);
  const at = (id: string) => `${PATH}/${id}/routing`;
  const set = (id: string, afterwards: unknown, headers = {}) =>
    use.ask("PUT", at(id), { json: { afterwards }, headers });
  const setBrand = (json: object, key: string) => use.ask("PUT", "/api/v1/brand", { json, key });
  const visit = (path: string, method = "GET") =>
    use.app.request(method, `/r/${path}`, { headers: { "user-agent": PHONE } });
  const paused = async (fields: object = {}, key = use.key) => {
    const code = await use.code(fields, key);
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { isPublic: false }, key });
    return code;
  };
  const TO = { to: "https://cafe.example/menu" };
  const NONE = NO_ROUTING;

  it("is null until it is set, is replaced as a whole, and is removed; ETags are those of the code", async () => {
    const { id } = await use.code();
    const first = await use.ask("GET", at(id));
    assert.deepEqual(first.json, NONE);
    const etag = first.headers.get("etag")!;
    for (const afterwards of [TO, { message: "Back in May.\nSee you!" }]) {
      const answer = await set(id, afterwards);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, { ...NONE, afterwards });
      assert.deepEqual((await use.ask("GET", at(id))).json, { ...NONE, afterwards });
    }
    assert.deepEqual(badFields(await set(id, TO, { "if-match": etag })), ["If-Match"]);
    assert.equal((await use.ask("DELETE", at(id))).status, 204);
    assert.equal((await use.ask("DELETE", at(id))).status, 204);
    assert.deepEqual((await use.ask("GET", at(id))).json, NONE);
    assert.equal((await use.ask("GET", at(id))).headers.get("etag"), etag);
  });

  it("400: what is neither an address nor words, another scheme, an own link; names each field, changes nothing", async () => {
    const { id, shareUrl } = await use.code();
    await set(id, TO);
    const wrong = [
      ["https://a.example", ["afterwards"]],
      [{}, ["afterwards"]],
      [{ ...TO, message: "Both" }, ["afterwards"]],
      [{ to: 1 }, ["afterwards.to"]],
      [{ message: "" }, ["afterwards.message"]],
      [{ message: " \n" }, ["afterwards.message"]],
      [{ message: "a".repeat(501) }, ["afterwards.message"]],
      ...[
        "javascript:alert(1)",
        "ftp://a.example",
        "menu",
        "https://ada@a.example",
        "https://a.example/\r\nX: 1",
        shareUrl,
      ].map((to) => [{ to }, ["afterwards.to"]] as const),
    ] as const;
    for (const [afterwards, fields] of wrong) {
      assert.deepEqual(badFields(await set(id, afterwards)), [...fields], JSON.stringify(afterwards));
    }
    const { details } = (await set(id, {})).json;
    assert.equal(details[0].message, 'must have either "to", a web address, or "message", words for visitors');
    assert.deepEqual((await use.ask("GET", at(id))).json, { ...NONE, afterwards: TO });
    const { key } = await use.app.user();
    const brand = { website: shareUrl, afterwards: { to: "data:text/html,1" } };
    assert.deepEqual(badFields(await setBrand(brand, key)).sort(), ["afterwards.to", "website"]);
  });

  it("redirects visitors of a paused or expired code, who are not counted but recorded as missed", async () => {
    const code = await use.code();
    await set(code.id, { to: "cafe.example/menu?at={placement}" });
    assert.equal((await visit(code.shareToken)).headers.get("location"), code.content, "active");
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { isPublic: false } });
    for (const method of ["GET", "HEAD"]) {
      const answer = await visit(code.shareToken, method);
      const [location, control] = ["location", "cache-control"].map((name) => answer.headers.get(name));
      assert.deepEqual([answer.status, location, control], [302, "https://cafe.example/menu", "no-store"]);
      assert.ok(!answer.headers.has("scan-id"));
    }
    // Files are no visits: they are answered by a page, with the way on.
    for (const file of ["+", ".png"]) {
      const answer = await visit(code.shareToken + file);
      assert.equal(answer.status, 404);
      assert.match(answer.text, /href="https:\/\/cafe\.example\/menu"/);
    }
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { isPublic: true } });
    await use.expire(code.id);
    assert.equal((await visit(code.shareToken)).status, 302);
    const { missed, counted } = (await use.ask("GET", `${PATH}/${code.id}/traffic`)).json;
    assert.deepEqual([counted, missed.paused, missed.expired], [1, 2, 1]);
  });

  it("redirects visitors of a paused placement", async () => {
    const { id } = await use.code();
    await set(id, { to: "https://cafe.example/?at={placement}" });
    const path = `${PATH}/${id}/placements`;
    const [placement] = (await use.ask("POST", path, { json: { placements: [{ name: "Table 4" }] } })).json.data;
    await use.ask("PATCH", `${path}/${placement.id}`, { json: { isPaused: true } });
    assert.equal((await visit(placement.token)).headers.get("location"), "https://cafe.example/?at=Table%204");
  });

  it("shows the owner's words, escaped, and the way to their website; a code's own words go before the brand's", async () => {
    const { key } = await use.app.user();
    const code = await paused({}, key);
    const own = (json: object) => use.ask("PUT", at(code.id), { json, key });
    const shown = async () => (await visit(code.shareToken)).text;
    assert.doesNotMatch(await shown(), /class="act"/);
    await setBrand({ website: "www.bücher.example/start", afterwards: { message: "Closed <b>today</b>" } }, key);
    const page = await shown();
    assert.match(page, /Closed &lt;b&gt;today&lt;\/b&gt;/);
    assert.match(
      page,
      /href="https:\/\/www\.xn--bcher-kva\.example\/start"[^>]*><span>Visit \u2068bücher\.example\u2069</,
    );
    assert.doesNotMatch(page, /try again later/);
    await own({ afterwards: { message: "Menu is back in May" } });
    assert.match(await shown(), /Menu is back in May/);
    assert.doesNotMatch(await shown(), /Closed/);
    await own({});
    await setBrand({ afterwards: TO }, key);
    assert.equal((await visit(code.shareToken)).headers.get("location"), TO.to);
    await own({ afterwards: { message: "Here" } });
    assert.equal((await visit(code.shareToken)).status, 404);
  });

  it("shows nothing of a suspended owner, and of a deleted code", async () => {
    const { key, id: userId } = await use.app.user();
    const [code, deleted] = [await paused({}, key), await use.code({}, key)];
    await use.ask("PUT", at(deleted.id), { json: { afterwards: TO }, key });
    await use.ask("DELETE", `${PATH}/${deleted.id}`, { key });
    await use.ask("PUT", at(code.id), { json: { afterwards: TO }, key });
    await setBrand({ website: "https://cafe.example", afterwards: { message: "Words" } }, key);
    assert.equal((await visit(deleted.shareToken)).status, 404);
    await use.app.store.accounts.change(userId, { suspended: true }, use.clock.now());
    const answer = await visit(code.shareToken);
    assert.equal(answer.status, 404);
    assert.doesNotMatch(answer.text, /cafe\.example|Words/);
  });

  it("is kept when the code moves to the bin and back", async () => {
    const { id } = await use.code();
    await set(id, TO);
    await use.ask("DELETE", `${PATH}/${id}`);
    assertError(await use.ask("GET", at(id)), 404, "not_found");
    await use.ask("POST", `${PATH}/${id}/restore`);
    assert.deepEqual((await use.ask("GET", at(id))).json, { ...NONE, afterwards: TO });
  });
});
