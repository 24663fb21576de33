import { betterAuth } from "better-auth";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Store } from "../store/store.ts";

/** How passwords are hashed. Both may take long, and must not hold the event loop. */
export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export interface AuthOptions {
  store: Store;
  baseUrl: string;
  signup: "closed" | "open";
  /** Default: better-auth's scrypt. Tests may take a cheaper one. */
  passwordHash?: PasswordHash | undefined;
}

const SCRYPT: PasswordHash = { hash: hashPassword, verify: verifyPassword };

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

export type Auth = Awaited<ReturnType<typeof createAuth>>;

export async function createAuth({ store, baseUrl, signup, passwordHash = SCRYPT }: AuthOptions) {
  return betterAuth({
    appName: "Tessera",
    baseURL: new URL(baseUrl).origin,
    secret: await store.secret("sessions"),
    database: store.auth,
    telemetry: { enabled: false },
    // It would log each wrong password; the line of the request log says enough.
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: signup === "closed",
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: passwordHash,
    },
    user: {
      additionalFields: {
        plan: { type: "string", input: false, defaultValue: "free" },
        role: { type: "string", input: false, defaultValue: "member" },
        suspended: { type: "boolean", input: false, defaultValue: false },
      },
    },
    // Addresses are never stored, so guessing is slowed by sign-in-throttle.ts instead.
    rateLimit: { enabled: false },
    advanced: { ipAddress: { disableIpTracking: true }, cookiePrefix: "tessera" },
  });
}
