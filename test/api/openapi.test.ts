import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { sendGenerated } from "./openapi-requests.ts";
import { assertRateHeaders, CREATE_FIELDS, READ_FIELDS, useApp } from "./support.ts";

const COUNT = 500;

onEachEngine("GET /api/v1/openapi.json", (engine) => {
  const use = useApp(engine);
  const read = () => use.app.request("GET", "/api/v1/openapi.json");

  describe("200", () => {
    it("needs no key, is OpenAPI 3.1 and carries the headers", async () => {
      const answer = await read();
      assert.equal(answer.status, 200);
      assertRateHeaders(answer);
      assert.match(answer.json.openapi, /^3\.1\./);
      assert.deepEqual(answer.json.servers, [{ url: "http://tessera.test" }]);
    });

    it("describes every endpoint, its answers and the closed set of errors", async () => {
      const { paths } = (await read()).json;
      const all: [string, string, string][] = [
        ["/api/v1/qrcodes", "post", "201"],
        ["/api/v1/qrcodes", "get", "200"],
        ["/api/v1/qrcodes/{id}", "get", "200"],
        ["/api/v1/qrcodes/{id}", "patch", "200"],
        ["/api/v1/qrcodes/{id}", "delete", "204"],
        ["/api/v1/qrcodes/{id}/analytics", "get", "200"],
        ["/api/v1/qrcodes/{id}/scans", "get", "200"],
      ];
      for (const [path, method, status] of all) {
        const { responses } = paths[path][method];
        const statuses = [status, "400", "401", "404", "429", "500"];
        assert.deepEqual(Object.keys(responses), statuses, `${method} ${path}`);
        const { error } = responses["400"].content["application/json"].schema.properties;
        assert.deepEqual(error.enum, [
          "validation_error",
          "invalid_api_key",
          "not_found",
          "rate_limited",
          "internal_error",
        ]);
      }
    });

    it("says the shapes, defaults and limits that the answers have", async () => {
      const { paths } = (await read()).json;
      const { post } = paths["/api/v1/qrcodes"];
      const body = post.requestBody.content["application/json"].schema;
      assert.deepEqual(body.required, ["name", "content"]);
      assert.equal(body.properties.foregroundColor.default, "#1a1410");
      assert.equal(body.properties.size.minimum, 128);
      assert.equal(body.properties.size.maximum, 2048);
      assert.equal(body.properties.size.default, 512);
      const created = post.responses["201"].content["application/json"].schema;
      assert.deepEqual(Object.keys(created.properties), CREATE_FIELDS);
      const full = paths["/api/v1/qrcodes/{id}"].get.responses["200"].content["application/json"];
      assert.deepEqual(Object.keys(full.schema.properties), READ_FIELDS);
    });

    it(`describes the answers to ${COUNT} requests made from it, none of them a 500`, async () => {
      await sendGenerated(use.app, use.key, COUNT);
      assert.ok(!use.app.log.some((line) => line.includes("request failed")));
    });
  });
});
