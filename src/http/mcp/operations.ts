/** The operations of /api/v1 as its own document describes them: what a tool is made from. */

// biome-ignore lint/suspicious/noExplicitAny: a document is walked, whatever stands in it.
type Node = Record<string, any>;

export interface Operation {
  id: string;
  method: string;
  /** As the document has it: /api/v1/qrcodes/{id}. */
  path: string;
  /** The summary and what else is to be known. */
  description: string;
  /** Where each argument goes. */
  places: Record<string, "path" | "query" | "body">;
  /** Schemas of the arguments, with nothing to look up elsewhere. */
  properties: Record<string, object>;
  required: string[];
}

/** By their operationId. */
export function readOperations(document: Node): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, methods] of Object.entries<Node>(document.paths)) {
    for (const [method, operation] of Object.entries<Node>(methods)) {
      const id = operation.operationId as string;
      found.set(id, readOperation(document, id, method, path, operation));
    }
  }
  return found;
}

function readOperation(document: Node, id: string, method: string, path: string, operation: Node): Operation {
  const description = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  const made: Operation = {
    id,
    method: method.toUpperCase(),
    path,
    description,
    places: {},
    properties: {},
    required: [],
  };
  for (const { name, in: place, required, schema, description } of operation.parameters ?? []) {
    if (place !== "path" && place !== "query") continue;
    made.places[name] = place;
    made.properties[name] = inline(document, { ...schema, ...(description && { description }) }) as object;
    if (required) made.required.push(name);
  }
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const bodySchema = body ? (inline(document, body) as Node) : undefined;
  for (const [name, schema] of Object.entries<object>(propertiesOf(bodySchema))) {
    made.places[name] = "body";
    made.properties[name] = schema;
    if (bodySchema?.required?.includes(name)) made.required.push(name);
  }
  return made;
}

/** Of an object, or of every form an object may have. */
function propertiesOf(schema: Node | undefined): Node {
  if (schema === undefined) return {};
  const forms: Node[] = schema.anyOf ?? schema.oneOf ?? [];
  return Object.assign({}, ...forms.map(propertiesOf), schema.properties ?? {});
}

/** With every reference replaced by what it names, and without what only readers of pages need. */
function inline(document: Node, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => inline(document, each));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, example: _example, ...rest } = node as Node;
  if (typeof $ref === "string") return inline(document, resolveRef(document, $ref));
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(document, value)]));
}

const resolveRef = (document: Node, ref: string): Node =>
  ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((at: Node, part) => at[part], document);
