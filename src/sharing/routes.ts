/** Where a scan of a code with rules or a split leads. */
import type { IncomingMessage } from "node:http";
import type { VisitedCode } from "../codes/code.ts";
import { type Decision, decide } from "../routing/decide.ts";
import { compiledRouting, routingOf } from "../routing/routing.ts";
import { NO_PLACEMENT } from "../scans/filter.ts";
import type { Visit } from "../visits/visit.ts";

export interface Route {
  /** As in a journal line; null: none. */
  key: string | null;
  /** The address of the rule or variant; undefined: the code's own content. */
  to: string | undefined;
}

/** To the code's own content. */
const NO_ROUTE: Route = { key: null, to: undefined };

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}

/** The first value of each parameter. */
const firstValues = (query: URLSearchParams): Record<string, string> => Object.fromEntries([...query].toReversed());

/** When it leads anywhere for the first time; null: it does. */
export function startOf(code: VisitedCode, at: number): number | null {
  const startsAt = compiledRouting(code)?.startsAt ?? Number.NEGATIVE_INFINITY;
  return at < startsAt ? startsAt : null;
}

/** `tag`: the visitor's. The code leads somewhere. */
export function routeOf(code: VisitedCode, visit: Visit, tag: string | null, request: IncomingMessage): Route {
  const routing = compiledRouting(code);
  if (routing === null) return NO_ROUTE;
  const { agent, place, at } = visit;
  const visitor = {
    ...{ device: agent.device, os: agent.os, browser: agent.browser, country: place.country },
    language: request.headers["accept-language"] ?? "",
    placement: code.placement?.id ?? NO_PLACEMENT,
    query: firstValues(queryOf(request)),
  };
  return toRoute(decide(routing, { visitor, tag }, at));
}

function toRoute(decision: Decision): Route {
  if (decision.outcome === "rule") return { key: `rule:${decision.rule}`, to: decision.to };
  if (decision.outcome === "split") return { key: `variant:${decision.variant}`, to: decision.to };
  return NO_ROUTE;
}

/** The address with the visited one's parameters and the scan's id, as far as the owner wants them. */
export function withPassed(
  location: string,
  code: VisitedCode,
  request: IncomingMessage,
  scanId: string | null,
): string {
  const { passQuery, passScanId } = routingOf(code);
  if (!passQuery && !passScanId) return location;
  const url = new URL(location);
  // What the owner wrote stays as it is, to the letter.
  const held = new Set(url.searchParams.keys());
  const added = new URLSearchParams();
  if (passQuery) for (const [name, value] of queryOf(request)) if (!held.has(name)) added.append(name, value);
  if (passScanId && scanId !== null && !held.has("scanId")) added.set("scanId", scanId);
  if (added.size === 0) return location;
  url.search = url.search === "" ? String(added) : `${url.search}&${added}`;
  return url.href;
}
