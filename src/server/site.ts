import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import type { Site } from "../domains/domain.ts";
import type { Server } from "./server.ts";

/** The workspace's domain on which a request arrived; undefined on every other host. */
export type SiteOf = (request: Pick<IncomingMessage, "url" | "headers">) => Site | undefined;

const ABSOLUTE = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i;

/** X-Forwarded-Host is never read: a proxy has to pass on the Host header itself. */
export const createSiteOf =
  (ofHost: (host: string | undefined) => Site | undefined): SiteOf =>
  ({ url = "/", headers }) =>
    // A target in absolute form takes precedence over the header (RFC 9112, 3.2.2).
    ofHost(url.startsWith("/") ? headers.host : (ABSOLUTE.exec(url)?.[1] ?? headers.host));

/** What visitors of codes need, without the query. */
const VISITOR_PATHS = /^\/(?:[ri]\/[^?#]*|favicon\.ico|\.well-known\/security\.txt)(?:[?#]|$)/i;

/** On a workspace's domain only visitor pages are served: not the dashboard, the API or the state of the service. */
export function refuseOthersOnSites(
  server: Server,
  siteOf: SiteOf,
  answer: (response: FastifyReply["raw"], languages: string | undefined) => void,
): void {
  server.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    const path = (raw.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
    if (siteOf(raw) === undefined || VISITOR_PATHS.test(path)) return done();
    reply.hijack();
    // A body is not read.
    if (raw.method !== "GET" && raw.method !== "HEAD") reply.raw.shouldKeepAlive = false;
    answer(reply.raw, request.headers["accept-language"]);
  });
}
