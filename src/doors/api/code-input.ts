import type { ErrorObject } from "ajv";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { type Candidate, problemsOf } from "../../codes/rules.ts";
import type { Draft, Patch } from "../../codes/service.ts";
import { type FieldProblem, invalid } from "../../shared/errors.ts";
import { problemsOfErrors } from "../http/validation.ts";
import type { CreateBody, PatchBody } from "./schemas.ts";

/** The body of a creation, or an error that names every field that is wrong, `found` before it too. */
export function readDraft(request: FastifyRequest, found: readonly FieldProblem[]): Draft {
  const problems = [...found, ...shapeProblems(request)];
  const body = request.body as Static<typeof CreateBody>;
  problems.push(...problemsOf(soundPart(body, problems) as Candidate));
  if (problems.length > 0) throw invalid(problems);
  const { name, content, type, foregroundColor, backgroundColor, errorCorrection, size, category } =
    body;
  return { name, content, type, foregroundColor, backgroundColor, errorCorrection, size, category };
}

/** The body of a change, as far as its shape is right, and what is not. The rest the service judges. */
export function readPatch(request: FastifyRequest): { patch: Patch; problems: FieldProblem[] } {
  const problems = shapeProblems(request);
  const body = soundPart(request.body, problems) as Static<typeof PatchBody>;
  const { expiresAt: until, id, type, shareToken, createdAt, ...change } = body;
  const expiresAt = typeof until === "string" ? readTime(until) : until;
  if (Number.isNaN(expiresAt)) {
    const message = `must be a time like ${new Date(0).toISOString()}, or null`;
    problems.push({ field: "expiresAt", message });
  }
  const patch = {
    ...pick(change, CHANGEABLE),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    unchangeable: { id, type, shareToken, createdAt },
  };
  return { patch, problems };
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

/** Unix ms, or NaN. Date.parse alone would take 30 February for 2 March. */
function readTime(text: string): number {
  const day = text.slice(0, 10);
  const exists =
    ISO_TIME.test(text) && new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8));
  const ms = exists ? Date.parse(text) : Number.NaN;
  return ms >= 0 && ms < Date.UTC(10_000, 0) ? ms : Number.NaN;
}

function shapeProblems(request: FastifyRequest): FieldProblem[] {
  const errors = request.validationError?.validation;
  return errors ? problemsOfErrors(errors as unknown as ErrorObject[], "body") : [];
}

/** The fields whose shape is right: only those are worth a second look. */
function soundPart(body: unknown, problems: readonly FieldProblem[]): object {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const wrong = new Set(problems.map((problem) => problem.field));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !wrong.has(field)));
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]);
  return Object.fromEntries(found) as Pick<T, K>;
}
