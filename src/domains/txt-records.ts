/** Looks up TXT records. */
import { promises } from "node:dns";

/** The values found, or why there is no answer. `isCertain`: the DNS says that there are none. */
export type TxtRecords = { values: string[] } | { problem: string; isCertain: boolean };

export type LookUpTxt = (name: string) => Promise<TxtRecords>;

export interface LookUpOptions {
  /** Undefined: those of the system. */
  servers: readonly string[] | undefined;
  timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** By node's error codes, which c-ares makes of the answer. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "does not exist in the DNS",
  ENODATA: "has no TXT record",
  ESERVFAIL: "cannot be looked up: the DNS server of the domain reports a failure. Check the domain's DNS settings",
  EREFUSED: "cannot be looked up: the DNS server refuses to answer",
  ETIMEOUT: "cannot be looked up: the DNS server does not answer. Try again in a minute",
  ECONNREFUSED: "cannot be looked up: this service reaches no DNS server. Its operator can set DNS_SERVERS",
};

export function createLookUpTxt({ servers, timeoutMs = TIMEOUT_MS }: LookUpOptions): LookUpTxt {
  return async (name) => {
    // One for each look-up: a resolver keeps connections and answers of failed servers.
    const resolver = new promises.Resolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: 2 * timeoutMs });
    if (servers) resolver.setServers(servers);
    try {
      // A long value is split into several strings, which belong together.
      const values = (await resolver.resolveTxt(name)).map((strings) => strings.join(""));
      // An alias that leads to no record, such as one in a circle, is an answer without values.
      return values.length > 0 ? { values } : { problem: PROBLEMS.ENODATA!, isCertain: true };
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      const problem = PROBLEMS[code] ?? `cannot be looked up (${code || (error as Error).message})`;
      return { problem, isCertain: code === "ENOTFOUND" || code === "ENODATA" };
    }
  };
}
