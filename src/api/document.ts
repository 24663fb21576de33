import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { type ErrorStatus, HEADERS, REQUEST_HEADERS } from "../server/header-schemas.ts";
import type { Example, Operations } from "../server/operation.ts";
import { ERROR_SCHEMAS } from "../server/responses.ts";
import { EVENT_HEADERS, EVENT_SCHEMAS } from "./event-schemas.ts";
import { ERROR_EXAMPLES, PARAMETER_EXAMPLES } from "./examples.ts";

/** Of the interface, not of the program: it grows when something is added to v1. */
const INTERFACE_VERSION = "1.16.0";

/** The OpenAPI document's head; its body comes from the schemas that validate. */
export const DOCUMENT_HEAD: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: INTERFACE_VERSION,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: [
      { name: "QR codes", description: "Create, read, list, update and delete QR codes." },
      { name: "Placements", description: "Copies of a QR code in different places, with their own share URLs." },
      { name: "Scans", description: "Scan statistics, single scans, and visits that were not counted." },
      { name: "Insights", description: "Scans in any period and time zone, of one code or of all." },
      { name: "Images", description: "Images of QR codes, and how well they scan." },
      { name: "Account", description: "The API key of the request." },
      { name: "Looks", description: "How QR codes look: shapes, gradients, frames and logos." },
      { name: "UTM presets", description: "Campaign parameters that you keep under names." },
      { name: "Tags", description: "Labels with colours that QR codes can have several of." },
      { name: "Visitor pages", description: "What people see after a scan: your name, colour, logo and words." },
      { name: "Routing", description: "Where a QR code leads other than to its content." },
      { name: "Domains", description: "Domains of your own for share URLs." },
      { name: "Webhooks", description: "Events of your QR codes, sent to your server." },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer tsr_…" },
      },
    },
    security: [{ apiKey: [] }],
  },
};

// biome-ignore lint/suspicious/noExplicitAny: walks a JSON document of any shape.
type Node = Record<string, any>;

const ERRORS: Record<ErrorStatus, { name: string; description: string; schema: Node }> = {
  400: {
    name: "ValidationError",
    description: "validation_error: the request is not valid; details lists every invalid field.",
    schema: { $ref: "#/components/schemas/ValidationError" },
  },
  401: {
    name: "InvalidApiKey",
    description: "invalid_api_key: the key is missing, malformed, revoked, expired or read-only.",
    schema: errorWith("invalid_api_key"),
  },
  404: {
    name: "NotFound",
    description: "not_found: it does not exist, or it is not yours.",
    schema: errorWith("not_found"),
  },
  429: {
    name: "RateLimited",
    description: "rate_limited: the rate limit is used up; wait until X-RateLimit-Reset.",
    schema: errorWith("rate_limited"),
  },
  500: {
    name: "InternalError",
    description: "internal_error: an error in the service; try again later.",
    schema: errorWith("internal_error"),
  },
};
const ERROR_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "X-Content-Type-Options",
  "Cache-Control",
  "Vary",
];
const MORE_HEADERS: Partial<Record<ErrorStatus, string>> = {
  400: "Content-Encoding",
  401: "WWW-Authenticate",
  429: "Retry-After",
  500: "Retry-After",
};

function errorWith(code: string): Node {
  const only = { type: "object", properties: { error: { type: "string", const: code } } };
  return { allOf: [{ $ref: "#/components/schemas/Error" }, only] };
}

/** Completes the generated document: the service's address, examples, and named schemas instead of repetition. */
export function finishDocument(document: Node, operations: Operations, baseUrl: string): Node {
  const description = `Create QR codes, share them, and see when and where they are scanned. Create an API key on the [API keys](${baseUrl}/app/keys) page of the dashboard, and enter it under Authentication to try requests here. Every response shows how many requests are left. The version is that of the API: changes to v1 are always backwards compatible.`;
  const contact = { name: "The operator of this service", url: baseUrl };
  const info = { ...document.info, description, contact };
  const schemas: Node = {};
  const paths: Node = {};
  for (const [path, methods] of Object.entries<Node>(document.paths)) {
    paths[path] = {};
    for (const [method, operation] of Object.entries<Node>(methods)) {
      const { example = {} } = operations.get(operation.operationId)!;
      const finished = finishOperation(operation, typeof example === "function" ? example(baseUrl) : example);
      paths[path][method] = hoist(finished, schemas);
    }
  }
  const webhooks = EVENT_SCHEMAS.map((event) => [
    event.type,
    { post: hoist(eventOperation(event, event.example(baseUrl)), schemas) },
  ]);
  hoist(ERROR_SCHEMAS, schemas);
  const responses = Object.entries(ERRORS).map(([status, { name, description, schema }]) => {
    const example = ERROR_EXAMPLES[Number(status) as ErrorStatus];
    const content = { "application/json": { schema, example } };
    const more = MORE_HEADERS[Number(status) as ErrorStatus];
    const headers = headerRefs([...ERROR_HEADERS, ...(more ? [more] : [])]);
    return [name, { description, headers, content }];
  });
  const headers = Object.entries(HEADERS).map(([name, { description, ...schema }]) => [name, { description, schema }]);
  const components = {
    ...document.components,
    schemas,
    responses: Object.fromEntries(responses),
    headers: Object.fromEntries(headers),
  };
  const servers = [{ url: baseUrl }];
  return { ...document, info, servers, paths, webhooks: Object.fromEntries(webhooks), components };
}

/** A request of ours to a receiver. */
const eventOperation = ({ name, description, schema }: (typeof EVENT_SCHEMAS)[number], example: unknown): Node => ({
  operationId: `on${name}`,
  summary: description.replace(/\.$/, ""),
  description: "Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.",
  tags: ["Webhooks"],
  security: [],
  parameters: EVENT_HEADERS,
  requestBody: { required: true, content: { "application/json": { schema, example } } },
  responses: {
    "2XX": {
      description: "Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook.",
    },
  },
});

function finishOperation(operation: Node, example: Example): Node {
  const responses = Object.entries<Node>(operation.responses).map(([status, response]) => {
    const error = ERRORS[Number(status) as ErrorStatus];
    if (error) return [status, { $ref: `#/components/responses/${error.name}` }];
    const headers = headerRefs(Object.keys(response.headers ?? {}));
    return [status, { ...response, headers, ...contentWith(response.content, example) }];
  });
  const parameters = (operation.parameters ?? []).map(finishParameter);
  const { requestBody } = operation;
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody
      ? { requestBody: { ...requestBody, ...contentWith(requestBody.content, { answer: example.body }) } }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

function contentWith(content: Node | undefined, { answer, files }: Example): Node {
  if (content === undefined) return {};
  const media = Object.entries<Node>(content).map(([type, each]) => {
    const example = files?.[type] ?? answer;
    return [type, example === undefined ? each : { ...each, example }];
  });
  return { content: Object.fromEntries(media) };
}

const headerRefs = (names: readonly string[]): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers go by the name that people write. */
const WRITTEN = new Map(Object.keys(REQUEST_HEADERS).map((name) => [name.toLowerCase(), name]));

/**
 * Optional parameters have examples in /docs but are not enabled: an example cursor or ETag matches no real request.
 */
function exampleOf(example: unknown, isRequired: boolean): Node {
  if (example === undefined) return {};
  return isRequired ? { example } : { examples: { default: { value: example, "x-disabled": true } } };
}

function finishParameter(parameter: Node): Node {
  const name = parameter.in === "header" ? (WRITTEN.get(parameter.name) ?? parameter.name) : parameter.name;
  const words: unknown[] | undefined = parameter.schema?.enum;
  const named = PARAMETER_EXAMPLES[name];
  // A value of this parameter, if another of the same name has different ones.
  const example = named !== undefined && words && !words.includes(named) ? words.at(-1) : named;
  const required = parameter.in === "path" || parameter.required === true;
  return { ...parameter, name, required, ...exampleOf(example, required) };
}

/** Moves every schema with a title to its place among the named ones. */
function hoist(node: unknown, schemas: Node): unknown {
  if (Array.isArray(node)) return node.map((each) => hoist(each, schemas));
  if (typeof node !== "object" || node === null) return node;
  const { title, ...rest } = node as Node;
  // In a list of properties, "title" is one of them.
  const isNamed = typeof title === "string";
  const isExample = (key: string) => key === "example" || key === "default" || key === "enum";
  const walked = Object.fromEntries(
    Object.entries(isNamed ? rest : node).map(([key, value]) => [key, isExample(key) ? value : hoist(value, schemas)]),
  );
  if (!isNamed) return walked;
  schemas[title] = walked;
  return { $ref: `#/components/schemas/${title}` };
}
