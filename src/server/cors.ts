import type { FastifyReply, FastifyRequest } from "fastify";
import { addVary } from "./compression.ts";
import type { Server } from "./server.ts";

const EXPOSED = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
  "ETag",
  "Location",
  "Idempotency-Replayed",
  "Scans-Incomplete",
  "Content-Disposition",
].join(", ");

const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version",
  "Access-Control-Max-Age": 600,
};

/** For public answers that need neither key nor cookie. */
export function allowEveryOrigin(reply: FastifyReply): void {
  reply.header("Access-Control-Allow-Origin", "*");
  reply.header("Cross-Origin-Resource-Policy", "cross-origin");
}

/**
 * Lets pages of these origins call the API with a key. A preflight request carries no key, so it is answered before
 * authentication and is not counted.
 */
export function allowOrigins(server: Server, origins: readonly string[]): void {
  if (origins.length === 0) return;
  server.addHook("onRequest", async (request: FastifyRequest, reply) => {
    addVary(reply, "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header("Access-Control-Allow-Origin", origin);
    reply.header("Access-Control-Expose-Headers", EXPOSED);
    const asks = request.headers["access-control-request-method"] !== undefined;
    if (request.method === "OPTIONS" && asks) return reply.code(204).headers(PREFLIGHT).send();
  });
}
