/** Every error code of the API with its status. The set is closed. */
export const ERROR_STATUS = {
  validation_error: 400,
  invalid_api_key: 401,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface FieldProblem {
  field: string;
  /** Reads on from the name of the field: "must not be blank". No capital, no full stop. */
  message: string;
}

/** The caller's request is refused, with a message for them. Not a fault of the service. */
export class Refused extends Error {}

/** Thrown by modules, mapped to an answer by server/errors.ts. */
export class DomainError extends Refused {
  readonly code: ErrorCode;
  readonly details: readonly FieldProblem[] | undefined;

  constructor(code: ErrorCode, message: string, details?: readonly FieldProblem[]) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

/** The message does not name a thousand fields; `details` do. */
const MAX_NAMED = 5;

export function invalid(details: readonly FieldProblem[], message?: string): DomainError {
  const fields = [...new Set(details.map((detail) => detail.field))];
  const more = fields.length - MAX_NAMED;
  const named = fields.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return new DomainError("validation_error", message ?? `Invalid: ${named}.`, details);
}

/** A single problem, with a sentence that calls the field by its usual name. */
export const invalidField = (field: string, subject: string, message: string): DomainError =>
  invalid([{ field, message }], `${subject} ${message}.`);

/** A single problem, told in a whole sentence. */
export const refusedWith = (field: string, sentence: string): DomainError =>
  invalid([{ field, message: sentence }], sentence);

/** For a workspace that has as many of a kind as it can. */
export const limitReached = (field: string, most: number, what: string): DomainError =>
  invalid(
    [{ field, message: `exceeds the limit of ${most} ${what}` }],
    `There are already ${most} ${what}, which is the limit. Delete one first.`,
  );

/** As limitReached, for what is in force until it is revoked. */
export const tooManyInForce = (field: string, most: number, what: string): DomainError =>
  refusedWith(field, `There are already ${most} ${what}, which is the limit. Revoke one first.`);

export const notFound = (): DomainError =>
  new DomainError("not_found", "There is no such resource, or it is not yours.");

export const badCursor = (): DomainError =>
  invalid([{ field: "cursor", message: "must be the nextCursor of an earlier page" }]);

export const voidInvitation = (): DomainError =>
  refusedWith("token", "This invitation is no longer valid. It works once, for 7 days. Ask an owner for a new one.");

/** For writes of an owner who is being removed. */
export const workspaceGone = (): DomainError =>
  new DomainError("invalid_api_key", "The account has been removed or suspended.");

/** Too many concurrent requests of one kind. Thrown immediately instead of queueing without limit. */
export class TooBusy extends Error {
  constructor(message = "The service is busy. Try again in a few seconds.") {
    super(message);
    this.name = "TooBusy";
  }
}
