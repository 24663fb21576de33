import type { Code, CodeType, Level } from "../../api/types.ts";
import { remember, type Typed, valuesFor } from "../../forms/carry.ts";
import { inputName, type Problems, type Values } from "../../forms/form.ts";
import { FORMS, formOf, valuesOf } from "../../forms/index.ts";
import { fieldFor, problemsOf } from "../../forms/problems.ts";
import { capital } from "../../parts/words.ts";
import {
  type Expiry,
  expiryChange,
  expiryOf,
  expiryProblem,
  isSameExpiry,
  NO_EXPIRY,
} from "./expiry.ts";

/** What the editor holds: plain data, so that it can be kept while the page is away. */
export interface Draft {
  name: string;
  type: CodeType;
  values: Values;
  /** What was filled in for the types one has left. */
  typed: Typed;
  foregroundColor: string;
  backgroundColor: string;
  errorCorrection: Level;
  size: number;
  category: string;
  expiry: Expiry;
  /** The content as it was, until the fields are touched. */
  kept: string | null;
}

export const emptyDraft = (): Draft => ({
  name: "",
  type: "url",
  values: FORMS.url.empty,
  typed: {},
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  errorCorrection: "M",
  size: 512,
  category: "",
  expiry: NO_EXPIRY,
  kept: null,
});

export const draftOf = (code: Code): Draft => ({
  name: code.name,
  type: code.type,
  values: valuesOf(code.type, code.content),
  typed: {},
  foregroundColor: code.foregroundColor,
  backgroundColor: code.backgroundColor,
  errorCorrection: code.errorCorrection,
  size: code.size,
  category: code.category ?? "",
  expiry: expiryOf(code),
  kept: code.content,
});

/** Another code like this one. A day that is over would end it before it begins. */
export function copyOf(code: Code): Draft {
  const draft = draftOf(code);
  const expiry = expiryProblem(draft.expiry) === null ? draft.expiry : NO_EXPIRY;
  return { ...draft, expiry, name: `${draft.name} (copy)`.slice(0, 100) };
}

export function withType(draft: Draft, type: CodeType): Draft {
  const typed = remember(draft.typed, draft.type, draft.values);
  return { ...draft, type, typed, values: valuesFor(type, typed), kept: null };
}

export const contentOf = ({ kept, type, values }: Draft): string =>
  kept ?? formOf(type, values).build(values);

/** Whether there is anything to lose. A type that was only looked at is nothing. */
export function isChanged(draft: Draft, start: Draft): boolean {
  const essence = ({ type, values, typed, kept: _, ...rest }: Draft) => {
    const { empty } = formOf(type, values);
    const filled = Object.entries(values).filter(([name, value]) => value !== empty[name]);
    return JSON.stringify([rest, filled, typed]);
  };
  return essence(draft) !== essence(start);
}

const COLOR = /^#[\da-f]{6}$/i;
const COLOR_PROBLEM = "Write a colour as six digits or letters from a to f, such as #1a1410.";

export const colorProblem = (color: string): string | null =>
  COLOR.test(color) ? null : COLOR_PROBLEM;

/** Everything that is wrong, by the name of its input. What is saved already was right when it was. */
export function problemsOfDraft(draft: Draft, saved: Draft | null): Problems {
  const problems: Problems = {};
  const add = (name: string, message: string | null) => {
    if (message) problems[name] = message;
  };
  add("name", draft.name.trim() === "" ? "Give it a name." : null);
  const isSaved = saved !== null && draft.kept !== null;
  const inContent = isSaved ? {} : problemsOf(draft.type, draft.values);
  for (const [field, message] of Object.entries(inContent)) add(inputName(field), message);
  const sameEnd = saved !== null && isSameExpiry(draft.expiry, saved.expiry);
  add("until", sameEnd ? null : expiryProblem(draft.expiry));
  add("foregroundColor", colorProblem(draft.foregroundColor));
  add("backgroundColor", colorProblem(draft.backgroundColor));
  return problems;
}

const INPUTS = ["name", "category", "foregroundColor", "backgroundColor"];

/** The server's refusal at the inputs it concerns; null when it says more than they can. */
export function refusalAt(draft: Draft, fields: Record<string, string>): Problems | null {
  const problems: Problems = {};
  for (const [field, message] of Object.entries(fields)) {
    const { type, values } = draft;
    if (field === "content") {
      problems[inputName(fieldFor(formOf(type, values), values, message))] = capital(message);
    } else if (field === "expiresAt") problems.until = capital(message);
    else if (INPUTS.includes(field)) problems[field] = capital(message);
    else return null;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

/** As the server takes it. */
export const bodyOf = (draft: Draft, saved: Draft | null) => ({
  name: draft.name.trim(),
  content: contentOf(draft),
  foregroundColor: draft.foregroundColor,
  backgroundColor: draft.backgroundColor,
  errorCorrection: draft.errorCorrection,
  size: draft.size,
  category: draft.category.trim() || null,
  ...expiryChange(draft.expiry, saved?.expiry ?? NO_EXPIRY),
});
