import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onSqlite } from "../support/stores.ts";
import {
  assertError,
  assertRateHeaders,
  MISSING,
  PATH,
  READ_FIELDS,
  TIME,
  useApp,
  withoutRequestId,
} from "./support.ts";

onSqlite("GET /api/v1/qrcodes/:id", (engine) => {
  const use = useApp(engine);

  describe("200", () => {
    it("returns exactly the read shape", async () => {
      const code = await use.code({ category: "Flyers" });
      const answer = await use.ask("GET", `${PATH}/${code.id}`);
      assert.equal(answer.status, 200);
      assertRateHeaders(answer);
      assert.deepEqual(Object.keys(answer.json), READ_FIELDS);
      assert.deepEqual(answer.json, {
        ...code,
        isPublic: true,
        isFavorite: false,
        scanCount: 0,
        updatedAt: code.createdAt,
      });
      assert.match(answer.json.updatedAt, TIME);
    });

    it("still returns a code that has expired or is paused", async () => {
      const { id } = await use.code();
      await use.expire(id);
      await use.ask("PATCH", `${PATH}/${id}`, { json: { isPublic: false } });
      const answer = await use.ask("GET", `${PATH}/${id}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.json.isPublic, false);
      assert.equal(Date.parse(answer.json.expiresAt), use.clock.now());
    });
  });

  describe("404", () => {
    it("answers the same for ids of any format", async () => {
      const { id, shareToken } = await use.code();
      const missing = withoutRequestId(await use.ask("GET", `${PATH}/${MISSING}`));
      const ids = ["1", "%00", "%F0%9F%8E%89", "a".repeat(600), shareToken, `${id}%20`, "..%2F..", "'%20OR%201=1--"];
      for (const other of ids) {
        const answer = await use.ask("GET", `${PATH}/${other}`);
        assertError(answer, 404, "not_found");
        assert.equal(withoutRequestId(answer), missing, other);
      }
    });
  });
});
