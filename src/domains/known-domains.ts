/** The verified domains of all workspaces, in memory: each request looks up its host, and each link its default. */
import { follow } from "../shared/follow.ts";
import { madeFor } from "../shared/made-for.ts";
import type { Store } from "../store/store.ts";
import type { Site } from "./domain.ts";
import { plainHost } from "./host-name.ts";

export interface KnownDomainsOptions {
  store: Pick<Store, "domains" | "onDomainChanged" | "hearsChanges">;
  baseUrl: () => string;
  onError: (error: unknown) => void;
}

export type KnownDomains = Awaited<ReturnType<typeof openKnownDomains>>;

export async function openKnownDomains({ store, baseUrl, onError }: KnownDomainsOptions) {
  let reads = 0;
  const known = await follow({ read, hearsChanges: store.hearsChanges, onError });
  store.onDomainChanged(known.changed);

  async function read() {
    const served = await store.domains.served();
    const defaults = served.filter(({ isDefault }) => isDefault);
    return {
      version: ++reads,
      sites: new Map(served.map(({ host, workspaceId, since }): [string, Site] => [host, { workspaceId, since }])),
      holders: new Set(served.map(({ workspaceId }) => workspaceId)),
      /** The default host of each workspace. */
      defaults: new Map(defaults.map(({ host, workspaceId }) => [workspaceId, host])),
    };
  }

  const ownHost = madeFor(baseUrl, (base) => new URL(base).hostname);
  const isOwn = (host: string): boolean => host === ownHost();

  return {
    refresh: known.refresh,

    /** Changes whenever the domains may have changed. */
    version: (): number => known.current().version,

    /** What a Host header names; undefined: it is and was no verified domain. */
    siteOf(header: string | undefined): Site | undefined {
      const { sites } = known.current();
      if (sites.size === 0 || header === undefined) return undefined;
      // The public address may have become one that a workspace had verified.
      if (isOwn(header)) return undefined;
      const found = sites.get(header);
      if (found !== undefined) return found;
      const host = plainHost(header);
      return isOwn(host) ? undefined : sites.get(host);
    },

    /** What share URLs of a workspace start with: its default domain, else the service's public address. */
    shareBase(workspaceId: string): string {
      const base = baseUrl();
      const host = known.current().defaults.get(workspaceId);
      return host === undefined || isOwn(host) ? base : `${base.slice(0, base.indexOf("//"))}//${host}`;
    },

    /** Whether a workspace has a verified domain. */
    hasDomain: (workspaceId: string): boolean => known.current().holders.has(workspaceId),

    /** Whether a proxy may request a certificate for this host. */
    isServed(named: string): boolean {
      const host = plainHost(named);
      return Boolean(known.current().sites.get(host)?.workspaceId) || isOwn(host);
    },

    stop: known.stop,
  };
}
