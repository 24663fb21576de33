import { type LookupAddress, promises } from "node:dns";

export interface NamesOptions {
  timeoutMs: number;
  /** Private names are allowed, which only the system resolver may know. */
  inside: boolean;
  /** DNS servers to use instead of the system's. */
  servers?: readonly string[];
}

export type Names = ReturnType<typeof createNames>;

/** The name does not resolve. */
export class UnknownName extends Error {}

/** DNS errors for a missing name, or a system without DNS servers. */
const NOT_THERE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"]);
/** How long to wait for the other address family once one has answered. */
const OTHER_KIND_MS = 1_000;

/**
 * Resolves names without the system's resolver, which blocks one of libuv's few threads: slow names of one user's
 * webhooks must not delay others.
 */
export function createNames({ timeoutMs, inside, servers }: NamesOptions) {
  const asking = new Set<promises.Resolver>();

  async function ask(hostname: string): Promise<LookupAddress[]> {
    const resolver = new promises.Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers) resolver.setServers(servers);
    asking.add(resolver);
    const cancel = () => resolver.cancel();
    const timers = [setTimeout(cancel, timeoutMs)];
    const of = async (family: 4 | 6): Promise<LookupAddress[]> => {
      const found = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      timers.push(setTimeout(cancel, OTHER_KIND_MS));
      return found.map((address) => ({ address, family }));
    };
    const both = await Promise.allSettled([of(4), of(6)]);
    for (const timer of timers) clearTimeout(timer);
    asking.delete(resolver);
    const found = both.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    const [failed] = both.filter((each) => each.status === "rejected");
    if (found.length === 0) throw failed?.reason ?? new UnknownName();
    return found;
  }

  const askSystem = (hostname: string) => promises.lookup(hostname, { all: true });

  return {
    async addresses(hostname: string): Promise<LookupAddress[]> {
      try {
        if (inside && !hostname.replace(/\.+$/, "").includes(".")) return await askSystem(hostname);
        return await ask(hostname).catch((error) => {
          if (inside && NOT_THERE.has(error.code)) return askSystem(hostname);
          throw error;
        });
      } catch (error) {
        throw new UnknownName("", { cause: error });
      }
    },
    close(): void {
      for (const resolver of asking) resolver.cancel();
    },
  };
}
