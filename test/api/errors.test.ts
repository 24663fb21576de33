import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import { createKeyText } from "../../src/keys/format.ts";
import type { RequestOptions } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertError, JSON_TYPE, MISSING, PATH, useApp, withoutRequestId } from "./support.ts";

const LIMIT_BYTES = 64 * 1024;

onEachEngine("Errors of /api/v1", (engine) => {
  const use = useApp(engine, { UNAUTHENTICATED_LIMIT: "90000" });

  describe("401", () => {
    it("are the same for a missing, malformed, unknown and revoked key", async () => {
      const { key, id } = await use.app.user();
      const [listed] = await use.app.store.keys.list(id);
      assert.equal((await use.app.request("GET", PATH, { key })).status, 200);
      await use.app.store.keys.revoke(listed!.prefix, use.clock.now());
      const wrong: RequestOptions[] = [
        {},
        { key: "x".repeat(5000) },
        { key: use.key.slice(0, -1) },
        { key },
        { headers: { authorization: use.key } },
        { headers: { authorization: `Basic ${use.key}` } },
        { headers: { authorization: `Bearer ${use.key} ${use.key}` } },
        { headers: { authorization: "Bearer \u00e9" } },
        { headers: { "x-api-key": use.key } },
      ];
      const answers = [];
      for (const options of wrong) {
        const answer = await use.app.request("GET", PATH, options);
        assertError(answer, 401, "invalid_api_key");
        assert.equal(answer.headers.get("x-ratelimit-limit"), "90000");
        answers.push(withoutRequestId(answer));
      }
      assert.equal(new Set(answers).size, 1);
    });

    it("take precedence over anything else that is wrong", async () => {
      const ways: [string, string, RequestOptions][] = [
        ["POST", PATH, { body: "{", headers: JSON_TYPE }],
        ["POST", PATH, { body: "x".repeat(LIMIT_BYTES * 2), headers: JSON_TYPE }],
        ["POST", PATH, { body: "x", headers: { "content-type": "text/plain" } }],
        ["GET", `${PATH}?limit=x`, {}],
        ["GET", `${PATH}/${MISSING}`, {}],
        ["GET", "/api/v1/nothing", {}],
        ["POST", "/api/v1/nothing", { body: "{", headers: JSON_TYPE }],
        ["PUT", PATH, { body: "x", headers: { "content-type": "text/plain" } }],
        ["GET", "/api/v1/%zz", {}],
        ["GET", `${PATH}/${"a".repeat(600)}`, {}],
      ];
      for (const [method, path, options] of ways) {
        assertError(await use.app.request(method, path, options), 401, "invalid_api_key");
      }
    });

    it("accept the scheme in any case", async () => {
      for (const scheme of ["bearer", "BEARER"]) {
        const headers = { authorization: `${scheme} ${use.key}` };
        assert.equal((await use.app.request("GET", PATH, { headers })).status, 200);
      }
    });
  });

  describe("404", () => {
    it("are the same for every unknown path and method", async () => {
      const body = { body: "{", headers: JSON_TYPE };
      const ways: [string, string, RequestOptions?][] = [
        ["GET", "/api/v1/"],
        ["GET", "/api/v1/nothing"],
        ["GET", "/api/v1/QRCODES"],
        ["GET", `${PATH}/`],
        ["PUT", PATH, { json: VALID_BODY }],
        ["DELETE", PATH],
        ["PATCH", PATH, { json: {} }],
        ["OPTIONS", PATH],
        ["PROPFIND", PATH],
        ["POST", `${PATH}/${MISSING}`, { json: VALID_BODY }],
        ["PUT", `${PATH}/${MISSING}`, body],
        ["POST", "/api/v1/nothing", body],
        ["POST", "/api/v1/nothing", { body: "x", headers: { "content-type": "text/plain" } }],
        ["POST", `${PATH}/${MISSING}/analytics`],
        ["GET", `${PATH}/${MISSING}/nothing`],
        ["GET", "/api/v1/%zz"],
        ["GET", `${PATH}/%E0%A4%A/scans`],
      ];
      const answers = [];
      for (const [method, path, options] of ways) {
        const answer = await use.ask(method, path, options);
        assertError(answer, 404, "not_found");
        answers.push(withoutRequestId(answer));
      }
      assert.equal(new Set(answers).size, 1);
    });
  });

  describe("500", () => {
    for (const table of ["codes", "rate_windows", "api_keys"]) {
      it(`do not reveal the cause when ${table} cannot be read, and keep the headers`, async () => {
        const { app } = use;
        const { db } = app.store.auth;
        const { key } = await app.user();
        assert.equal((await app.request("GET", PATH, { key })).status, 200);
        await sql.raw(`ALTER TABLE ${table} RENAME TO gone`).execute(db);
        try {
          const ways: [string, string, RequestOptions][] = [
            ["GET", PATH, {}],
            ["GET", `${PATH}/${MISSING}`, {}],
            ["POST", PATH, { json: VALID_BODY }],
            ["DELETE", `${PATH}/${MISSING}`, {}],
          ];
          for (const [method, path, options] of ways) {
            const answer = await app.request(method, path, { key, ...options });
            assertError(answer, 500, "internal_error");
            assert.equal(answer.headers.get("x-ratelimit-limit"), "100000");
            const left = Number(answer.headers.get("x-ratelimit-remaining"));
            if (table !== "codes") assert.equal(left, 99_999, "the last known value");
            assert.doesNotMatch(answer.text, /sql|table|codes|gone|\.ts/i);
            const { requestId } = answer.json;
            const isCause = (line: string) => line.includes(requestId) && line.includes('"err"');
            assert.ok(app.log.find(isCause), "the log has the cause with the same request id");
          }
          if (table === "api_keys") {
            const unknown = await app.request("GET", PATH, { key: createKeyText().text });
            assertError(unknown, 500, "internal_error");
            assert.equal(unknown.headers.get("x-ratelimit-limit"), "90000", "for a request without a key");
          }
        } finally {
          await sql.raw(`ALTER TABLE gone RENAME TO ${table}`).execute(db);
        }
      });
    }
  });
});
