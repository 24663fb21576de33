/** The verified domains of all workspaces, in memory: each request looks up its host, and each link its default. */
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

/** Bounds the effect of a lost change notice. */
const LOOK_MS = 5_000;
const HEARD_LOOKS = 12;

export async function openKnownDomains({ store, baseUrl, onError }: KnownDomainsOptions) {
  /** By host, and the default host of each workspace. */
  let sites = new Map<string, Site>();
  let holders = new Set<string>();
  let defaults = new Map<string, string>();
  let reading: Promise<void> | undefined;
  let isStale = false;
  let troubles = 0;
  let looks = 0;
  let reads = 0;

  async function read(): Promise<void> {
    do {
      isStale = false;
      const served = await store.domains.served();
      sites = new Map(served.map(({ host, workspaceId, since }) => [host, { workspaceId, since }]));
      holders = new Set(served.map(({ workspaceId }) => workspaceId));
      reads += 1;
      defaults = new Map(served.filter((each) => each.isDefault).map(({ host, workspaceId }) => [workspaceId, host]));
    } while (isStale);
  }

  /** Resolves when all changes made before the call are known. Rejects if the store does not answer. */
  function refresh(): Promise<void> {
    isStale = true;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function look(): Promise<void> {
    try {
      await refresh();
      troubles = 0;
    } catch (error) {
      // Logged once per outage of the database; the domains stay as they were.
      if (troubles++ === 0) onError(error);
    }
  }

  await refresh();
  store.onDomainChanged(() => void look());
  const timer = setInterval(() => {
    looks += 1;
    if (!store.hearsChanges() || troubles > 0 || looks % HEARD_LOOKS === 0) void look();
  }, LOOK_MS).unref();

  const ownHost = madeFor(baseUrl, (base) => new URL(base).hostname);
  const isOwn = (host: string): boolean => host === ownHost();

  return {
    refresh,

    /** Changes whenever the domains may have changed. */
    version: (): number => reads,

    /** What a Host header names; undefined: it is and was no verified domain. */
    siteOf(header: string | undefined): Site | undefined {
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
      const host = defaults.get(workspaceId);
      return host === undefined || isOwn(host) ? base : `${base.slice(0, base.indexOf("//"))}//${host}`;
    },

    /** Whether a workspace has a verified domain. */
    hasDomain: (workspaceId: string): boolean => holders.has(workspaceId),

    /** Whether a proxy may request a certificate for this host. */
    isServed: (host: string): boolean => Boolean(sites.get(plainHost(host))?.workspaceId) || isOwn(plainHost(host)),

    stop: (): void => clearInterval(timer),
  };
}
