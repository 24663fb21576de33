import type { Site } from "../domains/domain.ts";
import { readToken } from "../shared/ids.ts";
import { createOwnNames } from "../shared/local-address.ts";
import { basePathOf } from "../shared/text.ts";
import type { CodeType } from "../shared/vocabulary.ts";
import type { Store } from "../store/store.ts";
import type { Code, VisitedCode } from "./code.ts";
import { isServedOn } from "./code-finder.ts";
import { actionOf } from "./content/index.ts";
import { hasPlacement } from "./content/placement.ts";

const DECODINGS = 3;
export const OWN_SHARE = "must not be a share URL of this service";

export type ShareRule = (type: CodeType, content: string) => string | null;

interface ShareRuleOptions {
  baseUrl: string;
  port: number;
  /** Whether a host is a verified domain of a workspace. */
  isDomain?: (host: string) => boolean;
}

/**
 * Refuses content that redirects to this service's own /r/: such a code would lead to itself or back in a loop,
 * counting each visit until the browser gives up. The service is recognised by its public address, which may
 * also be reached at the port it listens on, by verified domains, and by this machine's names with that port.
 */
export function createShareRule({ baseUrl, port, isDomain = () => false }: ShareRuleOptions): ShareRule {
  const base = new URL(baseUrl);
  const isThisMachine = createOwnNames();
  const ownPorts = new Set([String(port), ...(isThisMachine(base.hostname) ? [portOf(base)] : [])]);
  const isOwn = (url: URL): boolean =>
    (hostOf(url) === hostOf(base) && (isSamePort(url, base) || portOf(url) === String(port))) ||
    isDomain(url.hostname) ||
    (isThisMachine(url.hostname) && ownPorts.has(portOf(url)));
  const paths = new Set(["/r/", `${basePathOf(baseUrl).toLowerCase()}/r/`]);

  return (type, content) => {
    const action = actionOf(type, content);
    if (action.kind !== "redirect") return null;
    const url = new URL(action.location);
    if (!isOwn(url)) return null;
    // A placement can be named "r".
    if (hasPlacement(url.pathname)) return OWN_SHARE;
    const path = plainPath(url.pathname);
    return [...paths].some((own) => path.startsWith(own)) ? OWN_SHARE : null;
  };
}

/** Types that lead to a web address. */
export const leadsOn = (type: CodeType): boolean => type === "url" || type === "social";

/** An address at the root of a workspace's domain that a code can have. */
interface RootAddress {
  token: string;
  site: Site;
}

interface RootRuleOptions {
  store: Pick<Store, "codes">;
  /** Undefined for a host that is and was no verified domain. */
  siteOf: (host: string) => Site | undefined;
}

export type RootRule = ReturnType<typeof createRootRule>;

/** Longer chains of codes are refused like circles. */
const MAX_HOPS = 10;

/** A domain may serve other pages too, so only the paths of existing codes are refused. */
export function createRootRule({ store, siteOf }: RootRuleOptions) {
  function addressOf(content: string): RootAddress | null {
    const action = actionOf("url", content);
    if (action.kind !== "redirect") return null;
    const { hostname, pathname } = new URL(action.location);
    const site = siteOf(hostname);
    const token = readToken(pathname.slice(1));
    return !site?.workspaceId || token === null ? null : { token, site };
  }

  async function codeAt({ token, site }: RootAddress): Promise<VisitedCode | undefined> {
    const found = await store.codes.findByTokens([...new Set([token, token.toLowerCase()])]);
    return found.find((code) => (code.token === token || code.isSlug) && isServedOn(code, site));
  }

  return {
    /** The address of content of type url; null if no code can have it. */
    addressOf,

    /** Whether content of type url leads to a code, or to one of the slugs that are about to be taken. */
    async leadsToCode(content: string, slugs: readonly string[] = []): Promise<boolean> {
      const address = addressOf(content);
      if (address === null) return false;
      return isAmong(slugs, address.token) || (await codeAt(address)) !== undefined;
    },

    /** The slug of those that an existing code is to get that would lead back to it; undefined if none would. */
    async circleThrough(code: Pick<Code, "id" | "type" | "content">, slugs: readonly string[]) {
      let next: Pick<Code, "type" | "content"> = code;
      for (let hops = 0; hops < MAX_HOPS; hops++) {
        const address = leadsOn(next.type) ? addressOf(next.content) : null;
        if (address === null) return undefined;
        if (isAmong(slugs, address.token)) return address.token;
        const found = await codeAt(address);
        if (found === undefined || found.id === code.id) return undefined;
        next = found;
      }
      return slugs[0];
    },
  };
}

const isAmong = (slugs: readonly string[], token: string): boolean =>
  slugs.some((slug) => slug.toLowerCase() === token.toLowerCase());

const hostOf = (url: URL): string => url.hostname.replace(/\.$/, "");

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** The default ports of http and https count as equal: proxies usually redirect one to the other. */
function isSamePort(one: URL, other: URL): boolean {
  const ports = [portOf(one), portOf(other)];
  return ports[0] === ports[1] || ports.every((port) => port === "80" || port === "443");
}

/** As the most lenient proxy would read it: decoded, lower case, without empty or dot segments. */
function plainPath(pathname: string): string {
  let path = pathname;
  for (let i = 0; i < DECODINGS; i++) {
    try {
      path = decodeURIComponent(path);
    } catch {
      // A stray percent sign: nobody decodes further.
      break;
    }
  }
  return new URL(path.replaceAll(/[\\/]+/g, "/"), "http://path").pathname.toLowerCase();
}
