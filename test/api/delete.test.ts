import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { assertError, assertRateHeaders, badFields, PATH, useApp } from "./support.ts";

onEachEngine("DELETE /api/v1/qrcodes/:id", (engine) => {
  const use = useApp(engine);

  describe("204", () => {
    it("returns only headers", async () => {
      const { id } = await use.code();
      const answer = await use.ask("DELETE", `${PATH}/${id}`);
      assert.equal(answer.status, 204);
      assert.equal(answer.text, "");
      assertRateHeaders(answer);
    });

    it("removes the code and its history everywhere", async () => {
      const { id } = await use.code();
      const kept = await use.code();
      await use.scan(id, [{}]);
      await use.ask("DELETE", `${PATH}/${id}`);
      for (const rest of ["", "/analytics", "/scans"]) {
        assertError(await use.ask("GET", `${PATH}/${id}${rest}`), 404, "not_found");
      }
      assertError(await use.ask("PATCH", `${PATH}/${id}`, { json: {} }), 404, "not_found");
      const list = await use.ask("GET", PATH);
      const ids = list.json.data.map((code: { id: string }) => code.id);
      assert.ok(ids.includes(kept.id));
      assert.ok(!ids.includes(id));
    });
  });

  describe("404", () => {
    it("lets only one of ten concurrent requests delete the code", async () => {
      const { id } = await use.code();
      const ten = Array.from({ length: 10 }, () => use.ask("DELETE", `${PATH}/${id}`));
      const statuses = (await Promise.all(ten)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [204, ...new Array(9).fill(404)]);
    });
  });

  describe("400", () => {
    it("refuses a body that is not JSON, and deletes nothing", async () => {
      const { id } = await use.code();
      const headers = { "content-type": "application/json" };
      const answer = await use.ask("DELETE", `${PATH}/${id}`, { body: "{", headers });
      assert.deepEqual(badFields(answer), ["body"]);
      assert.equal((await use.ask("GET", `${PATH}/${id}`)).status, 200);
    });
  });
});
