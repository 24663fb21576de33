/** As much of an OpenAPI document as the reference page reads. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, OperationObject>>;
}

export interface Schema {
  type?: string | readonly string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  default?: unknown;
  example?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
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

type Content = Record<string, { schema?: Schema }>;

interface AnswerObject {
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Content;
}

export interface Answer extends AnswerObject {
  status: number;
  mediaTypes: string[];
  schema: Schema | undefined;
}

export interface Operation {
  /** Its operationId, which is its place in the page too. */
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: Schema | undefined;
  success: Answer | undefined;
  errors: Answer[];
}

export interface Group {
  tag: string;
  operations: Operation[];
}

/** The operations under their tags, both in the document's order. */
export function groupsOf(document: OpenApiDocument): Group[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
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
    schema: schemaIn(answer.content),
  }));
  return {
    id: operation.operationId ?? `${method} ${path}`.replaceAll(/\W+/g, "-"),
    method,
    path,
    summary: operation.summary ?? path,
    description: operation.description ?? "",
    parameters: operation.parameters ?? [],
    body: schemaIn(operation.requestBody?.content),
    success: answers.find(({ status }) => status < 400),
    errors: answers.filter(({ status }) => status >= 400),
  };
}

function schemaIn(content: Content = {}): Schema | undefined {
  return (content["application/json"] ?? Object.values(content)[0])?.schema;
}
