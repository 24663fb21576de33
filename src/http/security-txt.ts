import { DAY_MS } from "../shared/days.ts";
import type { Server } from "./server/server.ts";

/** RFC 9116 asks for less than a year. */
const HOLDS_MS = 180 * DAY_MS;

/** /.well-known/security.txt: whom to tell of a weakness (RFC 9116). Without a contact there is none. */
export function securityRoute(server: Server, contact: string | undefined, now: () => number): void {
  if (contact === undefined) return;
  server.get("/.well-known/security.txt", { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(now() + HOLDS_MS).toISOString();
    reply.type("text/plain; charset=utf-8").header("Cache-Control", "public, max-age=86400");
    return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
  });
}
