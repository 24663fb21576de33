import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ERROR_STATUS } from "../../src/shared/errors.ts";
import { EVENTS } from "../../src/shared/events.ts";
import { TEST_EVENT } from "../../src/webhooks/webhook.ts";
import { onEachEngine, onSqlite } from "../support/stores.ts";
import { eventCheck } from "./document.ts";
import { sendGenerated } from "./openapi-requests.ts";
import { assertRateHeaders, CREATE_FIELDS, READ_FIELDS, useApp } from "./support.ts";

const COUNT = 60;

// biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
type Described = Record<string, any>;

onSqlite("GET /api/v1/openapi.json", (engine) => {
  const use = useApp(engine);
  const read = () => use.app.request("GET", "/api/v1/openapi.json");

  describe("200", () => {
    it("needs no key, is OpenAPI 3.1 and has the headers", async () => {
      const answer = await read();
      assert.equal(answer.status, 200);
      assertRateHeaders(answer);
      assert.match(answer.json.openapi, /^3\.1\./);
      assert.deepEqual(answer.json.servers, [{ url: "http://tessera.test" }]);
    });

    it("describes every endpoint, its answers and the closed set of errors", async () => {
      const { paths, components } = (await read()).json;
      const one = "/api/v1/qrcodes/{id}";
      const external = "/api/v1/qrcodes/external/{externalId}";
      const hooks = "/api/v1/webhooks";
      const all: [string, string, string][] = [
        ["/api/v1/qrcodes", "post", "201 400 401 429 500"],
        ["/api/v1/qrcodes", "get", "200 304 400 401 429 500"],
        ["/api/v1/qrcodes/bulk", "post", "201 400 401 429 500"],
        [external, "get", "200 304 400 401 404 429 500"],
        [external, "put", "200 201 400 401 429 500"],
        [external, "delete", "204 400 401 404 429 500"],
        [one, "get", "200 304 400 401 404 429 500"],
        [one, "patch", "200 400 401 404 429 500"],
        [one, "delete", "204 400 401 404 429 500"],
        ["/api/v1/me", "get", "200 304 400 401 429 500"],
        [`${one}/versions`, "get", "200 304 400 401 404 429 500"],
        [`${one}/versions/{version}/restore`, "post", "200 400 401 404 429 500"],
        [`${one}/restore`, "post", "200 400 401 404 429 500"],
        [`${one}/analytics`, "get", "200 304 400 401 404 429 500"],
        [`${one}/scans`, "get", "200 304 400 401 404 429 500"],
        [`${one}/scans.csv`, "get", "200 304 400 401 404 429 500"],
        [`${one}/traffic`, "get", "200 304 400 401 404 429 500"],
        [`${one}/image`, "get", "200 304 400 401 404 429 500"],
        [`${one}/scannability`, "get", "200 304 400 401 404 429 500"],
        [`${one}/style`, "get", "200 304 400 401 404 429 500"],
        [`${one}/style`, "put", "200 400 401 404 429 500"],
        [`${one}/style/nearest`, "get", "200 304 400 401 404 429 500"],
        [`${one}/page`, "get", "200 304 400 401 404 429 500"],
        [`${one}/page`, "put", "200 400 401 404 429 500"],
        ["/api/v1/brand", "get", "200 304 400 401 429 500"],
        ["/api/v1/brand", "put", "200 400 401 429 500"],
        [`${one}/routing`, "get", "200 304 400 401 404 429 500"],
        [`${one}/routing`, "put", "200 400 401 404 429 500"],
        [`${one}/routing/explain`, "post", "200 400 401 404 429 500"],
        [`${one}/routing`, "delete", "204 400 401 404 429 500"],
        ["/api/v1/utm-presets", "get", "200 304 400 401 429 500"],
        ["/api/v1/utm-presets", "put", "200 400 401 429 500"],
        [`${one}/style`, "delete", "204 400 401 404 429 500"],
        ["/api/v1/styles", "get", "200 304 400 401 429 500"],
        ["/api/v1/styles", "post", "201 400 401 429 500"],
        ["/api/v1/styles/{id}", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/styles/{id}", "patch", "200 400 401 404 429 500"],
        ["/api/v1/styles/{id}", "delete", "204 400 401 404 429 500"],
        ["/api/v1/tags", "get", "200 304 400 401 429 500"],
        ["/api/v1/tags", "post", "201 400 401 429 500"],
        ["/api/v1/tags/{id}", "patch", "200 400 401 404 429 500"],
        ["/api/v1/tags/{id}", "delete", "204 400 401 404 429 500"],
        ["/api/v1/tags/{id}/merge", "post", "200 400 401 404 429 500"],
        ["/api/v1/qrcodes/{id}/tags", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/qrcodes/{id}/tags", "put", "200 400 401 404 429 500"],
        ["/api/v1/domains", "get", "200 304 400 401 429 500"],
        ["/api/v1/domains", "post", "201 400 401 429 500"],
        ["/api/v1/domains/{id}", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/domains/{id}", "patch", "200 400 401 404 429 500"],
        ["/api/v1/domains/{id}", "delete", "204 400 401 404 429 500"],
        ["/api/v1/domains/{id}/verify", "post", "200 400 401 404 429 500"],
        ["/api/v1/logos", "get", "200 304 400 401 429 500"],
        ["/api/v1/logos", "post", "201 400 401 429 500"],
        ["/api/v1/logos/{id}", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/logos/{id}", "delete", "204 400 401 404 429 500"],
        ["/api/v1/logos/{id}/image", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/slugs/{slug}", "get", "200 304 400 401 429 500"],
        [`${one}/placements`, "get", "200 304 400 401 404 429 500"],
        [`${one}/placements`, "post", "201 400 401 404 429 500"],
        [`${one}/placements/{placementId}`, "patch", "200 400 401 404 429 500"],
        [`${one}/placements/{placementId}`, "delete", "204 400 401 404 429 500"],
        [`${one}/placements/{placementId}/image`, "get", "200 304 400 401 404 429 500"],
        [`${one}/insights`, "get", "200 304 400 401 404 429 500"],
        ["/api/v1/insights", "get", "200 304 400 401 404 429 500"],
        [`${one}/insights.csv`, "get", "200 304 400 401 404 429 500"],
        ["/api/v1/insights.csv", "get", "200 304 400 401 404 429 500"],
        ["/api/v1/audit", "get", "200 304 400 401 429 500"],
        ["/api/v1/audit.csv", "get", "200 400 401 429 500"],
        [hooks, "post", "201 400 401 429 500"],
        [hooks, "get", "200 304 400 401 429 500"],
        [`${hooks}/{id}`, "get", "200 304 400 401 404 429 500"],
        [`${hooks}/{id}/health`, "get", "200 304 400 401 404 429 500"],
        [`${hooks}/{id}`, "patch", "200 400 401 404 429 500"],
        [`${hooks}/{id}`, "delete", "204 400 401 404 429 500"],
        [`${hooks}/{id}/rotate`, "post", "200 400 401 404 429 500"],
        [`${hooks}/{id}/test`, "post", "200 400 401 404 429 500"],
        [`${hooks}/{id}/deliveries`, "get", "200 304 400 401 404 429 500"],
        [`${hooks}/{id}/deliveries/{deliveryId}`, "get", "200 304 400 401 404 429 500"],
        [`${hooks}/{id}/deliveries/{deliveryId}/resend`, "post", "200 400 401 404 429 500"],
      ];
      const described = Object.keys(paths).flatMap((path) =>
        Object.keys(paths[path]).map((method) => `${method} ${path}`),
      );
      assert.deepEqual(described.sort(), all.map(([path, method]) => `${method} ${path}`).sort());
      for (const [path, method, statuses] of all) {
        const { responses } = paths[path][method];
        assert.equal(Object.keys(responses).join(" "), statuses, `${method} ${path}`);
      }
      // Those that return one code, the brand or the presets; the ETag of anything else cannot be sent.
      const tagged = all
        .filter(([path, method]) => paths[path][method].responses[200]?.headers.ETag)
        .flatMap(([path, method]) => (method === "get" ? [] : `${method} ${path}`));
      assert.deepEqual(tagged, [
        `put ${external}`,
        `patch ${one}`,
        `post ${one}/versions/{version}/restore`,
        `post ${one}/restore`,
        `put ${one}/style`,
        `put ${one}/page`,
        "put /api/v1/brand",
        `put ${one}/routing`,
        "put /api/v1/utm-presets",
      ]);
      const encoded = (path: string) => "Content-Encoding" in paths[path].get.responses[200].headers;
      assert.ok(encoded("/api/v1/qrcodes") && encoded(one) && !encoded(`${one}/image`));
      assert.ok(components.responses.ValidationError.headers["Content-Encoding"]);
      const told = Object.values<Described>(components.responses).map(({ content }) => {
        const { example, schema } = content["application/json"];
        const own = schema.allOf?.[1] ?? components.schemas.ValidationError;
        assert.equal(own.properties.error.const, example.error);
        return example.error;
      });
      assert.deepEqual(told, Object.keys(ERROR_STATUS));
    });

    it("mentions nothing in its descriptions that the API does not have", async () => {
      const names = new Set<string>();
      const prose: string[] = [];
      const collect = (node: Described) => {
        for (const [key, value] of Object.entries(node)) {
          names.add(key);
          if (key === "name" || key === "operationId") names.add(value);
          if (/^(?:summary|description)$/.test(key) && typeof value === "string") prose.push(value);
          else if (value !== null && typeof value === "object") collect(value);
        }
      };
      collect((await read()).json);
      assert.ok(prose.length > 50, `${prose.length} texts`);
      for (const text of prose) {
        for (const [word] of text.matchAll(/\b[a-z]+[A-Z]\w*/g)) {
          assert.ok(names.has(word), `${word}: ${text}`);
        }
      }
    });

    it("names the shapes, defaults and limits of the answers", async () => {
      const { paths, components, info, tags } = (await read()).json;
      const { schemas } = components;
      const { post } = paths["/api/v1/qrcodes"];
      const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
      assert.deepEqual(post.requestBody.content["application/json"].schema, ref("CreateQrCode"));
      const body = schemas.CreateQrCode;
      assert.deepEqual(body.required, ["name", "content"]);
      assert.equal(body.properties.foregroundColor.default, "#1a1410");
      assert.equal(body.properties.size.minimum, 128);
      assert.equal(body.properties.size.maximum, 2048);
      assert.equal(body.properties.size.default, 512);
      const created = post.responses["201"].content["application/json"].schema;
      assert.deepEqual(created, ref("CreatedQrCode"));
      const sometimes = ({ properties }: Described) => Object.keys(properties).filter((name) => name !== "externalId");
      assert.deepEqual(sometimes(schemas.CreatedQrCode), CREATE_FIELDS);
      const { get, patch } = paths["/api/v1/qrcodes/{id}"];
      for (const { responses } of [get, patch]) {
        assert.deepEqual(responses["200"].content["application/json"].schema, ref("QrCode"));
      }
      assert.deepEqual(sometimes(schemas.QrCode), READ_FIELDS);
      assert.ok(!schemas.QrCode.required.includes("externalId"));
      for (const field of ["id", "type", "shareToken", "createdAt"]) {
        assert.ok(!(field in schemas.ChangeQrCode.properties), field);
      }
      for (const name of ["Scan", "ScanPage", "QrCodePage", "Analytics", "Traffic", "Scannability"]) {
        assert.ok(schemas[name], name);
      }
      assert.match(info.version, /^1\./);
      assert.equal(info.license.identifier, "MIT");
      assert.ok(tags.length >= 4);
    });

    it("disables the examples of optional parameters, which /docs would otherwise send", async () => {
      const { paths } = (await read()).json;
      const all = Object.values<Described>(paths).flatMap((methods) => Object.values<Described>(methods));
      const optional = all.flatMap(({ parameters = [] }) => parameters).filter(({ required }) => !required);
      assert.ok(optional.some(({ name }) => name === "cursor"));
      for (const { name, example, examples } of optional) {
        assert.equal(example, undefined, name);
        if (examples !== undefined) assert.equal(examples.default["x-disabled"], true, name);
      }
    });

    it("has a description and an example for every operation, parameter, field and header", async () => {
      const { paths, components } = (await read()).json;
      const silent: string[] = [];
      const fields = (at: string, { properties = {}, items }: Described) => {
        if (items) fields(`${at}[]`, items);
        for (const [name, field] of Object.entries<Described>(properties)) {
          if (!field.description && !field.$ref) silent.push(`${at}.${name}`);
          fields(`${at}.${name}`, field);
        }
      };
      for (const [name, schema] of Object.entries<Described>(components.schemas)) {
        if (!schema.description) silent.push(name);
        fields(name, schema);
      }
      for (const [name, header] of Object.entries<Described>(components.headers)) {
        if (!header.description) silent.push(name);
      }
      for (const [path, methods] of Object.entries<Described>(paths)) {
        for (const [method, operation] of Object.entries<Described>(methods)) {
          const what = `${method} ${path}`;
          if (!operation.description || !operation.summary) silent.push(what);
          for (const { name, description, required, example, examples, schema } of operation.parameters ?? []) {
            const shown = (required ? example : examples?.default.value) ?? schema.default;
            if (!description || shown === undefined) silent.push(`${what} ${name}`);
          }
          for (const part of [operation.requestBody, operation.responses["200"], operation.responses["201"]]) {
            for (const [type, { example }] of Object.entries<Described>(part?.content ?? {})) {
              const isText = /json|csv/.test(type) || (type === "image/svg+xml" && part !== operation.requestBody);
              if (isText && example === undefined) silent.push(`${what}: no example of ${type}`);
            }
          }
        }
      }
      assert.deepEqual(silent, []);
    });

    it("describes the payloads of webhooks, with valid examples", async () => {
      const answer = await read();
      const { webhooks } = answer.json;
      assert.deepEqual(Object.keys(webhooks), [...EVENTS, TEST_EVENT]);
      const check = eventCheck(answer.text);
      for (const [type, { post }] of Object.entries<Described>(webhooks)) {
        const { example } = post.requestBody.content["application/json"];
        assert.equal(example.type, type);
        check(example);
      }
    });

    it("is also reached by redirects from the addresses people guess", async () => {
      for (const path of ["/openapi.json", "/api/v1/openapi.yaml"]) {
        const answer = await fetch(use.app.url + path, { redirect: "manual" });
        assert.equal(answer.status, 302);
        assert.equal(answer.headers.get("location"), "/api/v1/openapi.json");
      }
    });
  });
});

onEachEngine("The API's own description", (engine) => {
  const use = useApp(engine);

  it(`describes the answers to ${COUNT} requests generated from it, none of them a 500`, async () => {
    await sendGenerated(use.app, use.key, COUNT);
    assert.ok(!use.app.log.some((line) => line.includes("request failed")));
  });
});
