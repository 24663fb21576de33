import type { FieldProblem } from "../shared/errors.ts";
import { lengthProblem, lineProblem, textProblem, unicodeProblem } from "../shared/text.ts";
import type { CodeType, Level } from "../shared/vocabulary.ts";
import { CAPACITY } from "./content/capacity.ts";
import { contentProblem } from "./content/index.ts";
import type { Labels } from "./draft.ts";
import { slugProblem } from "./slugs.ts";

export const NAME_LENGTH = 100;
export const CATEGORY_LENGTH = 100;
export const EXTERNAL_ID_LENGTH = 200;

/** The fields to check; missing ones are taken as valid. */
export interface Candidate extends Partial<Labels> {
  name?: string | undefined;
  type?: CodeType | undefined;
  content?: string | undefined;
  errorCorrection?: Level | undefined;
  slug?: string | undefined;
  /** A new end, as Unix ms. */
  expiresAt?: number | null | undefined;
}

/** All rules beyond the schema. Reports every problem, not only the first. */
export function problemsOf(candidate: Candidate): FieldProblem[] {
  const { name, type, content, errorCorrection, category, externalId, slug } = candidate;
  const problems: FieldProblem[] = [];
  const add = (field: string, message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  if (name !== undefined) add("name", textProblem(name, NAME_LENGTH));
  if (typeof category === "string") {
    add("category", unicodeProblem(category) ?? lengthProblem(category, CATEGORY_LENGTH));
  }
  if (typeof externalId === "string") add("externalId", externalIdProblem(externalId));
  if (slug !== undefined) add("slug", slugProblem(slug));
  if (content !== undefined) {
    add(
      "content",
      textProblem(content) ?? sizeProblem(content, errorCorrection) ?? (type ? contentProblem(type, content) : null),
    );
  }
  return problems;
}

/** Clients and proxies resolve these in a path, also encoded. */
const PATH_STEPS = [".", ".."];

export const externalIdProblem = (externalId: string): string | null =>
  textProblem(externalId, EXTERNAL_ID_LENGTH) ??
  lineProblem(externalId) ??
  (PATH_STEPS.includes(externalId) ? "must not be . or .., which mean something else in a URL" : null);

/** Without a level, the largest symbol of all counts: longer text is not checked further. */
export function sizeProblem(content: string, level?: Level): string | null {
  const bytes = Buffer.byteLength(content);
  const most = CAPACITY[level ?? "L"];
  if (bytes <= most) return null;
  return `is ${bytes} bytes long; a QR code${level ? ` at level ${level}` : ""} can contain at most ${most}`;
}
