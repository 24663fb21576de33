/** The tools of /mcp, generated from the operations of the OpenAPI document. */
import type { Described, Operations } from "../server/operation.ts";

// biome-ignore lint/suspicious/noExplicitAny: walks a JSON document of any shape.
type Node = Record<string, any>;

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  /** Only for operations that return JSON. */
  outputSchema?: ObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false };
  operation: Operation;
}

interface ObjectSchema {
  type: "object";
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
}

interface Operation {
  method: string;
  right: Described["right"];
  /** As in the document: /api/v1/qrcodes/{id}. */
  path: string;
  /** Where each argument goes. */
  locations: Record<string, "path" | "query" | "body">;
}

export interface ApiRequest {
  method: string;
  url: string;
  body?: object;
}

/** A mistake in a tool call, answered with its message. */
export class ToolError extends Error {}

/** A tool for every operation that takes no file and does not answer with a stream of rows. */
export function makeTools(document: object, operations: Operations): Tool[] {
  const paths = inline(document, (document as Node).paths) as Node;
  return Object.entries<Node>(paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods)
      .filter(([, { requestBody, responses }]) => takesJson(requestBody) && !("text/csv" in contentOf(responses)))
      .map(([method, operation]) =>
        toolOf(method.toUpperCase(), path, operation, operations.get(operation.operationId)!),
      ),
  );
}

const takesJson = (body: Node | undefined): boolean => body === undefined || "application/json" in body.content;

const contentOf = (responses: Node): Node =>
  Object.entries<Node>(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};

function toolOf(method: string, path: string, operation: Node, { title, right }: Described): Tool {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const locations: Operation["locations"] = {};
  const inputSchema = { type: "object", properties: {} as Node, required: [] as string[], additionalProperties: false };
  const take = (name: string, location: "path" | "query" | "body", schema: object, isRequired: boolean) => {
    locations[name] = location;
    inputSchema.properties[name] = schema;
    if (isRequired) inputSchema.required.push(name);
  };
  for (const { name, in: location, schema, description, required } of parameters) {
    if (location !== "header") take(name, location, { ...schema, description }, required === true);
  }
  const body = requestBody?.content["application/json"].schema;
  for (const [name, schema] of Object.entries<object>(propertiesOf(body))) {
    if (!Object.hasOwn(locations, name)) take(name, "body", schema, body.required?.includes(name) ?? false);
  }
  const output = contentOf(responses)["application/json"]?.schema;
  const words: string = operationId.replace(/[A-Z]/g, (letter: string) => ` ${letter.toLowerCase()}`);
  return {
    name: words.replaceAll(" ", "_"),
    // A short label: the description, which models read, begins with the whole summary.
    title: title ?? words.charAt(0).toUpperCase() + words.slice(1),
    description: [`${summary}.`, description].filter(Boolean).join(" "),
    inputSchema: inputSchema as ObjectSchema,
    ...(output ? { outputSchema: output } : {}),
    annotations: {
      readOnlyHint: method === "GET" || right === "viewer",
      destructiveHint: method === "DELETE",
      // Restoring twice changes nothing.
      idempotentHint: method !== "POST" || path.endsWith("/restore"),
      openWorldHint: false,
    },
    operation: { method, right, path, locations },
  };
}

/** Properties of an object, or of all alternatives. */
function propertiesOf(schema: Node | undefined): Node {
  const forms: Node[] = schema?.anyOf ?? [];
  return Object.assign({}, ...forms.map(propertiesOf), schema?.properties);
}

/** Resolves every reference and drops examples, which clients would send to a model. */
function inline(document: Node, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => inline(document, each));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, example: _example, ...rest } = node as Node;
  if (typeof $ref === "string") return inline(document, resolve(document, $ref));
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(document, value)]));
}

const resolve = (document: Node, ref: string): Node =>
  ref
    .slice("#/".length)
    .split("/")
    .reduce((at: Node, part) => at[part], document);

/** Would change the path, also encoded. */
const PATH_STEPS = /^\.{0,2}$/;

/** The API request of a tool call. The API validates values; unknown argument names are refused here. */
export function requestOf({ inputSchema, operation }: Tool, args: Record<string, unknown>): ApiRequest {
  const { method, path, locations } = operation;
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(locations, name));
  if (unknown.length > 0) {
    const takes = Object.keys(inputSchema.properties).join(", ") || "none";
    throw new ToolError(`Unknown arguments: ${unknown.join(", ")}. This tool takes: ${takes}.`);
  }
  // Left out of the query, it would ask for everything.
  const empty = Object.keys(args).find((name) => locations[name] === "query" && [args[name]].flat().length === 0);
  if (empty !== undefined) throw new ToolError(`${empty} must have at least one value, or be left out.`);
  const given = (location: string) => Object.entries(args).filter(([name]) => locations[name] === location);
  const query = new URLSearchParams(
    given("query").flatMap(([name, value]) => [value].flat().map((each) => [name, textOf(each)])),
  );
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = textOf(args[name] ?? "");
    if (PATH_STEPS.test(part) || !part.isWellFormed()) throw new ToolError(`${name} must be a text that is no path.`);
    return encodeURIComponent(part);
  });
  const hasBody = Object.values(locations).includes("body");
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    ...(hasBody ? { body: Object.fromEntries(given("body")) } : {}),
  };
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
