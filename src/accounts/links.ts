import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import type { Auth } from "./auth.ts";

export type Links = ReturnType<typeof createLinks>;

const hash = (token: string): string => createHash("sha256").update(token).digest("hex");

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Links that work once: for the first account, and for a new password. Only a token's hash is kept,
 * in the database, so that any node can answer; a new link for the same purpose voids the one before.
 */
export function createLinks({ auth, clock }: { auth: Auth; clock: Clock }) {
  return {
    async create(purpose: string, lifetimeMs: number): Promise<string> {
      const { internalAdapter } = await auth.$context;
      const token = randomBytes(24).toString("base64url");
      await internalAdapter.deleteVerificationByIdentifier(purpose);
      await internalAdapter.createVerificationValue({
        identifier: purpose,
        value: hash(token),
        expiresAt: new Date(clock.now() + lifetimeMs),
      });
      return token;
    },

    /** True for the one caller who brings the right token first. A wrong one changes nothing. */
    async use(purpose: string, token: string): Promise<boolean> {
      const { internalAdapter } = await auth.$context;
      const expected = hash(token);
      const found = await internalAdapter.findVerificationValue(purpose);
      if (!found || !same(found.value, expected)) return false;
      if (new Date(found.expiresAt).getTime() <= clock.now()) return false;
      const taken = await internalAdapter.consumeVerificationValue(purpose);
      return taken !== null && same(taken.value, expected);
    },
  };
}
