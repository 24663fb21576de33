import type { CodeType } from "../api/types.ts";
import type { ContentForm, Facts, Values } from "./form.ts";
import { FORMS, formOf } from "./index.ts";

/** What was filled in for each type, the last one last. */
export type Typed = Partial<Record<CodeType, Values>>;

const isBlank = (text: string | undefined): boolean => (text ?? "").trim() === "";

function factsOf(form: ContentForm, values: Values): Facts {
  if (form.give) return form.give(values);
  const told = form.fields.filter(({ means, name }) => means && !isBlank(values[name]));
  return Object.fromEntries(told.map(({ means, name }) => [means, values[name]]));
}

/** A type's form as one comes to it: what was typed for it before, its gaps filled from other types. */
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

/** With the values of a type one leaves, unless they are just what one found there. */
export function remember(typed: Typed, type: CodeType, values: Values): Typed {
  if (JSON.stringify(valuesFor(type, typed)) === JSON.stringify(values)) return typed;
  const { [type]: _, ...others } = typed;
  return { ...others, [type]: values };
}
