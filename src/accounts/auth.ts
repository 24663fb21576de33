import { basePathOf } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import { LONGEST_PASSWORD, type PasswordHash, SCRYPT, SHORTEST_PASSWORD } from "./password-queue.ts";

export interface AuthOptions {
  store: Store;
  baseUrl: string;
  signup: "closed" | "open";
  /** Default: better-auth's scrypt. Tests use a cheaper one. */
  passwordHash?: PasswordHash | undefined;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth, created on first use: it takes a quarter of a second to load, which commands and tests can save. A
 * failed creation is retried by the next caller.
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

/** A passkey replaces password and second factor, so the device must have asked for its PIN or a fingerprint. */
async function requireUser(info: { userVerified: boolean } | undefined): Promise<void> {
  if (!info?.userVerified) throw new Error("The device did not verify its user.");
}

async function makeAuth({ store, baseUrl, signup, passwordHash = SCRYPT }: AuthOptions) {
  const [{ betterAuth }, { twoFactor }, { passkey }] = await Promise.all([
    import("better-auth"),
    import("better-auth/plugins/two-factor"),
    import("@better-auth/passkey"),
  ]);
  const { origin, hostname } = new URL(baseUrl);
  const auth = betterAuth({
    appName: "Tessera",
    baseURL: origin,
    secret: await store.secret("sessions"),
    database: store.auth,
    telemetry: { enabled: false },
    // It would log each wrong password; the request log is enough.
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
        role: { type: "string", input: false, defaultValue: "member" },
        suspended: { type: "boolean", input: false, defaultValue: false },
        lastSeenAt: { type: "date", input: false, required: false },
      },
    },
    // Changes of factors ask for the password instead.
    session: { freshAge: 0 },
    plugins: [
      twoFactor(),
      passkey({
        rpName: "Tessera",
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: { afterVerification: ({ verification }) => requireUser(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => requireUser(verification.authenticationInfo) },
      }),
    ],
    // Addresses are never stored; sign-in-throttle.ts limits guessing instead.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      cookiePrefix: "tessera",
      // With a base path, other programs on the host do not get our session cookie.
      defaultCookieAttributes: { path: basePathOf(baseUrl) || "/" },
    },
  });
  // Surface errors of its lazy loading here.
  await auth.$context;
  return auth;
}
