/** Validates answers against the OpenAPI document: status, body, headers. */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Answer } from "../support/app.ts";

export interface Schema {
  type?: string | string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  $ref?: string;
}
export interface Operation {
  operationId: string;
  parameters?: { name: string; in: "path" | "query" | "header"; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { $ref?: string }>;
}
interface Response {
  headers: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ERROR_NAMES: Record<number, string> = {
  400: "ValidationError",
  401: "InvalidApiKey",
  404: "NotFound",
  429: "RateLimited",
  500: "InternalError",
};
/** Headers of the transport, not of the API. */
const TRANSPORT =
  /^(date|connection|keep-alive|content-length|content-type|content-encoding|transfer-encoding|access-control-.*)$/;

/** Resolves a `$ref` into the document. */
export function named(document: Document, ref: string): unknown {
  const steps = ref.slice(2).split("/");
  // biome-ignore lint/suspicious/noExplicitAny: a pointer may lead anywhere.
  return steps.reduce<any>((at, step) => at[step], document);
}

/** Validates the payload of a webhook against the document. */
export function eventCheck(text: string): (event: { type: string }) => void {
  const ajv = ajvOf(JSON.parse(text));
  return (event) => {
    const place = `document#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
    const validate = ajv.getSchema(place);
    assert.ok(validate, `${event.type} is not in the document`);
    assert.ok(validate(event), `${JSON.stringify(event)}: ${ajv.errorsText(validate.errors)}`);
  };
}

type Check = (method: string, target: string, answer: Answer) => void;

const made = new Map<string, Check>();

/**
 * A validator for each answer, compiled once per document. Stricter than the document: no object may have additional
 * properties.
 */
export function documentCheck(text: string): Check {
  const check = made.get(text) ?? createCheck(JSON.parse(text));
  made.set(text, check);
  return check;
}

function ajvOf(document: Document) {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat("date-time", TIME);
  ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  return ajv.addSchema(closed(document) as object, "document");
}

function createCheck(document: Document): Check {
  const ajv = ajvOf(document);
  const routes = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    path,
    methods,
  }));

  /** A JSON pointer to the description of the answer; undefined if no operation describes it. */
  function describedAt(method: string, path: string, status: number): string | undefined {
    const fitting = routes.filter(({ pattern }) => pattern.test(path));
    // A literal path takes precedence over one with a parameter.
    const route = fitting.find((each) => each.path === path) ?? fitting[0];
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = route?.methods[name];
    if (!route || !operation) {
      const error = ERROR_NAMES[status];
      return error && `#/components/responses/${error}`;
    }
    const response = operation.responses[status];
    if (response === undefined) return undefined;
    const place = route.path.replaceAll("~", "~0").replaceAll("/", "~1");
    return response.$ref ?? `#/paths/${place}/${name}/responses/${status}`;
  }

  return (method, target, answer) => {
    const path = target.split("?", 1)[0]!;
    const what = `${method} ${path}: ${answer.status}`;
    const place = describedAt(method, path, answer.status);
    assert.ok(place, `${what} is not in the document`);
    const steps = place.slice(2).split("/");
    const response = steps.reduce<unknown>((at, step) => {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      return (at as Record<string, unknown>)[key];
    }, document) as Response;
    assertHeaders(what, answer, response);
    if (!response.content || method === "HEAD") {
      assert.equal(answer.text, "", what);
      return;
    }
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "none";
    assert.ok(response.content[type], `${what} as ${type} is not in the document`);
    if (type !== "application/json") return;
    const $ref = `document${place}/content/${type.replace("/", "~1")}/schema`;
    const validate = ajv.getSchema($ref)!;
    const isDescribed = validate(answer.json);
    assert.ok(isDescribed, `${what} ${answer.text}: ${ajv.errorsText(validate.errors)}`);
  };
}

function assertHeaders(what: string, answer: Answer, response: Response): void {
  const documented = Object.keys(response.headers).map((name) => name.toLowerCase());
  for (const [name] of answer.headers) {
    assert.ok(TRANSPORT.test(name) || documented.includes(name), `${what}: header ${name}`);
  }
  for (const name of ["limit", "remaining", "reset"]) {
    assert.match(answer.headers.get(`x-ratelimit-${name}`) ?? "none", /^\d+$/, `${what}: ${name}`);
  }
  assert.ok(answer.headers.get("x-request-id"), what);
}

/** Closes every object, except the second half of an error, which only narrows the first. */
function closed(node: unknown, key = ""): unknown {
  if (Array.isArray(node)) return key === "allOf" ? node : node.map((each) => closed(each));
  if (typeof node !== "object" || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value, name)]));
  return "properties" in node && (node as Schema).type === "object" ? { ...inner, additionalProperties: false } : inner;
}
