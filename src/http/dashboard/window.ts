import type { FastifyRequest } from "fastify";
import type { Limits } from "../../limits/limits.ts";
import { Refusal } from "./refusal.ts";

const READING = new Set(["GET", "HEAD"]);
/** Sent by POST, but nothing is changed: the picture as one types. A search for a better look takes seconds, and counts. */
const PREVIEW = /\/preview(\/(scannability|sheet))?$/;

/** A search reads more than it shows, so it counts like a change. */
function isCounted(request: FastifyRequest): boolean {
  if (READING.has(request.method)) return Boolean((request.query as { q?: string }).q);
  return !PREVIEW.test(request.routeOptions.url ?? "");
}

/** One window a user for what changes or searches, however many nodes and sessions they use. */
export function createDashboardWindow(limits: Limits) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isCounted(request)) return;
    const { admitted, limit, resetIn } = await limits.admitUser(request.ownerId);
    if (admitted) return;
    throw new Refusal(
      "rate_limited",
      `The limit of ${limit} changes and searches is reached. Try again in ${resetIn} seconds.`,
      resetIn,
    );
  };
}
