import { PLAIN, wholeStyle } from "../../../../src/rendering/style.ts";
import type { Code, CodeType, Level, Style } from "../../api/types.ts";
import { remember, type Typed, valuesFor } from "../../forms/carry.ts";
import { inputName, type Problems, type Values } from "../../forms/form.ts";
import { FORMS, formOf, valuesOf } from "../../forms/index.ts";
import { fieldFor, problemOf, problemsOf } from "../../forms/problems.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { capital } from "../../parts/words.ts";
import { type Expiry, expiryChange, expiryOf, expiryProblem, isSameExpiry, NO_EXPIRY } from "./expiry.ts";

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
  style: Style;
  category: string;
  expiry: Expiry;
  /** The content as it was, until the fields are touched. */
  kept: string | null;
}

/** A new one has the look that is given to new codes. */
export const emptyDraft = (style = PLAIN): Draft => ({
  name: "",
  type: "url",
  values: FORMS.url.empty,
  typed: {},
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  errorCorrection: "M",
  size: 512,
  style,
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
  style: wholeStyle(code.style),
  category: code.category ?? "",
  expiry: expiryOf(code),
  kept: code.content,
});

/** As many characters as the server takes. */
const NAME_LENGTH = 100;
const COPY = " (copy)";

/** Another code like this one. A day that is over would end it before it begins. */
export function copyOf(code: Code): Draft {
  const draft = draftOf(code);
  const expiry = expiryProblem(draft.expiry) === null ? draft.expiry : NO_EXPIRY;
  const name = [...draft.name].slice(0, NAME_LENGTH - COPY.length).join("");
  return { ...draft, expiry, name: name + COPY };
}

export function withType(draft: Draft, type: CodeType): Draft {
  const typed = remember(draft.typed, draft.type, draft.values);
  return { ...draft, type, typed, values: valuesFor(type, typed), kept: null };
}

export const contentOf = ({ kept, type, values }: Draft): string => kept ?? formOf(type, values).build(values);

/** What whoever scans it gets, in one line; empty while the content will not do. */
export function leadOf(draft: Draft): string {
  const content = contentOf(draft);
  return problemOf(draft.type, content) === null ? leadsTo(draft.type, content).line : "";
}

/** By what is filled in, or by what that comes to. */
export const isSameContent = (a: Draft, b: Draft): boolean =>
  a.type === b.type && (JSON.stringify(a.values) === JSON.stringify(b.values) || contentOf(a) === contentOf(b));

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

export const colorProblem = (color: string): string | null => (COLOR.test(color) ? null : COLOR_PROBLEM);

/** To be taken over into another field: one that is half typed would stay there as it is. */
export const wholeOr = (color: string, instead: string): string => (COLOR.test(color) ? color : instead);

/** Whether all of them can be drawn: one may be half typed. */
export function hasColors({ foregroundColor, backgroundColor, style }: Draft): boolean {
  const { eyeColor, gradient, frame } = style;
  const colors = [foregroundColor, backgroundColor, eyeColor, gradient?.to, frame?.color];
  return colors.every((color) => color == null || COLOR.test(color));
}

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
  const { eyeColor, gradient, frame } = draft.style;
  add("eyeColor", eyeColor === null ? null : colorProblem(eyeColor));
  add("gradient", gradient && colorProblem(gradient.to));
  add("frameColor", frame && colorProblem(frame.color));
  return problems;
}

/** The input that shows a field of the server's; those of a style may begin with its name. */
const INPUTS: Record<string, string> = {
  name: "name",
  category: "category",
  foregroundColor: "foregroundColor",
  backgroundColor: "backgroundColor",
  eyeColor: "eyeColor",
  "gradient.to": "gradient",
  "frame.text": "frame",
  "frame.color": "frameColor",
  "logo.id": "logo",
  "logo.scale": "logo",
};
const LOGO_GONE = "This logo is not there any more. Choose another, or none.";

/** A logo has no field with a label that the sentence could go on from. */
function lookRefusal(field: string, message: string): Problems | null {
  const part = field.replace(/^style\./, "");
  const input = INPUTS[part];
  if (input === undefined) return null;
  if (part === "logo.id") return { [input]: LOGO_GONE };
  return { [input]: part === "logo.scale" ? `The logo ${message}` : capital(message) };
}

/** The server's refusal at the inputs it concerns; null when it says more than they can. */
export function refusalAt(draft: Draft, fields: Record<string, string>): Problems | null {
  const problems: Problems = {};
  for (const [field, message] of Object.entries(fields)) {
    const { type, values } = draft;
    if (field === "content") {
      problems[inputName(fieldFor(formOf(type, values), values, message))] = capital(message);
    } else if (field === "expiresAt") problems.until = capital(message);
    else {
      const at = lookRefusal(field, message);
      if (at === null) return null;
      Object.assign(problems, at);
    }
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

const bodyParts = (draft: Draft) => ({
  name: draft.name.trim(),
  content: contentOf(draft),
  foregroundColor: draft.foregroundColor,
  backgroundColor: draft.backgroundColor,
  errorCorrection: draft.errorCorrection,
  size: draft.size,
  category: draft.category.trim() || null,
});

type Body = Partial<ReturnType<typeof bodyParts>> & ReturnType<typeof expiryChange>;

/** As the server takes it: all of a new code, and of another only what is changed since `start`. */
export function bodyOf(draft: Draft, start: Draft | null): Body {
  const body = bodyParts(draft);
  const end = expiryChange(draft.expiry, start?.expiry ?? NO_EXPIRY);
  if (start === null) return { ...body, ...end };
  const before: Record<string, unknown> = bodyParts(start);
  // Typed and taken back, it may be written in another way: it stays as it was written.
  if (isSameContent(draft, start)) before.content = body.content;
  const changed = Object.entries(body).filter(([name, value]) => value !== before[name]);
  return { ...Object.fromEntries(changed), ...end };
}
