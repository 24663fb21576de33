/** The OpenAPI document as a list of operations, for the collection and for tests. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, OperationObject>>;
}

export interface Schema {
  default?: unknown;
  enum?: readonly unknown[];
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  examples?: { default: { value: unknown } };
}

interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, AnswerObject>;
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;

interface AnswerObject {
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Content;
}

export interface Answer extends AnswerObject {
  status: number;
  mediaTypes: string[];
  schema: Schema | undefined;
  example?: unknown;
}

export interface Operation {
  /** Its operationId, which is also its anchor in the reference. */
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  bodyExample?: unknown;
  /** The media types of a file body. */
  fileTypes?: readonly string[];
  success: Answer | undefined;
  errors: Answer[];
}

export interface Group {
  tag: string;
  operations: Operation[];
}

/** Operations grouped by tag, both in document order. */
export function groupsOf(document: OpenApiDocument): Group[] {
  const groups = new Map<string, Operation[]>();
  const paths = resolved(document.paths ?? {}, document) as NonNullable<OpenApiDocument["paths"]>;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "Other";
      const group = groups.get(tag) ?? [];
      group.push(operationOf(method.toUpperCase(), path, operation));
      groups.set(tag, group);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function operationOf(method: string, path: string, operation: OperationObject): Operation {
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => ({
    ...answer,
    status: Number(status),
    mediaTypes: Object.keys(answer.content ?? {}),
    schema: jsonIn(answer.content)?.schema,
    example: jsonIn(answer.content)?.example,
  }));
  const content = operation.requestBody?.content ?? {};
  const json = content["application/json"];
  return {
    id: operation.operationId ?? `${method} ${path}`.replaceAll(/\W+/g, "-"),
    method,
    path,
    summary: operation.summary ?? path,
    description: operation.description ?? "",
    parameters: operation.parameters ?? [],
    body: json?.schema,
    bodyExample: json?.example,
    fileTypes: json ? [] : Object.keys(content),
    success: answers.find(({ status }) => status < 300),
    errors: answers.filter(({ status }) => status >= 300),
  };
}

function jsonIn(content: Content = {}): Content[string] | undefined {
  return content["application/json"] ?? Object.values(content)[0];
}

/** Replaces each `$ref` by its target. */
function resolved(node: unknown, document: object): unknown {
  if (Array.isArray(node)) return node.map((each) => resolved(each, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === "string") return resolved(named($ref, document), document);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, document)]));
}

function named(ref: string, document: object): unknown {
  const steps = ref.slice("#/".length).split("/");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document);
}
