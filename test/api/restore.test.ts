import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Answer } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { assertError, PATH, READ_FIELDS, useApp } from "./support.ts";

onSqlite("POST /api/v1/qrcodes/:id/restore", (engine) => {
  const use = useApp(engine);
  const restore = (id: string, key = use.key) => use.ask("POST", `${PATH}/${id}/restore`, { key });
  const visit = (token: string) =>
    fetch(`${use.app.url}/r/${token}`, { redirect: "manual" }).then(({ status }) => status);
  const bin = async () => {
    const answer = await use.ask("GET", `${PATH}?state=deleted`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data;
  };

  describe("200", () => {
    it("restores the code as it was, with its scans and a working share URL", async () => {
      const { id, shareToken } = await use.code({ name: "Poster", category: "Tables" });
      await use.scan(id, [{}, {}]);
      const read = (await use.ask("GET", `${PATH}/${id}`)).json;
      await use.ask("DELETE", `${PATH}/${id}`);
      assert.equal(await visit(shareToken), 404);
      assert.deepEqual(await bin(), [read]);
      const answer = await restore(id);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.json), READ_FIELDS);
      assert.deepEqual(answer.json, read);
      assert.deepEqual(await bin(), []);
      assert.equal(await visit(shareToken), 302);
      const after = await use.ask("GET", `${PATH}/${id}`);
      assert.equal(after.json.scanCount, 3);
      assert.equal((await use.ask("GET", `${PATH}/${id}/scans`)).json.data.length, 3);
      const changed = await use.ask("PATCH", `${PATH}/${id}`, {
        json: { name: "Sign" },
        headers: { "if-match": answer.headers.get("etag")! },
      });
      assert.equal(changed.status, 200, "its ETag works with If-Match");
      assert.deepEqual(await use.app.store.scans.check(), []);
    });

    it("when repeated, and for a code that was never deleted, without a change", async () => {
      const { id } = await use.code();
      const read = await use.ask("GET", `${PATH}/${id}`);
      const never = await restore(id);
      assert.deepEqual([never.status, never.json], [200, read.json]);
      await use.ask("DELETE", `${PATH}/${id}`);
      const [first, second] = (await Promise.all([restore(id), restore(id)])) as [Answer, Answer];
      assert.equal(second.status, 200, second.text);
      assert.deepEqual([first.json, second.json], [read.json, read.json]);
      assert.equal(second.headers.get("etag"), first.headers.get("etag"));
      assert.deepEqual((await restore(id)).json, read.json);
    });

    it("lists deleted codes page by page", async () => {
      const { key } = await use.app.user();
      const made: string[] = [];
      for (let i = 0; i < 5; i++) made.unshift((await use.ask("POST", PATH, { key, json: VALID_BODY })).json.id);
      const [kept, ...gone] = made;
      for (const id of gone) await use.ask("DELETE", `${PATH}/${id}`, { key });
      const found: string[] = [];
      for (let cursor = ""; cursor !== null; ) {
        const { json } = await use.ask("GET", `${PATH}?state=deleted&limit=2${cursor && `&cursor=${cursor}`}`, { key });
        assert.ok(json.data.length > 0 && json.data.length <= 2);
        found.push(...json.data.map(({ id }: { id: string }) => id));
        cursor = json.nextCursor;
      }
      assert.deepEqual(found, gone);
      const { json } = await use.ask("GET", PATH, { key });
      assert.deepEqual(
        json.data.map(({ id }: { id: string }) => id),
        [kept],
      );
    });
  });

  describe("404", () => {
    it("after 30 days, when it is no longer listed either", async () => {
      const { id } = await use.code();
      await use.ask("DELETE", `${PATH}/${id}`);
      use.clock.move(30 * DAY_MS - 1);
      assert.deepEqual(
        (await bin()).map((code: { id: string }) => code.id),
        [id],
      );
      use.clock.move(1);
      assert.deepEqual(await bin(), []);
      assertError(await restore(id), 404, "not_found");
    });
  });
});
