import type { FastifyReply, FastifyRequest } from "fastify";
import { Refused, TooBusy } from "../shared/errors.ts";
import { languageFor } from "../shared/languages.ts";
import { answerError, BUSY_SECONDS, logBusy } from "./errors.ts";

const STATUS = {
  not_signed_in: 401,
  sign_in_failed: 401,
  suspended: 403,
  cross_site: 403,
  not_recent: 403,
  not_allowed: 403,
  too_many_attempts: 429,
  rate_limited: 429,
  busy: 503,
} as const;

/** Errors that only the dashboard has. All others are errors of the modules, as in the API. */
export class Refusal extends Refused {
  readonly error: keyof typeof STATUS;
  readonly retryAfter: number | undefined;

  constructor(error: keyof typeof STATUS, message: string, retryAfter?: number) {
    super(message);
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

export function answerRefusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isBusy = thrown instanceof TooBusy;
  if (isBusy) logBusy(request.log);
  const error = isBusy ? new Refusal("busy", thrown.message, BUSY_SECONDS) : thrown;
  if (!(error instanceof Refusal)) {
    answerError(error, request, reply);
    return;
  }
  if (error.retryAfter !== undefined) reply.header("Retry-After", error.retryAfter);
  const body = { error: error.error, message: error.message, requestId: request.id };
  // Not every route declares its errors, so no schema serialises this.
  reply.serializer(JSON.stringify);
  void reply.code(STATUS[error.error]).type("application/json; charset=utf-8").send(body);
}

export function minutesIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

export function tooMany(wait: number): Refusal {
  const message = `Too many tries. Please wait ${minutesIn(wait)} and try again.`;
  return new Refusal("too_many_attempts", message, wait);
}

/** The user and their language, for a mail. */
export const readerOf = (email: string, { headers }: FastifyRequest) => ({
  email,
  language: languageFor(headers["accept-language"]),
});
