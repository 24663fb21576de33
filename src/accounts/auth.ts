import { basePathOf } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import { LONGEST_PASSWORD, type PasswordHash, SCRYPT, SHORTEST_PASSWORD } from "./password-queue.ts";

export interface AuthOptions {
  store: Store;
  baseUrl: string;
  signup: "closed" | "open";
  /** Default: better-auth's scrypt. Tests may take a cheaper one. */
  passwordHash?: PasswordHash | undefined;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth, made when it is first asked for: it takes a quarter of a second to load, which commands
 * and tests need not spend. What fails is tried again by the next who asks.
 */
export function createAuth(options: AuthOptions) {
  let made: ReturnType<typeof makeAuth> | undefined;
  return () => {
    made ??= makeAuth(options).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function makeAuth({ store, baseUrl, signup, passwordHash = SCRYPT }: AuthOptions) {
  const { betterAuth } = await import("better-auth");
  const auth = betterAuth({
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
    advanced: {
      ipAddress: { disableIpTracking: true },
      cookiePrefix: "tessera",
      // Below a path, other programs of the host get no session of ours.
      defaultCookieAttributes: { path: basePathOf(baseUrl) || "/" },
    },
  });
  // It would keep the failure of what it loads by itself.
  await auth.$context;
  return auth;
}
