import type { FastifyReply, FastifyRequest } from "fastify";
import type { Keys, VerifiedKey } from "../../keys/service.ts";
import type { Limits } from "../../limits/limits.ts";
import { DomainError } from "../../shared/errors.ts";
import { refuseBeyondLimit, sendRateHeaders } from "../http/rate-headers.ts";

export interface ApiLock {
  /** Lets a request with a valid key and a free place pass, or throws: 401 first, then 429. */
  open(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** For what may be read without a key: counted by address all the same. */
  leaveOpen(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createApiLock(
  keys: Keys,
  limits: Limits,
  addressOf: (request: FastifyRequest) => string,
): ApiLock {
  function refuseStranger(request: FastifyRequest, reply: FastifyReply): never {
    countStranger(request, reply);
    throw new DomainError(
      "invalid_api_key",
      "The API key is missing, malformed or revoked. Send it as: Authorization: Bearer tsr_…",
    );
  }

  function countStranger(request: FastifyRequest, reply: FastifyReply): void {
    const state = limits.admitStranger(addressOf(request));
    sendRateHeaders(reply, state);
    refuseBeyondLimit(reply, state);
  }

  return {
    async open(request, reply) {
      const text = bearerOf(request.headers.authorization);
      let key: VerifiedKey | null;
      try {
        key = text === null ? null : await keys.verify(text);
        if (key) {
          const state = await limits.admit(key.id, key.plan);
          sendRateHeaders(reply, state);
          refuseBeyondLimit(reply, state);
          request.ownerId = key.ownerId;
        }
      } catch (error) {
        // The window could not be read: the headers are there all the same.
        if (!reply.hasHeader("X-RateLimit-Limit")) {
          sendRateHeaders(reply, limits.stranger(addressOf(request)));
        }
        throw error;
      }
      if (!key) refuseStranger(request, reply);
    },

    async leaveOpen(request, reply) {
      countStranger(request, reply);
    },
  };
}

export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}
