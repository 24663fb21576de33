import type { ErrorObject } from "ajv";
import type { FastifyRequest } from "fastify";
import type { FieldProblem } from "../shared/errors.ts";
import { noBody } from "./json-body.ts";
import { problemsOfErrors } from "./validation.ts";

export function shapeProblems(request: FastifyRequest): FieldProblem[] {
  if (request.body === undefined) throw noBody();
  const errors = request.validationError?.validation;
  return errors ? problemsOfErrors(errors as unknown as ErrorObject[], "body") : [];
}

/** The fields with a valid shape: only those are checked further. */
export function soundPart(body: unknown, problems: readonly FieldProblem[]): object {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const wrong = new Set(problems.map((problem) => problem.field));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !wrong.has(field)));
}
