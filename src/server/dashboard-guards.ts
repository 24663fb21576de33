import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Limits } from "../limits/limits.ts";
import type { Settings } from "../settings/service.ts";
import { isInsideName } from "../shared/addresses.ts";
import { minutesIn, Refusal } from "./refusal.ts";
import { READING } from "./request.ts";
import { refuseBadText } from "./validation.ts";

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

/** Lists, statistics and downloads: what costs more than a look-up. */
const READ =
  /\/(codes|qrcodes|placements|counts|scans(\.csv)?|analytics|traffic|visits|insights(\.csv)?|overview|needs|audit(\.csv)?|history|versions|deliveries|selection|users|use|moved-links|scannability|nearest|bundle\.zip)$/;

type Kind = "changes and searches" | "previews" | "lists and statistics";

/** In which window a request counts, if in one. A search is expensive, so it counts like a change. */
function kindOf({ method, query, routeOptions }: FastifyRequest): Kind | null {
  const { url = "" } = routeOptions;
  if (!READING.has(method)) return PREVIEW.test(url) ? "previews" : "changes and searches";
  if ((query as { q?: string }).q) return "changes and searches";
  return READ.test(url) ? "lists and statistics" : null;
}

/**
 * Three windows per user: for changes with searches and for previews, across all nodes and sessions, and a wide one for
 * reads, on each node.
 */
export function createDashboardWindow(limits: Limits) {
  return async (request: FastifyRequest): Promise<void> => {
    const kind = kindOf(request);
    if (kind === null) return;
    const { userId } = request;
    const isRead = kind === "lists and statistics";
    const window = isRead ? limits.admitRead(userId) : await limits.admitUser(userId, kind === "previews");
    const { admitted, limit, resetIn } = window;
    if (admitted) return;
    throw new Refusal(
      "rate_limited",
      `The limit of ${limit} ${kind} is reached. Try again in ${minutesIn(resetIn)}.`,
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
