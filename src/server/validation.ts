import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import stringifierOf from "fast-json-stringify";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { unicodeProblem, withoutEnd } from "../shared/text.ts";

/** Bodies are never coerced. A query is all text, so its numbers and booleans are converted first. */
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  // Only documented here; the parsers behind the schema check them with their own messages.
  formats: { date: true, "date-time": true, uri: true },
});

interface ObjectSchema {
  properties?: Record<string, { type?: string; items?: { type?: string } }>;
}

/** Compiled on first use: compiling all of them takes a sixth of the start-up time. */
export const compileSchema: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  // Routes check headers themselves, to report them together with problems of the body. An invalid path parameter is
  // a 404.
  if (httpPart === "headers" || httpPart === "params") return (data: unknown) => ({ value: data });
  let validate: ValidateFunction | undefined;
  const { properties = {} } = schema as ObjectSchema;
  return (data: unknown) => {
    if (httpPart === "querystring") readQuery(data as Record<string, unknown>, properties);
    validate ??= ajv.compile(schema);
    if (validate(data)) return { value: data };
    return { error: validate.errors as never };
  };
};

/** Compiled on first use too, for the same reason. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  let stringify: ((data: unknown) => string) | undefined;
  return (data: unknown) => {
    stringify ??= stringifierOf(schema);
    return stringify(data);
  };
};

function readQuery(query: Record<string, unknown>, properties: ObjectSchema["properties"] = {}) {
  for (const [name, { type, items }] of Object.entries(properties)) {
    const given = query[name];
    if (given === undefined) continue;
    // One value of a parameter that may be repeated is a list too.
    if (type === "array") query[name] = [given].flat().map((text) => readValue(text, items?.type));
    else query[name] = readValue(given, type);
  }
}

function readValue(text: unknown, type: string | undefined): unknown {
  if (typeof text !== "string") return text;
  if (type === "integer" && /^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

/** A message for each invalid field. */
export function problemsOfErrors(errors: readonly ErrorObject[], part: string): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    const missing = error.keyword === "required" ? `/${error.params.missingProperty}` : "";
    const field = (error.instancePath + missing).slice(1).replaceAll("/", ".") || part;
    if (!problems.has(field)) problems.set(field, { field, message: messageOf(error) });
  }
  return [...problems.values()];
}

/** The fields with a valid shape: only those are checked further. */
export function soundPart(body: unknown, problems: readonly FieldProblem[]): unknown {
  if (problems.length === 0) return body;
  const wrong = new Set(problems.map(({ field }) => field.split(/[.[]/, 1)[0]));
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  return Object.fromEntries(fields.filter(([field]) => !wrong.has(field)));
}

const NAMES: Record<string, string> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "a JSON object",
  array: "a list",
  null: "null",
};

/** Turns "A hex colour such as #1a1410." into a phrase for use inside a sentence. */
function phraseOf(description = "of another type"): string {
  return withoutEnd(description.charAt(0).toLowerCase() + description.slice(1), ".");
}

function messageOf({ keyword, params, parentSchema, message }: ErrorObject): string {
  const { minimum, maximum } = (parentSchema ?? {}) as { minimum?: number; maximum?: number };
  const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : "";
  switch (keyword) {
    case "required":
      return "is required";
    case "type":
      return `must be ${[params.type]
        .flat()
        .map((type) => NAMES[type] ?? type)
        .join(" or ")}${range}`;
    case "enum":
      return `must be one of: ${params.allowedValues.join(", ")}`;
    case "minimum":
    case "maximum":
      return `must be ${NAMES[parentSchema?.type] ?? "a whole number"}${range}`;
    case "maxLength":
      return `must be at most ${params.limit} characters`;
    case "maxItems":
      return `must be at most ${params.limit} values`;
    case "minLength":
      return "must not be blank";
    case "pattern":
      return `must be ${phraseOf(parentSchema?.description)}`;
    default:
      return message ?? "is not valid";
  }
}

/** Refuses text that a database cannot store, such as NUL. */
export function refuseBadText(fields: object): void {
  const problems: FieldProblem[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const message = [value]
      .flat()
      .map((text) => unicodeProblem(String(text)))
      .find(Boolean);
    if (message) problems.push({ field, message });
  }
  if (problems.length > 0) throw invalid(problems);
}
