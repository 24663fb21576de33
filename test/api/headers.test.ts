/** Headers other than the rate headers: WWW-Authenticate, Location, ETag and the conditional ones. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertError, assertRateHeaders, badFields, PATH, useApp } from "./support.ts";

onEachEngine("Headers of /api/v1", (engine) => {
  const use = useApp(engine, { BASE_URL: "https://qr.example.com/base" });
  // A compressed answer has a weak ETag.
  const get = (path: string, headers: Record<string, string> = {}) =>
    use.ask("GET", path, { headers: { "accept-encoding": "identity", ...headers } });
  const change = (id: string, json: object, headers: Record<string, string> = {}) =>
    use.ask("PATCH", `${PATH}/${id}`, { json, headers });

  it("401 says how to authenticate", async () => {
    const answer = await use.app.request("GET", PATH);
    assertError(answer, 401, "invalid_api_key");
    assert.equal(answer.headers.get("www-authenticate"), "Bearer");
    assert.equal((await get(PATH)).headers.get("www-authenticate"), null);
  });

  it("201 has the code's address in Location, also for a repeated request", async () => {
    const headers = { "idempotency-key": `place-${engine.name}` };
    for (const options of [{}, { headers }, { headers }]) {
      const { status, json, headers } = await use.ask("POST", PATH, { json: VALID_BODY, ...options });
      assert.equal(status, 201);
      assert.equal(headers.get("location"), `https://qr.example.com/base${PATH}/${json.id}`);
    }
  });

  describe("ETag and If-None-Match", () => {
    it("every read has an ETag with Cache-Control private, no-cache, and gets 304 if it matches", async () => {
      const { id } = await use.code();
      for (const path of ["", `/${id}`, `/${id}/analytics`, `/${id}/scans`, `/${id}/traffic`].map(
        (end) => PATH + end,
      )) {
        const first = await get(path);
        const etag = first.headers.get("etag") ?? "none";
        assert.match(etag, /^"[\w.-]{16,40}"$/, path);
        assert.equal(first.headers.get("cache-control"), "private, no-cache", path);
        for (const held of [etag, `W/"x",W/${etag}`, "*"]) {
          const again = await get(path, { "if-none-match": held });
          assert.equal(again.status, 304, `${path} ${held}`);
          assert.equal(again.text, "");
          assert.equal(again.headers.get("etag"), etag);
          assert.equal(again.headers.get("content-type"), null);
          assertRateHeaders(again);
        }
        const other = await get(path, { "if-none-match": `"other", ${etag.slice(0, -2)}"` });
        assert.equal(other.status, 200);
      }
    });

    it("304 counts as a request", async () => {
      const { key } = await use.app.user("free");
      const { id } = await use.code({}, key);
      const ask = (headers = {}) => use.app.request("GET", `${PATH}/${id}`, { key, headers });
      const first = await ask();
      const again = await ask({ "if-none-match": first.headers.get("etag") ?? "" });
      assert.equal(again.status, 304);
      const left = (answer: typeof first) => Number(answer.headers.get("x-ratelimit-remaining"));
      assert.equal(left(again), left(first) - 1);
    });

    it("the ETag changes with the answer: after a scan, after a change", async () => {
      const { id } = await use.code();
      const tag = async () => (await get(`${PATH}/${id}`)).headers.get("etag");
      const tags = [await tag()];
      await use.scan(id, [{}]);
      tags.push(await tag());
      await change(id, { name: "Other" });
      tags.push(await tag());
      assert.equal(new Set(tags).size, 3);
    });

    it("errors have no ETag and are not cached", async () => {
      const answer = await get(`${PATH}/x`, { "if-none-match": "*" });
      assertError(answer, 404, "not_found");
      assert.equal(answer.headers.get("etag"), null);
      assert.equal(answer.headers.get("cache-control"), "no-store");
    });

    it("images: * matches any", async () => {
      const { id, shareToken } = await use.code();
      for (const path of [`${PATH}/${id}/image`, `/r/${shareToken}.png`, "/docs"]) {
        assert.equal((await get(path, { "if-none-match": "*" })).status, 304, path);
      }
    });
  });

  describe("If-Match on PATCH", () => {
    const tagOf = async (id: string) => (await get(`${PATH}/${id}`)).headers.get("etag") ?? "";

    it("passes with the ETag that was read, even if the code was scanned since", async () => {
      const { id } = await use.code();
      const tag = await tagOf(id);
      use.clock.move(3 * 86_400_000);
      await use.scan(id, [{}, {}]);
      assert.notEqual(await tagOf(id), tag);
      const answer = await change(id, { name: "Other" }, { "if-match": tag });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get("etag"), await tagOf(id));
      assert.equal(answer.json.scanCount, 2);
    });

    it("400 names If-Match after another change, together with anything else that is wrong", async () => {
      const { id } = await use.code();
      const tag = await tagOf(id);
      assert.equal((await change(id, { name: "First" }, { "if-match": tag })).status, 200);
      const late = await change(id, { name: "Second" }, { "if-match": tag });
      assert.deepEqual(badFields(late), ["If-Match"]);
      const both = await change(id, { size: 1 }, { "if-match": tag });
      assert.deepEqual(badFields(both), ["If-Match", "size"]);
      assert.equal((await get(`${PATH}/${id}`)).json.name, "First");
    });

    it("accepts *, lists and ETags weakened by a proxy", async () => {
      const { id } = await use.code();
      for (const [name, wrap] of [
        ["a", () => "*"],
        ["b", (tag: string) => `"x", ${tag}`],
        ["c", (tag: string) => `W/${tag}`],
      ] as const) {
        const answer = await change(id, { name }, { "if-match": wrap(await tagOf(id)) });
        assert.equal(answer.status, 200, answer.text);
      }
      for (const wrong of ['""', "x", '"x"', ""]) {
        const answer = await change(id, { name: "d" }, { "if-match": wrong });
        assert.deepEqual(badFields(answer), ["If-Match"], wrong);
      }
    });

    it("lets one of ten concurrent changes win, and loses none", async () => {
      const { id } = await use.code();
      const headers = { "if-match": await tagOf(id) };
      const ten = Array.from({ length: 10 }, (_, i) => change(id, { name: `n${i}` }, headers));
      const statuses = (await Promise.all(ten)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [200, ...Array(9).fill(400)]);
    });
  });
});
