import type { Parameter, Schema } from "./document.ts";

/** One line of a table of fields. */
export interface Field {
  /** What stands before the name: the object or list it is in. */
  path: string;
  name: string;
  type: string;
  required: boolean;
  /** JSON; undefined when there is none. */
  fallback: string | undefined;
  rules: string;
  words: readonly string[];
}

/** The fields of an object, and below each those of the objects in it. */
export function fieldsOf(schema: Schema, path = ""): Field[] {
  const { items, properties = {}, required = [] } = schema;
  if (items) return fieldsOf(items, `${path}[].`);
  return Object.entries(properties).flatMap(([name, inner]) => [
    fieldOf(name, inner, required.includes(name), path),
    ...fieldsOf(inner.items ?? inner, `${path}${name}${inner.items ? "[]" : ""}.`),
  ]);
}

export function fieldOfParameter({ name, description, required, schema }: Parameter) {
  return fieldOf(name, { ...schema, ...(description ? { description } : {}) }, required === true);
}

function fieldOf(name: string, schema: Schema, required: boolean, path = ""): Field {
  return {
    path,
    name,
    type: typeOf(schema),
    required,
    fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    rules: rulesOf(schema),
    words: (schema.enum ?? []).map(String),
  };
}

const PLURALS: Record<string, string> = { object: "objects", string: "strings" };

function typeOf({ type, items, anyOf, format }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (items) {
    const inner = typeOf(items);
    return `array of ${PLURALS[inner] ?? inner}`;
  }
  if (format === "date-time") return `${[type ?? "string"].flat().join(" or ")}, a time`;
  return [type ?? "any"].flat().join(" or ");
}

/** What the schema says in words, and those of its limits that the words leave out. */
function rulesOf(schema: Schema): string {
  const { description = "", pattern } = schema;
  const inDescription = (...limits: (number | undefined)[]) =>
    limits.every((limit) => limit === undefined || description.includes(String(limit)));
  const rules = [description];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (!inDescription(minimum, maximum)) rules.push(range(minimum, maximum, ""));
  if (!inDescription(minLength, maxLength)) rules.push(range(minLength, maxLength, " characters"));
  if (!inDescription(minItems, maxItems)) rules.push(range(minItems, maxItems, " items"));
  if (pattern && description === "") rules.push(`Matches ${pattern}.`);
  return rules.filter((rule) => rule !== "").join(" ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined) return `At most ${most}${unit}.`;
  if (most === undefined) return `At least ${least}${unit}.`;
  return `${least} to ${most}${unit}.`;
}
