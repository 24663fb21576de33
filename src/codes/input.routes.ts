import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { shapeProblems, soundPart } from "../server/body-problems.ts";
import { readTime } from "../shared/days.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import type { Draft, Patch } from "./draft.ts";
import type { Candidate } from "./rules.ts";
import type { CreateBody, PatchBody } from "./schemas.routes.ts";

export type Judge = (candidate: Candidate) => FieldProblem[];

/**
 * The body of a creation, and an error if fields are wrong, which names all of them and those in `found`.
 * `judge` knows the rules that a shape alone cannot say.
 */
export function readDraft(
  request: FastifyRequest,
  found: readonly FieldProblem[],
  judge: Judge,
): { draft: Draft; refusal: Error | undefined } {
  const { draft, problems } = judgeDraft(request.body, shapeProblems(request), judge);
  const all = [...found, ...problems];
  return { draft, refusal: all.length > 0 ? invalid(all) : undefined };
}

/** A draft is of use only where there is no problem. */
export function judgeDraft(
  given: unknown,
  shape: readonly FieldProblem[],
  judge: Judge,
): { draft: Draft; problems: FieldProblem[] } {
  const problems = [...shape];
  const body = (given ?? {}) as Static<typeof CreateBody>;
  const sound = soundPart(body, problems) as Partial<typeof body>;
  const expiresAt = readExpiry(sound.expiresAt, problems);
  problems.push(...judge({ ...(sound as Candidate), expiresAt }));
  const { name, content, type, foregroundColor, backgroundColor, errorCorrection, size, category, slug } = body;
  const look = { foregroundColor, backgroundColor, errorCorrection, size };
  // Treated as missing, so that a request repeated across releases has the same hash.
  const isPublic = body.isPublic === true ? undefined : body.isPublic;
  // A wrong time as text, so that its hash is not that of a body with another or without one.
  const until = expiresAt === undefined && body.expiresAt !== undefined ? String(body.expiresAt) : expiresAt;
  const draft = { name, content, type, ...look, category, slug, isPublic, expiresAt: until };
  return { draft: draft as Draft, problems };
}

/** The valid part of a change's body, and the problems of the rest. The service checks the values. */
export function readPatch(request: FastifyRequest): { patch: Patch; problems: FieldProblem[] } {
  const problems = shapeProblems(request);
  const body = soundPart(request.body, problems) as Static<typeof PatchBody> & Fixed;
  const { expiresAt: until, id, type, shareToken, createdAt, ...change } = body;
  const expiresAt = readExpiry(until, problems);
  const patch = {
    ...pick(change, CHANGEABLE),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    unchangeable: { id, type, shareToken, createdAt },
  };
  return { patch, problems };
}

/** Not documented, but compared when a code is sent back as it was read. */
type Fixed = NonNullable<Patch["unchangeable"]>;

/** Unix ms; a problem is added when the text is no time. */
function readExpiry(given: string | null | undefined, problems: FieldProblem[]): number | null | undefined {
  if (typeof given !== "string") return given;
  const ms = readTime(given);
  if (!Number.isNaN(ms)) return ms;
  const message = "must be a time like 2027-12-31T18:00:00.000Z, or null";
  problems.push({ field: "expiresAt", message });
  return undefined;
}

const CHANGEABLE = [
  "name",
  "content",
  "foregroundColor",
  "backgroundColor",
  "errorCorrection",
  "size",
  "category",
  "isPublic",
  "isFavorite",
] as const;

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]);
  return Object.fromEntries(found) as Pick<T, K>;
}
