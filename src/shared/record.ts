import type { Static, TObject } from "typebox";
import { timestamp } from "./days.ts";

interface Field {
  name: string;
  isInteger: boolean;
  isOptional: boolean;
}

const known = new WeakMap<TObject, Field[]>();

function fieldsOf(schema: TObject): Field[] {
  const { properties } = schema;
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries<{ type?: unknown }>(properties).map(([name, { type }]) => ({
    name,
    isInteger: type === "integer",
    isOptional: !required.includes(name),
  }));
  known.set(schema, fields);
  return fields;
}

/**
 * The fields of a schema, in its order: those given, and others of `values` by their names, with times as text. An
 * optional field is left out instead of null.
 */
export function recordOf<S extends TObject, Given extends Partial<Static<S>>>(
  schema: S,
  values: { [Field in Exclude<keyof Static<S>, keyof Given>]: Static<S>[Field] | number | null },
  given: Given,
): Static<S> {
  const all = values as Readonly<Record<string, unknown>>;
  const own = given as Readonly<Record<string, unknown>>;
  const record: Record<string, unknown> = {};
  for (const { name, isInteger, isOptional } of known.get(schema) ?? fieldsOf(schema)) {
    const value = Object.hasOwn(own, name) ? own[name] : all[name];
    if (isOptional && (value === null || value === undefined)) continue;
    record[name] = typeof value === "number" && !isInteger ? timestamp(value) : value;
  }
  return record as Static<S>;
}
