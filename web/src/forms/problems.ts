import { contentProblem } from "../../../src/codes/content/index.ts";
import type { CodeType } from "../api/types.ts";
import { sentence } from "../parts/formats.ts";
import { type ContentForm, type Problems, shownFields, type Values } from "./form.ts";
import { formOf } from "./index.ts";
import { words } from "./words.ts";

/** The error message for a content, or null. */
export function problemOf(type: CodeType, content: string): string | null {
  if (content.trim() === "") return words.fillIn;
  const problem = contentProblem(type, content);
  return problem && sentence(problem);
}

/** Error messages by field; empty if the content is valid. */
export function problemsOf(type: CodeType, values: Values): Problems {
  const form = formOf(type, values);
  const problems: Problems = {};
  for (const field of shownFields(form, values)) {
    const value = values[field.name] ?? "";
    const empty = (field.kind === "secret" ? value : value.trim()) === "";
    const needed = field.required && !field.unless?.(values);
    const message = empty ? needed && (field.missing ?? words.fillIn) : field.check?.(value, values);
    if (message) problems[field.name] = message;
  }
  Object.assign(problems, form.check?.(values));
  if (Object.keys(problems).length > 0) return problems;
  const problem = problemOf(type, form.build(values));
  return problem === null ? {} : { [fieldFor(form, values, problem)]: problem };
}

/** Warnings by field. */
export function doubtsOf(type: CodeType, values: Values): Problems {
  const doubts: Problems = {};
  for (const field of shownFields(formOf(type, values), values)) {
    const value = values[field.name] ?? "";
    const doubt = value === "" ? null : field.doubt?.(value, values);
    if (doubt) doubts[field.name] = doubt;
  }
  return doubts;
}

/**
 * The field for a message about the whole content: the part it names, the longest one if it is too long, or else the
 * main one.
 */
export function fieldFor(form: ContentForm, values: Values, message: string): string {
  const shown = shownFields(form, values);
  const named = shown.find(({ part }) => part && message.includes(`in ${part}`));
  if (named) return named.name;
  if (/bytes long/.test(message)) {
    const length = (name: string) => (values[name] ?? "").length;
    return shown.reduce((a, b) => (length(b.name) > length(a.name) ? b : a)).name;
  }
  return (shown.find(({ required }) => required) ?? shown[0]!).name;
}
