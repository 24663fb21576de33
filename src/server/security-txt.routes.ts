import { DAY_MS } from "../shared/days.ts";
import type { Server } from "./server.ts";

/** RFC 9116 recommends less than a year. */
const HOLDS_MS = 180 * DAY_MS;

/** /.well-known/security.txt (RFC 9116); only if SECURITY_CONTACT is set. */
export function securityRoute(server: Server, contact: string | undefined, now: () => number): void {
  if (contact === undefined) return;
  server.get("/.well-known/security.txt", { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(now() + HOLDS_MS).toISOString();
    reply.type("text/plain; charset=utf-8").header("Cache-Control", "public, max-age=86400");
    return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
  });
}
