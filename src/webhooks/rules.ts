import { isIP } from "node:net";
import type { FieldProblem } from "../shared/errors.ts";
import { unicodeProblem } from "../shared/text.ts";
import { isPublicAddress } from "./addresses.ts";

export interface WebhookRules {
  http: boolean;
  private: boolean;
}

const URL_LENGTH = 2000;
/** Names that stand for this machine or its own network, whatever a resolver says. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)$/;
/** Of mail, files, shells and databases: no receiver of webhooks listens there. */
const WRONG_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 79, 87, 95, 109],
  ...[110, 111, 113, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 445, 465, 512, 513],
  ...[514, 515, 543, 544, 548, 554, 563, 587, 601, 636, 873, 993, 995, 1433, 1521, 1719, 1720],
  ...[1723, 2049, 2375, 3306, 3389, 5060, 5061, 5432, 5984, 6000, 6379, 6566, 6665, 6666, 6667],
  ...[6668, 6669, 6697, 11211, 27017],
]);

/** What is wrong with the address of a webhook, in words; null when nothing is. */
export function urlProblem(text: string, rules: WebhookRules): string | null {
  const bad = unicodeProblem(text);
  if (bad) return bad;
  if (text.length > URL_LENGTH) return `must be at most ${URL_LENGTH} characters`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return rules.http ? "must be an http or https address" : "must be an https address";
  }
  if (url.protocol === "http:" && !rules.http) {
    return "must be an https address: what is sent would be readable on the way";
  }
  if (url.href.length > URL_LENGTH) return `must be at most ${URL_LENGTH} characters`;
  if (url.username || url.password) return "must hold no user name or password";
  if (url.port !== "" && WRONG_PORTS.has(Number(url.port))) {
    return `must not lead to port ${url.port}, where no receiver of webhooks listens`;
  }
  return rules.private ? null : hostProblem(url.hostname);
}

/** A URL has already brought every spelling of an address (0x7f.1, 2130706433) into its usual one. */
export function hostProblem(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const isInside = isIP(host) === 0 ? INSIDE.test(host) || !host.includes(".") : !isPublicAddress(host);
  return isInside ? INSIDE_ADDRESS : null;
}

export const INSIDE_ADDRESS =
  "must lead to the public internet, not to this machine or an inside network (the operator may allow that with WEBHOOK_PRIVATE=allow)";

export function rulesOf(config: { webhookHttp: "refuse" | "allow"; webhookPrivate: "refuse" | "allow" }): WebhookRules {
  return { http: config.webhookHttp === "allow", private: config.webhookPrivate === "allow" };
}

/** With those already found; an address of the wrong shape is told of once. */
export function withUrlProblem(
  found: readonly FieldProblem[],
  url: string | undefined,
  rules: WebhookRules,
): FieldProblem[] {
  if (typeof url !== "string" || found.some(({ field }) => field === "url")) return [...found];
  const message = urlProblem(url, rules);
  return message === null ? [...found] : [...found, { field: "url", message }];
}
