import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

const hash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Links that work once, for a new password. Only a token's hash is kept, in the database, so that any
 * node can answer; a new link for the same purpose voids the one before.
 */
export function createOneTimeTokens({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async create(purpose: string, lifetimeMs: number): Promise<string> {
      const token = randomBytes(24).toString("base64url");
      const now = clock.now();
      await store.oneTimeTokens.replace(purpose, hash(token), now, now + lifetimeMs);
      return token;
    },

    /** Without using it up. */
    holds: (purpose: string, token: string): Promise<boolean> =>
      store.oneTimeTokens.holds(purpose, hash(token), clock.now()),

    /** True for the one caller who brings the right token first. A wrong one changes nothing. */
    use: (purpose: string, token: string): Promise<boolean> =>
      store.oneTimeTokens.use(purpose, hash(token), clock.now()),
  };
}
