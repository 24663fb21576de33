import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Limits } from "../../limits/limits.ts";
import type { Settings } from "../../settings/service.ts";
import { isInsideName } from "../../shared/addresses.ts";
import { refuseBadText } from "../server/validation.ts";
import { Refusal } from "./refusal.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: browsers send the session cookie with every request, so changes must come from our own pages.
 * Browsers say so in Sec-Fetch-Site, older ones in Origin. Requests with neither are not from a browser and are
 * refused.
 */
export function createSiteGuard({ baseUrl, setFrom }: Pick<Settings, "baseUrl" | "setFrom">) {
  /** DNS rebinding: under a host name that an attacker controls, their page could send requests here. */
  const isOurs = ({ origin, hostname }: URL, own: URL): boolean => {
    const name = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    return name === own.hostname || isIP(name) !== 0 || isInsideName(name) || origin === setFrom();
  };

  function isOwn(origin: string, host: string | undefined): boolean {
    const [from, own] = [URL.parse(origin), new URL(baseUrl())];
    return from !== null && (from.origin === own.origin || (from.host === host && isOurs(from, own)));
  }

  return async (request: FastifyRequest): Promise<void> => {
    if (READING.has(request.method)) return;
    const { origin, host, "sec-fetch-site": site } = request.headers;
    const fromHere = site === undefined || site === "same-origin" || site === "none";
    const originFits = origin === undefined ? site !== undefined : isOwn(origin, host);
    if (fromHere && originFits) return;
    throw new Refusal(
      "cross_site",
      `This request did not come from the dashboard's own pages. They are at ${baseUrl()}; if that is wrong, an administrator corrects the public address in the settings, or the operator sets BASE_URL.`,
    );
  };
}

/**
 * POST requests that change nothing: previews while typing. Not /nearest, whose search takes seconds and counts as a
 * change.
 */
const PREVIEW = /\/preview(\/(scannability|sheet|import))?$/;

/** A search is expensive, so it counts like a change. */
const isCounted = (request: FastifyRequest): boolean =>
  !READING.has(request.method) || Boolean((request.query as { q?: string }).q);

/** Two windows per user, for changes with searches and for previews, across all nodes and sessions. */
export function createDashboardWindow(limits: Limits) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isCounted(request)) return;
    const isPreview = PREVIEW.test(request.routeOptions.url ?? "");
    const { admitted, limit, resetIn } = await limits.admitUser(request.userId, isPreview);
    if (admitted) return;
    const what = isPreview ? "previews" : "changes and searches";
    throw new Refusal(
      "rate_limited",
      `The limit of ${limit} ${what} is reached. Try again in ${resetIn} seconds.`,
      resetIn,
    );
  };
}

export async function refuseBadQuery({ params, query }: FastifyRequest): Promise<void> {
  refuseBadText({ ...(params as object), ...(query as object) });
}

const AGAIN_SECONDS = 5;

/** Long tasks, one at a time per user or workspace. Returns the function to call at the end. */
export function createOneAtATime(message: string) {
  const busy = new Set<string>();
  return (id: string): (() => void) => {
    if (busy.has(id)) throw new Refusal("busy", message, AGAIN_SECONDS);
    busy.add(id);
    return () => void busy.delete(id);
  };
}
