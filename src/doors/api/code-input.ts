import type { ErrorObject } from "ajv";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { type Candidate, problemsOf } from "../../codes/rules.ts";
import type { Draft, Patch } from "../../codes/service.ts";
import { type FieldProblem, invalid } from "../../shared/errors.ts";
import { problemsOfErrors } from "../http/validation.ts";
import type { CreateBody, PatchBody } from "./schemas.ts";

/** The body of a creation, or an error that names every field that is wrong. */
export function readDraft(request: FastifyRequest): Draft {
  const problems = shapeProblems(request);
  const body = request.body as Static<typeof CreateBody>;
  problems.push(...problemsOf(soundPart(body, problems)));
  if (problems.length > 0) throw invalid(problems);
  const { name, content, type, foregroundColor, backgroundColor, errorCorrection, size, category } =
    body;
  return { name, content, type, foregroundColor, backgroundColor, errorCorrection, size, category };
}

/** The body of a change. What depends on the code itself is judged by the service. */
export function readPatch(request: FastifyRequest): Patch {
  const problems = shapeProblems(request);
  const body = request.body as Static<typeof PatchBody>;
  const { name, category } = soundPart(body, problems);
  problems.push(...problemsOf({ name, category }));
  const { expiresAt: until, id, type, shareToken, createdAt, ...change } = body ?? {};
  const expiresAt = typeof until === "string" ? Date.parse(until) : until;
  if (typeof until === "string" && !(ISO_TIME.test(until) && isYearOfFourDigits(expiresAt))) {
    problems.push({
      field: "expiresAt",
      message: `must be a time like ${new Date(0).toISOString()}, or null`,
    });
  }
  if (problems.length > 0) throw invalid(problems);
  return {
    ...pick(change, CHANGEABLE),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    unchangeable: { id, type, shareToken, createdAt },
  };
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

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

const isYearOfFourDigits = (ms: number | null | undefined): boolean =>
  typeof ms === "number" && ms >= 0 && ms < Date.UTC(10_000, 0);

function shapeProblems(request: FastifyRequest): FieldProblem[] {
  const errors = request.validationError?.validation;
  return errors ? problemsOfErrors(errors as unknown as ErrorObject[], "body") : [];
}

/** The fields whose shape is right: only those are worth a second look. */
function soundPart(body: unknown, problems: readonly FieldProblem[]): Candidate {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const wrong = new Set(problems.map((problem) => problem.field));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !wrong.has(field)));
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]);
  return Object.fromEntries(found) as Pick<T, K>;
}
