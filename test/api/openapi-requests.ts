/** Valid and invalid requests generated from the OpenAPI document. The test client validates the answers against it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RequestOptions, TestApp } from "../support/app.ts";
import { type Document, named, type Operation, type Schema } from "./document.ts";
import { MISSING } from "./support.ts";

interface Request {
  method: string;
  path: string;
  options: RequestOptions;
}

const anyText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant("\ud800"));
const sound: Record<string, fc.Arbitrary<unknown>> = {
  content: fc.constantFrom("https://example.com/a", "+4930123456", "52.5,13.4", "jo@example.com"),
  foregroundColor: fc.constantFrom("#000000", "#FFffFF"),
  backgroundColor: fc.constant("#abcdef"),
  expiresAt: fc.constantFrom("2030-01-01T00:00:00.000Z", null),
  // A reserved address, never reached.
  url: fc.constant("https://hooks.invalid/a"),
  events: fc.constantFrom(["qrcode.created"], ["qrcode.scanned", "qrcode.expired"]),
};

/** A value that matches the schema. */
function soundValue(name: string, { type, enum: words, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  if (sound[name]) return sound[name];
  if (words) return fc.constantFrom(...words);
  if (type === "integer") return fc.integer({ min: minimum ?? -5, max: maximum ?? 5000 });
  if (type === "boolean") return fc.boolean();
  return fc.string({ minLength: 1, maxLength: 20 });
}

const mostly = <T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ arbitrary: right, weight: 6 }, { arbitrary: wrong, weight: 1 });

/** An object that matches the schema, with some optional fields left out and a few invalid. */
function objectOf({ properties = {}, required = [] }: Schema, document: Document): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => {
    const item = field.items?.$ref;
    const right = item
      ? fc.array(objectOf(named(document, item) as Schema, document), { minLength: 1, maxLength: 3 })
      : soundValue(name, field);
    return [name, mostly(right, fc.oneof(fc.jsonValue(), anyText))];
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
}

function bodyOf(operation: Operation, document: Document): fc.Arbitrary<unknown> {
  const ref = operation.requestBody?.content["application/json"]?.schema.$ref;
  if (ref === undefined) return fc.constant(undefined);
  return mostly(objectOf(named(document, ref) as Schema, document), fc.jsonValue());
}

function parameterOf(name: string, schema: Schema): fc.Arbitrary<string | undefined> {
  const right = soundValue(name, schema).map((value) => String(value));
  const wrong = fc.oneof(anyText, fc.constantFrom("", "0", "-1", "1.5", "1e2", "null"));
  return fc.oneof(fc.constant(undefined), mostly(right, wrong));
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function requestOf(
  route: string,
  method: string,
  operation: Operation,
  ids: readonly string[],
  document: Document,
): fc.Arbitrary<Request> {
  const parameters = operation.parameters ?? [];
  const query = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, schema }) => [name, parameterOf(name, schema)]),
  );
  return fc
    .record({
      id: mostly(fc.constantFrom(...ids), fc.oneof(fc.constant(MISSING), anyText)),
      query: fc.record(query),
      body: bodyOf(operation, document),
      once: fc.oneof(fc.constant(undefined), fc.stringMatching(/^[!-~]{0,4}$/)),
      held: fc.constantFrom(undefined, "*", '"x", W/"y"', "z"),
    })
    .map(({ id, query, body, once, held }) => {
      const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = pairs.map(([name, value]) => `${name}=${encoded(value as string)}`).join("&");
      const path = route.replace("{id}", encoded(id) || "%20") + (search && `?${search}`);
      const headers: Record<string, string> = {};
      if (method === "post" && once !== undefined) headers["idempotency-key"] = once;
      if (method === "get" && held !== undefined) headers["if-none-match"] = held;
      if (method === "patch" && held !== undefined) headers["if-match"] = held;
      const options = { headers, ...(body === undefined ? {} : { json: body }) };
      return { method: method.toUpperCase(), path, options };
    });
}

/** Sends `count` requests across all operations, and validates each answer. */
export async function sendGenerated(app: TestApp, key: string, count: number) {
  const document: Document = (await app.request("GET", "/api/v1/openapi.json")).json;
  const codes = async (number: number) => {
    const json = { name: "Kept", content: "https://example.com" };
    const made = Array.from({ length: number }, () => app.request("POST", "/api/v1/qrcodes", { key, json }));
    return (await Promise.all(made)).map((answer) => answer.json.id as string);
  };
  const [kept, doomed] = [await codes(3), await codes(30)];
  const hook = async () => {
    const json = { url: "https://hooks.invalid/", events: ["qrcode.expired"] };
    return (await app.request("POST", "/api/v1/webhooks", { key, json })).json.id as string;
  };
  const hooks = [await hook(), await hook(), await hook()];
  const idsFor = (route: string, method: string) => {
    if (route.startsWith("/api/v1/webhooks")) return method === "delete" ? hooks.slice(1) : hooks;
    return method === "delete" ? doomed : kept;
  };
  const requests = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      // Scannability costs a hundred times what any other answer does, and resolving a name may be slow.
      weight: /\/(?:scannability|test)$/.test(route) ? 1 : 20,
      arbitrary: requestOf(route, method, operation, idsFor(route, method), document),
    })),
  );
  const luck = fc.integer({ min: 0, max: 20 });
  const seen = new Map<number, number>();
  const wanted = [200, 201, 204, 304, 400, 401, 404];
  const property = fc.asyncProperty(fc.oneof(...requests), luck, async (request, n) => {
    const options = n === 0 ? request.options : { key, ...request.options };
    const answer = await app.request(request.method, request.path, options);
    assert.notEqual(answer.status, 500, answer.text);
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: count });
  // A rare status may need some more requests.
  for (let more = 0; more < 25 && wanted.some((status) => !seen.has(status)); more++) {
    await fc.assert(property, { numRuns: 100 });
  }
  for (const status of wanted) {
    assert.ok(seen.get(status), `no request was answered with ${status}`);
  }
  const all = seen.values().reduce((sum, times) => sum + times);
  const reached = [200, 201, 204, 304].reduce((sum, status) => sum + seen.get(status)!, 0);
  assert.ok(reached > all / 5, `${reached} of ${all} reach what they ask for`);
}
