/** Error classes. */

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

/** For responses without an error code of the service. */
const NO_CODE = "unexpected_answer";

/** The base class. `code` is the error code of the service, such as `validation_error`. */
export class TesseraError extends Error {
  readonly code: string;
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** Every invalid field with what is accepted; empty except for a ValidationError. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the service's log. */
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

/** 400: the request is not valid. `details` lists every invalid field. */
export class ValidationError extends TesseraError {}
/** 401: the key is missing, revoked, expired or read-only. */
export class InvalidApiKeyError extends TesseraError {}
/** 404: it does not exist, or it is not yours. */
export class NotFoundError extends TesseraError {}
/** 5xx, after all retries. */
export class ServerError extends TesseraError {}
/** No complete response, after all retries. The request may have been executed. */
export class NetworkError extends TesseraError {}
/** A response that is not from a Tessera API; usually the URL is wrong. */
export class UnexpectedAnswerError extends TesseraError {
  constructor(message: string, facts: Partial<Facts> = {}) {
    super(message, { code: NO_CODE, ...facts });
  }
}

/** 429: the rate limit is used up, and waiting is disabled or would take too long. */
export class RateLimitError extends TesseraError {
  /** When the next request is admitted; undefined if unknown. */
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

/** The error for a response; `body` is its parsed JSON, if it is JSON. */
export function errorOf(response: Response, body: unknown): TesseraError {
  const { status, headers } = response;
  const said = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const facts = {
    code: typeof said.error === "string" ? said.error : NO_CODE,
    status,
    details: Array.isArray(said.details) ? (said.details as ErrorDetail[]) : undefined,
    requestId: headers.get("x-request-id") ?? undefined,
  };
  const message = typeof said.message === "string" ? said.message : `The response had status ${status}.`;
  if (status === 429) {
    const reset = Number(headers.get("x-ratelimit-reset"));
    const resetAt = reset > 0 ? new Date(reset * 1000) : undefined;
    return new RateLimitError(message, { ...facts, resetAt });
  }
  if (status >= 500) return new ServerError(message, facts);
  return new (BY_STATUS[status] ?? UnexpectedAnswerError)(message, facts);
}
