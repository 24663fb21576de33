import type { FastifyReply } from "fastify";
import type { RateState } from "../limits/limits.ts";
import { DomainError } from "../shared/errors.ts";

export const rateHeadersOf = (state: RateState) => ({
  "X-RateLimit-Limit": state.limit,
  "X-RateLimit-Remaining": state.remaining,
  "X-RateLimit-Reset": state.resetAt,
});

export function sendRateHeaders(reply: FastifyReply, state: RateState): void {
  reply.headers(rateHeadersOf(state));
}

/** Answers 429. */
export function refuseBeyondLimit(reply: FastifyReply, state: RateState): void {
  if (state.admitted) return;
  reply.header("Retry-After", state.resetIn);
  throw new DomainError(
    "rate_limited",
    `The limit of ${state.limit} requests is reached. Try again in ${state.resetIn} seconds.`,
  );
}
