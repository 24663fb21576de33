import { negotiate } from "@fastify/accept-negotiator";
import type { ErrorObject } from "ajv";
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, ERROR_STATUS, invalid, notFound, TooBusy } from "../shared/errors.ts";
import { JSON_ONLY, noBody, refused } from "./json-body.ts";
import { problemsOfErrors } from "./validation.ts";

export const BUSY_SECONDS = 5;

const INTERNAL = new DomainError("internal_error", "Something went wrong in the service. Try again later.");

/** A complete page with its headers. */
export interface ErrorPage {
  html: string;
  headers: Record<string, string>;
}

export type ErrorPageFor = (languages: string | undefined) => ErrorPage;

/** An unknown address returns a page to browsers and JSON to programs. */
export function createErrorAnswer(unknownPage: ErrorPageFor | undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const isPlace = unknownPage && !request.url.startsWith("/api/");
    if (!isPlace || toDomainError(error, request).code !== "not_found") {
      answerError(error, request, reply);
      return;
    }
    reply.header("Vary", "Accept");
    const { accept = "" } = request.headers;
    const wanted = negotiate(accept.toLowerCase(), ["application/json", "text/html"]);
    if (wanted !== "text/html") {
      answerError(error, request, reply);
      return;
    }
    const { html, headers } = unknownPage(request.headers["accept-language"]);
    void reply
      .code(404)
      .headers({ ...headers, Vary: "Accept, Accept-Language" })
      .send(html);
  };
}

/** The one place where an error becomes an answer. Details go to the log, not to the caller. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toDomainError(error, request);
  // The client disconnected, and its body ended or the work was aborted: nobody reads this answer.
  const { name, code } = error as Partial<FastifyError>;
  const isLeft = reply.raw.destroyed && (name === "AbortError" || code === "ECONNRESET");
  if (known === INTERNAL && !isLeft) request.log.error({ err: error }, "request failed");
  if (overloadOf(error)) {
    logBusy(request.log);
    reply.header("Retry-After", BUSY_SECONDS);
  }
  if (known.code === "invalid_api_key") reply.header("WWW-Authenticate", "Bearer");
  // Of the file that should have been sent.
  for (const name of ["Content-Disposition", "Content-Length", "ETag"]) reply.removeHeader(name);
  reply.type("application/json; charset=utf-8");
  void reply.code(ERROR_STATUS[known.code]).send(errorBody(known, request.id));
}

/** PostgreSQL's query_canceled: a statement took longer than it may. */
const CANCELLED = "57014";
const TOOK_TOO_LONG =
  "This took too long, because the service is busy or there is too much to read. Try again in a few seconds, or ask for less, such as a shorter period.";

function overloadOf(error: unknown): TooBusy | null {
  if (error instanceof TooBusy) return error;
  return (error as { code?: unknown }).code === CANCELLED ? new TooBusy(TOOK_TOO_LONG) : null;
}

let busySince = Number.NEGATIVE_INFINITY;
let busyCount = 0;

/** At most one line a second and no stack: overload is not a fault. */
export function logBusy(log: FastifyBaseLogger): void {
  busyCount += 1;
  if (performance.now() - busySince < 1000) return;
  log.warn({ refused: busyCount }, "too busy");
  busySince = performance.now();
  busyCount = 0;
}

export const errorBody = (error: DomainError, requestId: string) => ({
  error: error.code,
  message: error.message,
  ...(error.details ? { details: error.details } : {}),
  requestId,
});

const FRAMEWORK_ERRORS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: JSON_ONLY,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "does not have the length that Content-Length says",
};

/** A path that cannot be decoded, or a segment longer than any id. */
const NO_PLACE = new Set(["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"]);
/** Statuses of the file server for paths outside its folder and for hidden files. */
const NO_FILE = new Set([400, 403, 404]);

/** From the package http-errors, which only the file server uses. */
const isHttpError = (error: unknown): boolean => error instanceof Error && "expose" in error;

const sizeOf = (bytes: number): string => (bytes < 1 << 20 ? `${bytes >> 10} KiB` : `${bytes >> 20} MiB`);

function messageOf(code: string, { routeOptions }: FastifyRequest): string | undefined {
  if (code !== "FST_ERR_CTP_BODY_TOO_LARGE") return FRAMEWORK_ERRORS[code];
  return `is larger than ${sizeOf(routeOptions.bodyLimit)}`;
}

function toDomainError(error: unknown, request: FastifyRequest): DomainError {
  if (error instanceof DomainError) return error;
  const overload = overloadOf(error);
  if (overload) return new DomainError("internal_error", overload.message);
  const { code, validation, validationContext, statusCode } = error as FastifyError;
  if (validation) {
    if (validationContext === "body" && request.body === undefined) return noBody();
    return invalid(problemsOfErrors(validation as unknown as ErrorObject[], validationContext ?? "request"));
  }
  if (NO_PLACE.has(code)) return notFound();
  if (isHttpError(error) && NO_FILE.has(statusCode ?? 0)) return notFound();
  const message = messageOf(code, request);
  return message ? refused(message) : INTERNAL;
}
