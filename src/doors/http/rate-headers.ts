import type { FastifyReply } from "fastify";
import type { RateState } from "../../limits/limits.ts";
import { DomainError } from "../../shared/errors.ts";

export function sendRateHeaders(reply: FastifyReply, state: RateState): void {
  reply.header("X-RateLimit-Limit", state.limit);
  reply.header("X-RateLimit-Remaining", state.remaining);
  reply.header("X-RateLimit-Reset", state.resetAt);
}

/** Says no to a request that has no place in its window. */
export function refuseBeyondLimit(reply: FastifyReply, state: RateState): void {
  if (state.admitted) return;
  reply.header("Retry-After", state.resetIn);
  throw new DomainError(
    "rate_limited",
    `The limit of ${state.limit} requests is reached. Try again in ${state.resetIn} seconds.`,
  );
}
