import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";

/** One per page: styles that the components write at run time carry it, nothing else inline runs. */
export const createNonce = (): string => randomBytes(16).toString("base64");

const policy = (nonce: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? "" : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

export function sendSafetyHeaders(reply: FastifyReply, https: boolean, nonce?: string): void {
  reply.headers({
    "Content-Security-Policy": policy(nonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  });
}
