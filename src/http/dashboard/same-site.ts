import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A session cookie goes along with every request, so whatever changes something must come from our
 * own pages. Browsers say where a request comes from in Sec-Fetch-Site, older ones in Origin alone;
 * a request with neither is no browser's and has no business here.
 */
export function createSiteGuard(baseUrl: string) {
  const ownOrigin = new URL(baseUrl).origin;

  const isOwn = (origin: string, host: string | undefined): boolean =>
    origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host);

  return async (request: FastifyRequest): Promise<void> => {
    if (READING.has(request.method)) return;
    const { origin, host, "sec-fetch-site": site } = request.headers;
    const fromHere = site === undefined || site === "same-origin" || site === "none";
    const originFits = origin === undefined ? site !== undefined : isOwn(origin, host);
    if (fromHere && originFits) return;
    throw new Refusal("cross_site", "This request did not come from the dashboard's own pages.");
  };
}
