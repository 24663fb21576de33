/** Drafts of codes, and the difference a change makes. */
import { QUARTER_MS } from "../shared/days.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { isBlank } from "../shared/text.ts";
import type { CodeType, Level } from "../shared/vocabulary.ts";
import type { Code, CodeChange } from "./code.ts";

/** Texts that people may give a code; null: none. */
export interface Labels {
  category: string | null;
  /** The caller's own id of it, unique in its workspace. */
  externalId: string | null;
}

const NO_LABELS: Labels = { category: null, externalId: null };

/** All labels of a new code. */
export const allLabels = (given: Partial<Labels>): Labels => ({ ...NO_LABELS, ...labelsOf(given) });

export interface Draft extends Partial<Labels> {
  name: string;
  content: string;
  type: CodeType;
  foregroundColor: string;
  backgroundColor: string;
  errorCorrection: Level;
  size: number;
  /** Becomes the share token; undefined: a random one. */
  slug?: string | undefined;
  isPublic?: boolean | undefined;
  /** Unix ms, fixed; null or undefined: the sliding rule. */
  expiresAt?: number | null | undefined;
}

/** Fields that may change. `expiresAt`: Unix ms, or null to return to the sliding rule. */
export interface Patch extends Partial<Omit<Draft, "type" | "slug">>, Partial<Pick<Code, "isFavorite">> {
  /** The look as stored; null: plain. */
  style?: string | null;
  /** Title and text for visitors as the store keeps them; null is neither. */
  page?: string | null;
  /** As the store keeps it; null is none. */
  routing?: string | null;
  /** Only compared: changing any of these is refused. */
  unchangeable?: Partial<Record<"id" | "type" | "shareToken" | "createdAt", unknown>>;
}

/** The fields that differ from the current code; null if none does. */
export function changeOf(current: Code, patch: Patch, renewed: number): CodeChange | null {
  const { expiresAt, unchangeable, ...rest } = patch;
  const wanted: CodeChange = { ...rest, ...labelsOf(rest) };
  if (expiresAt === null) Object.assign(wanted, { expiresAt: renewed, expiresFixed: false });
  else if (expiresAt !== undefined && !isExpiryAsRead(current, expiresAt)) {
    Object.assign(wanted, { expiresAt, expiresFixed: true });
  }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== current[field as keyof CodeChange],
  );
  if (changed.length === 0) return null;
  const change: CodeChange = Object.fromEntries(changed);
  // The two are stored together.
  if (change.expiresFixed !== undefined) change.expiresAt = wanted.expiresAt!;
  return change;
}

/** A sliding date sent back unchanged does not count as set by hand, even if a scan or retention has moved it since. */
export const isExpiryAsRead = (code: Code, expiresAt: number): boolean =>
  expiresAt === code.expiresAt ||
  (!code.expiresFixed &&
    [expiresAt, asForgotten(expiresAt)].some((at) => at === code.expiresBefore || at === code.expiresAt));

/** When scans are forgotten, dates that follow from them are rounded. One that somebody chooses is in whole minutes. */
const asForgotten = (at: number): number => (at % 60_000 === 0 ? at : Math.ceil(at / QUARTER_MS) * QUARTER_MS);

/** Those labels that are given. A blank one is treated as none. */
function labelsOf(given: Partial<Labels>): Partial<Labels> {
  const labels: Partial<Labels> = {};
  for (const name of Object.keys(NO_LABELS) as (keyof Labels)[]) {
    const label = given[name];
    if (label !== undefined) labels[name] = label === null || isBlank(label) ? null : label;
  }
  return labels;
}

/** A code may be read and sent back whole as long as these fields are unchanged. */
export function unchangeableProblems(code: Code, given: NonNullable<Patch["unchangeable"]>): FieldProblem[] {
  const held = {
    id: code.id,
    type: code.type,
    shareToken: code.token,
    createdAt: new Date(code.createdAt).toISOString(),
  };
  return (Object.keys(held) as (keyof typeof held)[])
    .filter((field) => given[field] !== undefined && given[field] !== held[field])
    .map((field) => ({ field, message: "cannot be changed" }));
}
