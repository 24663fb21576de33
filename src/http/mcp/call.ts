import type { Operation } from "./operations.ts";

/** An answer of the interface, as a tool reads it. */
export interface ApiAnswer {
  status: number;
  header(name: string): string | undefined;
  contentType: string;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each tool knows the shape of its own operation.
  json: any;
}

export interface ApiRequest {
  method: string;
  url: string;
  body?: object;
}

/** Sends a request to /api/v1 as the agent's key: the same rights, the same window. */
export type ApiCall = (request: ApiRequest) => Promise<ApiAnswer>;

export type Arguments = Record<string, unknown>;

/** Ids and numbers only: a path is never steered elsewhere by what an agent sends. */
const PATH_PART = /^[A-Za-z0-9_-]{1,64}$/;

/** Said to the agent in place of an answer. */
export class ToolError extends Error {}

export function requestOf(operation: Operation, args: Arguments): ApiRequest {
  const { method, path, places } = operation;
  const query = new URLSearchParams();
  const body: Arguments = {};
  const parts: Record<string, string> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    if (places[name] === "path") parts[name] = pathPart(name, value);
    else if (places[name] === "query") query.set(name, textOf(value));
    else body[name] = value;
  }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
  const hasBody = Object.values(places).includes("body");
  return { method, url: query.size > 0 ? `${url}?${query}` : url, ...(hasBody ? { body } : {}) };
}

function pathPart(name: string, value: unknown): string {
  const text = textOf(value);
  if (PATH_PART.test(text)) return text;
  throw new ToolError(`"${name}" must be as another tool gave it, letters, digits and dashes; find_codes lists ids.`);
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** An argument that no tool knows is a misunderstanding, and doing the rest would hide it. */
export function checkArguments(schema: ToolSchema, args: Arguments): void {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const takes = known.length > 0 ? `It takes: ${known.join(", ")}.` : "It takes none.";
    throw new ToolError(`There is no argument ${unknown.map((name) => `"${name}"`).join(", ")}. ${takes}`);
  }
  const missing = schema.required.filter((name) => args[name] === undefined);
  if (missing.length > 0) throw new ToolError(`Missing: ${missing.join(", ")}.`);
}

export interface ToolSchema {
  type: "object";
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}

/** An error of the interface in words, with what to do about it. */
export function explainError({ status, json, header }: ApiAnswer): ToolError {
  const details: { field: string; message: string }[] = json?.details ?? [];
  const lines = [json?.message ?? `The service answered ${status}.`];
  lines.push(...details.map(({ field, message }) => `- ${field}: ${message}`));
  if (status === 404) lines.push("find_codes lists the codes there are, with their ids.");
  if (status === 429) {
    lines.push(`Wait ${header("retry-after") ?? "some"} seconds, then try again; until then no tool works.`);
  }
  if (status >= 500) lines.push("Trying again later may help.");
  return new ToolError(lines.join("\n"));
}
