/** Links by which an administrator finds out whether a phone reaches the service. */
import { createHash, randomBytes } from "node:crypto";
import { createAddressMatcher, parseTrustedProxies } from "../shared/addresses.ts";
import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";
import type { VisitReader } from "../visits/visit.ts";

/** "over": it ended, or never was. */
export type ReachState = "waiting" | "phone" | "device" | "over";

/** What a device that opens the link is told. "here": it is this machine. */
export type Arrival = "reached" | "here" | "over";

interface ReachTestOptions {
  store: Pick<Store, "oneTimeTokens">;
  clock: Clock;
  visits: VisitReader;
}

const LIFETIME_MS = 3_600_000;
const isHere = createAddressMatcher(parseTrustedProxies("loopback"));

/** In the database, since a phone may reach another node than the administrator. Only the secret's hash is stored. */
const purposeOf = (secret: string): string => `reach ${createHash("sha256").update(secret).digest("hex")}`;

export function createReachTests({ store: { oneTimeTokens }, clock, visits }: ReachTestOptions) {
  async function stateOf(secret: string): Promise<ReachState> {
    return ((await oneTimeTokens.find(purposeOf(secret), clock.now())) ?? "over") as ReachState;
  }

  return {
    /** Returns the secret of a new link. */
    async begin(): Promise<string> {
      const secret = randomBytes(12).toString("base64url");
      const now = clock.now();
      await oneTimeTokens.replace(purposeOf(secret), "waiting", now, now + LIFETIME_MS);
      return secret;
    },

    stateOf,

    /** The first device that opens the link ends the waiting. What a scan would not count is none. */
    async arrive(secret: string, visit: Parameters<VisitReader["read"]>[0]): Promise<Arrival> {
      const state = await stateOf(secret);
      if (state === "over") return "over";
      if (isHere(visit.address)) return "here";
      await visits.ready(visit.address);
      const { uncounted, agent } = visits.read(visit);
      if (state === "waiting" && uncounted === null) {
        const found = agent.device === "mobile" || agent.device === "tablet" ? "phone" : "device";
        await oneTimeTokens.change(purposeOf(secret), "waiting", found, visit.at);
      }
      return "reached";
    },
  };
}
