import type { CodeType } from "../api/types.ts";
import type { ContentForm, Facts, Values } from "./form.ts";
import { FORMS, formOf } from "./index.ts";

/** Values entered per type, the most recent last. */
export type Typed = Partial<Record<CodeType, Values>>;

const isBlank = (text: string | undefined): boolean => (text ?? "").trim() === "";

function factsOf(form: ContentForm, values: Values): Facts {
  if (form.give) return form.give(values);
  const told = form.fields.filter(({ means, name }) => means && !isBlank(values[name]));
  return Object.fromEntries(told.map(({ means, name }) => [means, values[name]]));
}

/** The values for a type's form: those entered before, with gaps filled from other types. */
export function valuesFor(type: CodeType, typed: Typed): Values {
  const own = typed[type] ?? FORMS[type].empty;
  const form = formOf(type, own);
  const facts: Facts = {};
  for (const [other, values] of Object.entries(typed)) {
    Object.assign(facts, factsOf(formOf(other as CodeType, values), values));
  }
  if (form.take) return form.take(facts, own);
  const filled = form.fields
    .filter(({ means, name }) => means && facts[means] !== undefined && isBlank(own[name]))
    .map(({ means, name }) => [name, facts[means!]]);
  return { ...own, ...Object.fromEntries(filled) };
}

/** Stores the values of a type when another is chosen, unless they are unchanged. */
export function remember(typed: Typed, type: CodeType, values: Values): Typed {
  if (JSON.stringify(valuesFor(type, typed)) === JSON.stringify(values)) return typed;
  const { [type]: _, ...others } = typed;
  return { ...others, [type]: values };
}
