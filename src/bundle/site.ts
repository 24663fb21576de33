/** Static files that replace the service: redirects by token, and pages. */
import type { ShownBrand } from "../brands/known-brands.ts";
import type { LandingAction } from "../codes/content/action.ts";
import { actionOf } from "../codes/content/index.ts";
import { forPlacement } from "../codes/content/placement.ts";
import { stateOf } from "../codes/state.ts";
import { type Rest, restOf } from "../routing/afterwards.ts";
import { isNativeToken } from "../shared/ids.ts";
import type { BundledWorkspace } from "./bundled.ts";
import type { CodeRecord, PlacementRecord } from "./record-schemas.ts";

/** Complete pages as the service shows them. */
export interface SitePages {
  landing(code: CodeRecord, action: LandingAction, vcfHref: string, brand: ShownBrand): string;
  expired(code: CodeRecord, contact: string | null, rest: Rest, brand: ShownBrand): string;
  paused(code: CodeRecord, rest: Rest, brand: ShownBrand): string;
  notFound(): string;
  /** Forwards to an address that is too long for a line of `_redirects`. */
  forward(location: string): string;
}

export interface SiteEntry {
  token: string;
  /** A slug. */
  isSlug: boolean;
  /** A web address with 302, else a page of the site. */
  to: string;
  status: 200 | 302 | 404 | 410;
}

/** Cloudflare Pages ignores lines of more than 1,000 characters, and nginx rejects words of more than 4,096 bytes. */
const MAX_LOCATION_LENGTH = 800;
export const NOT_FOUND = "/404.html";

/** By id if tokens may differ only in case, which some file systems ignore. */
export const fileStem = ({ shareToken, id }: Pick<CodeRecord, "shareToken" | "id">): string =>
  isNativeToken(shareToken) ? shareToken : id;

/** What a code is shown with. */
export interface SiteContext {
  workspace: Pick<BundledWorkspace, "suspended" | "contact">;
  brand: ShownBrand;
  now: number;
}

/** `placement`: the copy that is visited. */
function visited(
  code: CodeRecord,
  { workspace, brand, now }: SiteContext,
  placement: Pick<PlacementRecord, "name" | "isPaused"> | null,
) {
  const isSuspended = workspace.suspended;
  const isPublic = code.isPublic && !isSuspended && placement?.isPaused !== true;
  const state = stateOf({ isPublic, expiresAt: Date.parse(code.expiresAt) }, now);
  const name = placement?.name ?? null;
  const afterwards = code.routing?.afterwards ?? null;
  const rest = restOf({ afterwards, placement: name, isSuspended }, brand);
  const action = forPlacement(actionOf(code.type, code.content), name);
  return { state, rest, action };
}

/** A code's redirect and files; null for a code in the bin. */
export function siteOf(
  code: CodeRecord,
  context: SiteContext,
  pages: SitePages,
): { entry: SiteEntry; files: { path: string; content: string }[] } | null {
  if (code.deletedAt !== null) return null;
  const token = code.shareToken;
  const page = `/p/${fileStem(code)}.html`;
  const shown = (status: 200 | 404 | 410, content: string) => ({
    entry: { token, isSlug: code.isSlug, to: page, status },
    files: [{ path: `site${page}`, content }],
  });
  const leading = (location: string) =>
    isLong(location)
      ? shown(200, pages.forward(location))
      : { entry: { token, isSlug: code.isSlug, to: location, status: 302 as const }, files: [] };
  const { state, rest, action } = visited(code, context, null);
  const { brand, workspace } = context;
  if (state !== "active") {
    if (rest.to !== null) return leading(rest.to);
    if (state === "paused") return shown(404, pages.paused(code, rest, brand));
    return shown(410, pages.expired(code, workspace.contact, rest, brand));
  }
  if ("location" in action) return leading(action.location);
  const vcf = `/p/${fileStem(code)}.vcf`;
  const site = shown(200, pages.landing(code, action, vcf, brand));
  if (action.kind === "contact") site.files.push({ path: `site${vcf}`, content: action.vcf });
  return site;
}

/** The entry of a placement of the code. */
export function entryOfPlacement(
  code: CodeRecord,
  context: SiteContext,
  entry: SiteEntry,
  placement: PlacementRecord,
): SiteEntry {
  const { shareToken: token, isSlug, isPaused } = placement;
  const { state, rest, action } = visited(code, context, placement);
  const location = state !== "active" ? rest.to : "location" in action ? action.location : null;
  if (location !== null && !isLong(location)) return { token, isSlug, to: location, status: 302 };
  return isPaused ? { token, isSlug, to: NOT_FOUND, status: 404 } : { ...entry, token, isSlug };
}

/** What comes before a token in a link: on the public address, and on domains, which have no base path. */
export const placesOf = (basePath: string, hasDomains: boolean): string[] => [
  ...new Set([`${basePath}/r/`, ...(hasDomains ? ["/r/", "/"] : [])]),
];

const hasNoCase = ({ token, isSlug }: SiteEntry): boolean => isSlug || isNativeToken(token);

/** As printed: in lower case, and in capitals where the token has no case. */
const pathsOf = (place: string, entry: SiteEntry): string[] => {
  const capitals = place.replace(/r\/$/, "R/") + entry.token.toUpperCase();
  return hasNoCase(entry) ? [place + entry.token, capitals] : [place + entry.token];
};

/** Lines of `_redirects`, which Netlify and Cloudflare Pages read. */
export const redirectLines = (places: readonly string[], entry: SiteEntry): string =>
  // A token of digits is the same in capitals.
  [...new Set(places.flatMap((place) => pathsOf(place, entry)))]
    .map((path) => `${path} ${entry.to} ${entry.status}\n`)
    .join("");

/** nginx has no escape for "$", so docs/leaving.md defines a variable that holds one. */
const DOLLAR = ["$", "{dollar}"].join("");
const nginxText = (text: string): string => text.replace(/[\\"]/g, "\\$&").replaceAll("$", () => DOLLAR);

const isLong = (location: string): boolean => nginxText(location).length > MAX_LOCATION_LENGTH;

/** Lines of nginx.map. nginx ignores case in plain names, so a token with a case is a pattern. */
export const nginxLines = (places: readonly string[], entry: SiteEntry): string =>
  places
    .map((place) => {
      const pattern = `~^${RegExp.escape(place.replace(/r\/$/, ""))}${place.endsWith("r/") ? "[rR]/" : ""}${entry.token}$`;
      return `"${hasNoCase(entry) ? place + entry.token : pattern}" "${entry.status} ${nginxText(entry.to)}";\n`;
    })
    .join("");
