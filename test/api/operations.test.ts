/** What all operations answer alike. The operations, and examples as their bodies, are those of the OpenAPI document. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { RequestOptions } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import type { Document } from "./document.ts";
import { uploaded } from "./look-support.ts";
import { assertError, badFields, JSON_TYPE, MISSING, PATH, useApp, withoutRequestId } from "./support.ts";

interface Operation {
  method: string;
  path: string;
  /** A valid JSON body, if it has one. */
  body: object | undefined;
  takesKey: boolean;
  isFile: boolean;
}

onSqlite("Every operation of /api/v1", (engine) => {
  const use = useApp(engine);
  let all: Operation[];
  before(async () => {
    const { paths }: Document = (await use.app.request("GET", "/api/v1/openapi.json")).json;
    all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
        const json = requestBody?.content["application/json"] as { example?: object } | undefined;
        return {
          method: method.toUpperCase(),
          path,
          body: json?.example,
          takesKey: parameters.some(({ name }) => name === "Idempotency-Key"),
          isFile: requestBody !== undefined && json === undefined,
        };
      }),
    );
    assert.ok(all.length > 70, `${all.length} operations`);
  });

  const filled = (path: string, id = MISSING) => path.replaceAll(/\{\w+\}/g, id);
  const send = (
    { method, path, body }: Operation,
    { id = MISSING, ...options }: RequestOptions & { id?: string } = {},
  ) => use.ask(method, filled(path, id), { ...(body && { json: body }), ...options });
  /** With an id that the caller chooses. */
  const isCreation = (method: string, path: string) => method === "PUT" && path.includes("{externalId}");
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

  it("401: without a valid key, whatever else is wrong", async () => {
    for (const operation of all) {
      for (const more of [{}, { authorization: "Bearer tsr_none" }]) {
        const path = filled(operation.path, "no-id");
        const answer = await use.app.request(operation.method, path, {
          ...(operation.method === "GET" ? {} : { body: "{" }),
          headers: { ...JSON_TYPE, ...more } as Record<string, string>,
        });
        assertError(answer, 401, "invalid_api_key");
        assert.equal(answer.headers.get("www-authenticate"), "Bearer", nameOf(operation));
      }
    }
  });

  it("404: for what does not exist, and the same for what is no id", async () => {
    const ofOne = all.filter(({ method, path }) => /\{id\}|\{externalId\}/.test(path) && !isCreation(method, path));
    for (const operation of ofOne) {
      const missing = await send(operation);
      assertError(missing, 404, "not_found");
      assert.equal(
        withoutRequestId(await send(operation, { id: "no-id" })),
        withoutRequestId(missing),
        nameOf(operation),
      );
    }
  });

  it("404: for what another workspace has, as if it did not exist, and nothing of it changes", async () => {
    const made = async (path: string, json: object): Promise<string> => {
      const answer = await use.ask("POST", `/api/v1${path}`, { json });
      assert.equal(answer.status, 201, answer.text);
      return answer.json.id ?? answer.json.data[0].id;
    };
    const { id: code } = await use.code();
    const { id: binned } = await use.code();
    await use.ask("PATCH", `${PATH}/${code}`, { json: { content: "https://example.com/second" } });
    await use.ask("DELETE", `${PATH}/${binned}`);
    const placement = await made(`/qrcodes/${code}/placements`, { placements: [{ name: "Door" }] });
    const ids: Record<string, string> = {
      qrcodes: code,
      styles: await made("/styles", { name: "Look", style: {} }),
      tags: await made("/tags", { name: "Tag of operations" }),
      domains: await made("/domains", { host: "operations.example.com" }),
      webhooks: await made("/webhooks", { url: "https://hooks.example.com/" }),
      logos: (await uploaded(use)).id,
    };
    const { key } = await use.app.user();
    const ofOne = all.filter(({ path }) => path.includes("{id}"));
    const lists = ["/qrcodes", "/qrcodes?state=deleted", `/qrcodes/${code}/placements`, ...Object.keys(ids)];
    const picture = () =>
      Promise.all(lists.map(async (path) => (await use.ask("GET", `/api/v1/${path.replace(/^\//, "")}`)).text));
    const before = await picture();
    for (const operation of ofOne) {
      const { method, path, body } = operation;
      const kind = path.split("/")[3]!;
      const real = path.endsWith("{id}/restore") ? binned : ids[kind];
      assert.ok(real, `one of ${kind}`);
      const ask = (id: string, json: unknown) => {
        const at = path.replace("{id}", id).replace("{placementId}", placement).replace("{version}", "1");
        return use.app.request(method, at.replaceAll(/\{\w+\}/g, MISSING), { key, ...(body && { json }) });
      };
      for (const json of body ? [body, { name: 5, size: "wrong" }] : [undefined]) {
        const foreign = await ask(real, json);
        // A wrong body may come first.
        if (json === body) assertError(foreign, 404, "not_found");
        assert.equal(withoutRequestId(foreign), withoutRequestId(await ask(MISSING, json)), nameOf(operation));
      }
    }
    assert.deepEqual(await picture(), before);
  });

  it("404: for a change of what does not exist, whatever is wrong in the body", async () => {
    const changes = all.filter(({ method }) => method === "PATCH");
    assert.ok(changes.length > 4);
    for (const operation of changes) {
      for (const id of [MISSING, "no-id"]) {
        const answer = await send(operation, { id, json: [] });
        assert.equal(answer.status, 404, `${nameOf(operation)} ${answer.text}`);
      }
    }
  });

  it("400: for a missing body and for one that is no object, unless the 404 comes first", async () => {
    for (const operation of all.filter(({ body }) => body !== undefined)) {
      for (const options of [{ body: "", headers: JSON_TYPE }, { json: [] }]) {
        const { method, path } = operation;
        const answer = await use.ask(method, filled(path), options);
        if (answer.status === 404) assert.ok(path.includes("{id}"), nameOf(operation));
        else assert.deepEqual(badFields(answer), ["body"], nameOf(operation));
      }
    }
  });

  it("400: names a wrong Idempotency-Key next to what is wrong in the body", async () => {
    const once = all.filter(({ takesKey }) => takesKey);
    assert.ok(once.length > 3);
    for (const operation of once) {
      const answer = await send(operation, { json: [], headers: { "idempotency-key": "x".repeat(256) } });
      assert.deepEqual(badFields(answer), ["Idempotency-Key", "body"], nameOf(operation));
    }
  });

  it("200 and 304: a read has an ETag, and what has it is not sent again", async () => {
    const reads = all.filter(({ method, path }) => method === "GET" && !/\{id\}|\{externalId\}|\/audit/.test(path));
    assert.ok(reads.length > 8);
    for (const operation of reads) {
      if (operation.path.endsWith("/me")) continue;
      const options = { headers: { "accept-encoding": "identity" } };
      const first = await send(operation, options);
      assert.equal(first.status, 200, nameOf(operation));
      const etag = first.headers.get("etag") ?? "none";
      const again = await send(operation, { headers: { ...options.headers, "if-none-match": etag } });
      assert.deepEqual([again.status, again.text], [304, ""], nameOf(operation));
    }
  });
});
