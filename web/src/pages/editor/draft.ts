import { NO_UTM, writeUtm } from "../../../../src/codes/content/utm.ts";
import { automaticLevel } from "../../../../src/rendering/level.ts";
import { PLAIN, wholeStyle } from "../../../../src/rendering/style.ts";
import type { Code, CodeType, Level, Style } from "../../api/types.ts";
import { remember, type Typed, valuesFor } from "../../forms/carry.ts";
import type { Problems, Values } from "../../forms/form.ts";
import { FORMS, formOf, valuesOf } from "../../forms/index.ts";
import { fieldFor, problemOf, problemsOf } from "../../forms/problems.ts";
import { colorProblem, isColor } from "../../parts/contrast.ts";
import { type Expiry, expiryChange, expiryOf, expiryProblem, isSameExpiry, NO_EXPIRY } from "../../parts/expiry.ts";
import { sentence } from "../../parts/formats.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { SLUG, WORDS } from "./words.ts";

/** The editor's state: plain data, so that it can be stored. */
export type Draft = {
  name: string;
  /** The end of a new code's link; empty for a random one. */
  slug: string;
  type: CodeType;
  values: Values;
  /** Values entered for other types. */
  typed: Typed;
  foregroundColor: string;
  backgroundColor: string;
  errorCorrection: Level | "auto";
  size: number;
  style: Style;
  /** Empty: none. */
  externalId: string;
  /** Names. */
  tags: string[];
  expiry: Expiry;
  /** The saved content: it is sent unchanged unless its values change. */
  kept: { values: Values; content: string } | null;
};

/** A draft with its error correction decided, ready to draw and save. */
export type Settled = Draft & { errorCorrection: Level };

/** A token of the usual length, for a code that has none yet. */
export const ANY_TOKEN = "abcdefghijkm";

/** Chooses the error correction automatically, unless the owner chose one. */
export function settle(
  draft: Draft,
  baseUrl: string,
  code: Pick<Code, "shareToken" | "isSlug"> | null = null,
): Settled {
  const { errorCorrection, type, style } = draft;
  if (errorCorrection !== "auto") return { ...draft, errorCorrection };
  const content = contentOf(draft);
  // Wi-Fi images hold the network itself.
  const isNetwork = type === "wifi" && content !== "";
  const slug = draft.slug.trim().toLowerCase();
  const text = isNetwork ? content : `${baseUrl}/r/${code?.shareToken ?? (slug || ANY_TOKEN)}`;
  const isSlug = !isNetwork && (code?.isSlug ?? slug !== "");
  return { ...draft, errorCorrection: automaticLevel({ text, content, hasLogo: style.logo !== null, isSlug }) };
}

/** `style`: the default look for new codes. */
export const emptyDraft = (style = PLAIN): Draft => ({
  name: "",
  slug: "",
  type: "url",
  values: FORMS.url.empty,
  typed: {},
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  errorCorrection: "auto",
  size: 512,
  style,
  externalId: "",
  tags: [],
  expiry: NO_EXPIRY,
  kept: null,
});

/** A level that equals the automatic one stays automatic, so that it follows the content. */
export function draftOf(code: Code, values = valuesOf(code.type, code.content)): Draft {
  const draft = savedDraft(code, values);
  const base = code.shareUrl.slice(0, -`/r/${code.shareToken}`.length);
  const automatic = { ...draft, errorCorrection: "auto" } as const;
  return settle(automatic, base, code).errorCorrection === code.errorCorrection ? automatic : draft;
}

const savedDraft = (code: Code, values: Values): Draft => ({
  name: code.name,
  slug: "",
  type: code.type,
  values,
  typed: {},
  foregroundColor: code.foregroundColor,
  backgroundColor: code.backgroundColor,
  errorCorrection: code.errorCorrection,
  size: code.size,
  style: wholeStyle(code.style),
  externalId: code.externalId ?? "",
  tags: code.tags.map(({ name }) => name),
  expiry: expiryOf(code),
  kept: { values, content: code.content },
});

/** The server's limit. */
const NAME_LENGTH = 100;
const COPY = " (copy)";

/** A draft for a copy. An expiry date in the past is dropped, and so is the ID, which only one code can have. */
export function copyOf(code: Code): Draft {
  const draft = draftOf(code);
  const expiry = expiryProblem(draft.expiry) === null ? draft.expiry : NO_EXPIRY;
  const name = [...draft.name].slice(0, NAME_LENGTH - COPY.length).join("");
  return { ...draft, expiry, externalId: "", name: name + COPY };
}

export function withType(draft: Draft, type: CodeType): Draft {
  const typed = remember(draft.typed, draft.type, draft.values);
  return { ...draft, type, typed, values: valuesFor(type, typed), kept: null };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isUntouched = ({ kept, values }: Draft): boolean => kept !== null && isSame(values, kept.values);

export const contentOf = (draft: Draft): string =>
  isUntouched(draft) ? draft.kept!.content : formOf(draft.type, draft.values).build(draft.values);

/** The name of the network that printed copies of the code contain, if the draft changes it; null otherwise. */
export const changedNetwork = (draft: Draft, code: Code | null): string | null =>
  code?.type === "wifi" && contentOf(draft) !== code.content ? leadsTo(code.type, code.content).line : null;

/** The destination in one line; empty if the content is invalid. */
export function leadOf(draft: Draft): string {
  const content = contentOf(draft);
  return problemOf(draft.type, content) === null ? leadsTo(draft.type, content).line : "";
}

/** What it is called while its owner gives it no name: what it leads to, without campaign parameters. */
export function nameFor(draft: Draft): string {
  const lead = leadOf(draft);
  const plain = draft.type === "url" ? writeUtm(lead, NO_UTM) : lead;
  return [...plain.replace(/\s+/g, " ")].slice(0, NAME_LENGTH).join("");
}

/** Same values, or values that give the same content. */
const isSameContent = (a: Draft, b: Draft): boolean =>
  a.type === b.type && (isSame(a.values, b.values) || contentOf(a) === contentOf(b));

/** Whether there are unsaved changes. Choosing another type without entering anything is none. */
export function isChanged(draft: Draft, start: Draft): boolean {
  const essence = ({ type, values, typed, kept: _, ...rest }: Draft) => {
    const { empty } = formOf(type, values);
    const filled = Object.entries(values).filter(([name, value]) => value !== empty[name]);
    return JSON.stringify([rest, filled, typed]);
  };
  return essence(draft) !== essence(start);
}

/** Use it when copying a colour to another field, since it may be incomplete. */
export const wholeOr = (color: string, instead: string): string => (isColor(color) ? color : instead);

/** Whether all colours are complete. */
export function hasColors({ foregroundColor, backgroundColor, style }: Draft): boolean {
  const { eyeColor, gradient, frame } = style;
  const colors = [foregroundColor, backgroundColor, eyeColor, gradient?.to, frame?.color];
  return colors.every((color) => color == null || isColor(color));
}

/** What is wrong with the form of a slug; the server knows whether it is reserved or taken. */
export const slugProblem = (slug: string): string | null =>
  /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/i.test(slug) ? null : SLUG.wrong;

/** All errors by path. Unchanged values were valid when they were saved. */
export function problemsOfDraft(draft: Draft, saved: Draft | null): Problems {
  const problems: Problems = {};
  const add = (name: string, message: string | null) => {
    if (message) problems[name] = message;
  };
  const isSaved = saved !== null && isUntouched(draft);
  const inContent = isSaved ? {} : problemsOf(draft.type, draft.values);
  for (const [field, message] of Object.entries(inContent)) add(`values.${field}`, message);
  const sameEnd = saved !== null && isSameExpiry(draft.expiry, saved.expiry);
  add("expiry.until", sameEnd ? null : expiryProblem(draft.expiry));
  add("slug", draft.slug.trim() === "" ? null : slugProblem(draft.slug.trim()));
  add("foregroundColor", colorProblem(draft.foregroundColor));
  add("backgroundColor", colorProblem(draft.backgroundColor));
  const { eyeColor, gradient, frame } = draft.style;
  add("style.eyeColor", eyeColor === null ? null : colorProblem(eyeColor));
  add("style.gradient.to", gradient && colorProblem(gradient.to));
  add("style.frame.color", frame && colorProblem(frame.color));
  return problems;
}

const PLAIN_FIELDS = ["name", "foregroundColor", "backgroundColor"];
const STYLE_FIELDS = ["eyeColor", "gradient.to", "frame.text", "frame.color"];

/** The path and message for a field error of the server; null if no input shows it. */
function refusedInput({ type, values }: Draft, field: string, message: string): [path: string, message: string] | null {
  if (field === "content") return [`values.${fieldFor(formOf(type, values), values, message)}`, sentence(message)];
  if (field === "expiresAt") return ["expiry.until", sentence(message)];
  if (field === "slug") return ["slug", sentence(`${SLUG.subject} ${message}`)];
  if (field === "externalId") return [field, sentence(`${WORDS.thisId} ${message}`)];
  if (PLAIN_FIELDS.includes(field)) return [field, sentence(message)];
  const part = field.replace(/^style\./, "");
  if (STYLE_FIELDS.includes(part)) return [`style.${part}`, sentence(message)];
  if (part === "logo.id") return ["style.logo", WORDS.logoGone];
  // The message has no subject, and the logo has no label that could be one.
  return part === "logo.scale" ? ["style.logo", WORDS.logoWrong(message)] : null;
}

/** Maps the server's field errors to inputs; null if some have none. */
export function refusalAt(draft: Draft, fields: Record<string, string>): Problems | null {
  const placed = Object.entries(fields).map(([field, message]) => refusedInput(draft, field, message));
  if (placed.length === 0 || placed.includes(null)) return null;
  return Object.fromEntries(placed as [string, string][]);
}

const bodyParts = (draft: Settled) => ({
  name: draft.name.trim() || nameFor(draft),
  content: contentOf(draft),
  foregroundColor: draft.foregroundColor,
  backgroundColor: draft.backgroundColor,
  errorCorrection: draft.errorCorrection,
  size: draft.size,
  externalId: draft.externalId.trim() || null,
});

type Body = Partial<ReturnType<typeof bodyParts>> & { slug?: string } & ReturnType<typeof expiryChange>;

/** The request body: all of a new code, or what changed since `start`. */
export function bodyOf(draft: Settled, start: Settled | null): Body {
  const body = bodyParts(draft);
  const end = expiryChange(draft.expiry, start?.expiry ?? NO_EXPIRY);
  const slug = draft.slug.trim();
  if (start === null) return { ...body, ...end, ...(slug === "" ? {} : { slug }) };
  const before: Record<string, unknown> = bodyParts(start);
  // Values changed and changed back may give different text: keep the original.
  if (isSameContent(draft, start)) before.content = body.content;
  const changed = Object.entries(body).filter(([name, value]) => value !== before[name]);
  return { ...Object.fromEntries(changed), ...end };
}

/** Whether both have the same tags. They are not part of a code's body. */
export const isSameTags = (a: Draft, b: Draft): boolean => isSame(a.tags.toSorted(), b.tags.toSorted());

/** Fields that are changed and saved together. */
const PARTS: { names: (keyof Draft)[]; isSame: (a: Draft, b: Draft) => boolean }[] = [
  { names: ["type", "values", "kept"], isSame: isSameContent },
  { names: ["expiry"], isSame: (a, b) => isSameExpiry(a.expiry, b.expiry) },
  ...(
    [
      "name",
      "slug",
      "foregroundColor",
      "backgroundColor",
      "errorCorrection",
      "size",
      "externalId",
      "tags",
      "style",
    ] as const
  ).map((name) => ({ names: [name], isSame: (a: Draft, b: Draft) => isSame(a[name], b[name]) })),
];

/** Applies the changes between `start` and the draft to the current code. */
export function rebase(draft: Draft, start: Draft, now: Draft): Draft {
  const changed = PARTS.filter((part) => !part.isSame(draft, start) && !part.isSame(draft, now));
  const kept = changed.flatMap(({ names }) => names.map((name) => [name, draft[name]]));
  return { ...now, ...Object.fromEntries(kept), typed: draft.typed };
}
