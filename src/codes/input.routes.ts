import type { Static, TObject } from "typebox";
import { readTime } from "../shared/days.ts";
import type { FieldProblem } from "../shared/errors.ts";
import type { Draft, Patch } from "./draft.ts";
import type { Candidate } from "./rules.ts";
import { CreateBody, PatchBody } from "./schemas.routes.ts";

export type Judge = (candidate: Candidate) => FieldProblem[];

/** What `judge` says of the fields of a creation whose shape is valid. */
export function draftProblems(body: Partial<Static<typeof CreateBody>>, judge: Judge): FieldProblem[] {
  const { expiresAt, ...fields } = body;
  return [...expiryProblems(expiresAt), ...judge({ ...fields, expiresAt: expiryOf(expiresAt) })];
}

/** What the body asks for, also of an invalid one, for the hash of an earlier request. */
export function draftOf(given: unknown): Draft {
  const body = (given ?? {}) as Static<typeof CreateBody>;
  // Treated as missing, so that a request repeated across releases has the same hash.
  const isPublic = body.isPublic === true ? undefined : body.isPublic;
  const until = expiryOf(body.expiresAt);
  // A wrong time as text, so that its hash is not that of a body with another or without one.
  const expiresAt = Number.isNaN(until) ? String(body.expiresAt) : until;
  return { ...pick(body, FIELDS), isPublic, expiresAt } as Draft;
}

export function patchOf(body: Partial<Static<typeof PatchBody>>): Patch {
  const { expiresAt: until, id, type, shareToken, createdAt, ...change } = body as typeof body & Fixed;
  const expiresAt = expiryOf(until);
  return {
    ...pick(change, CHANGEABLE),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    unchangeable: { id, type, shareToken, createdAt },
  };
}

/** Not documented, but compared when a code is sent back as it was read. */
type Fixed = NonNullable<Patch["unchangeable"]>;

/** Unix ms; NaN for what is no time. */
function expiryOf(given: unknown): number | null | undefined {
  if (typeof given === "string") return readTime(given);
  return given === undefined || given === null ? given : Number.NaN;
}

export const expiryProblems = (given: unknown): FieldProblem[] =>
  Number.isNaN(expiryOf(given))
    ? [{ field: "expiresAt", message: "must be a time like 2027-12-31T18:00:00.000Z, or null" }]
    : [];

const namesOf = <S extends TObject>({ properties }: S) => Object.keys(properties) as (keyof Static<S> & string)[];
const FIELDS = namesOf(CreateBody);
const CHANGEABLE = namesOf(PatchBody).filter((name) => name !== "expiresAt");

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]);
  return Object.fromEntries(found) as Pick<T, K>;
}
