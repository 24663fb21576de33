/** What can go wrong, each as a class: catch the one you can do something about. */

export interface ErrorDetail {
  field: string;
  message: string;
}

interface Facts {
  code: string;
  status?: number | undefined;
  details?: readonly ErrorDetail[] | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** Of an answer that has no code of the service. */
const NO_CODE = "unexpected_answer";

/** The base of all. `code` is the service's own word for it, such as `validation_error`. */
export class TesseraError extends Error {
  readonly code: string;
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Every field that was wrong, with what is accepted; empty but for a ValidationError. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(message: string, { code, status, details = [], requestId, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** 400: something sent is not valid. `details` names every field. */
export class ValidationError extends TesseraError {}
/** 401: the key is missing, revoked, expired, or may not do this. */
export class InvalidApiKeyError extends TesseraError {}
/** 404: it does not exist, or it is not yours. */
export class NotFoundError extends TesseraError {}
/** 5xx, after all repeats. */
export class ServerError extends TesseraError {}
/** No whole answer came, after all repeats. What was asked may have been done. */
export class NetworkError extends TesseraError {}
/** An answer that is none of the service's: most often the URL is that of something else. */
export class UnexpectedAnswerError extends TesseraError {
  constructor(message: string, facts: Partial<Facts> = {}) {
    super(message, { code: NO_CODE, ...facts });
  }
}

/** 429: the limit is used up, and waiting is switched off or would take longer than allowed. */
export class RateLimitError extends TesseraError {
  /** From then on one more request is admitted; undefined when the answer does not say. */
  readonly resetAt: Date | undefined;

  constructor(message: string, facts: Facts & { resetAt: Date | undefined }) {
    super(message, facts);
    this.resetAt = facts.resetAt;
  }
}

const BY_STATUS: Record<number, typeof TesseraError> = {
  400: ValidationError,
  401: InvalidApiKeyError,
  404: NotFoundError,
};

/** The error that an answer tells; `body` is what it held, read as JSON where it was that. */
export function errorOf(response: Response, body: unknown): TesseraError {
  const { status, headers } = response;
  const said = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const facts = {
    code: typeof said.error === "string" ? said.error : NO_CODE,
    status,
    details: Array.isArray(said.details) ? (said.details as ErrorDetail[]) : undefined,
    requestId: headers.get("x-request-id") ?? undefined,
  };
  const message = typeof said.message === "string" ? said.message : `The answer was ${status}.`;
  if (status === 429) {
    const reset = Number(headers.get("x-ratelimit-reset"));
    const resetAt = reset > 0 ? new Date(reset * 1000) : undefined;
    return new RateLimitError(message, { ...facts, resetAt });
  }
  if (status >= 500) return new ServerError(message, facts);
  return new (BY_STATUS[status] ?? UnexpectedAnswerError)(message, facts);
}
