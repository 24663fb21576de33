import { createHash } from "node:crypto";
import type { OidcSettings } from "../config.ts";
import { madeFor } from "../shared/made-for.ts";
import { basePathOf, withoutEnd } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import { LONGEST_PASSWORD, type PasswordHash, SCRYPT, SHORTEST_PASSWORD } from "./password-queue.ts";

export interface AuthOptions {
  store: Store;
  baseUrl: () => string;
  /** Default: better-auth's scrypt. Tests use a cheaper one. */
  passwordHash?: PasswordHash | undefined;
}

export interface OidcOptions extends AuthOptions {
  oidc: OidcSettings | undefined;
  /** Called with each verified email address before the sign-in is completed; may create its account. */
  onVerifiedEmail: (person: { email: string; name: string; account: OidcAccount }) => Promise<void>;
}

export interface OidcAccount {
  providerId: string;
  accountId: string;
}

export type OidcAuth = NonNullable<ReturnType<typeof createOidcAuth>>;

/**
 * better-auth with the identity provider; undefined without one. Separate, because it reads the provider's metadata when
 * it is created: other ways to sign in must not depend on that.
 */
export function createOidcAuth({ oidc, onVerifiedEmail, ...options }: OidcOptions) {
  if (!oidc) return undefined;
  const { issuer, clientId, clientSecret } = oidc;
  // Another provider may use the same account ids for other people.
  const providerId = `oidc-${createHash("sha256").update(issuer).digest("hex").slice(0, 16)}`;
  const auth = lazily(options, async (baseUrl) => {
    const { genericOAuth } = await import("better-auth/plugins/generic-oauth");
    const made = await makeAuth({ ...options, baseUrl }, [
      genericOAuth({
        config: [
          {
            providerId,
            clientId,
            ...(clientSecret === undefined
              ? { tokenEndpointAuth: { method: "none" as const } }
              : { clientSecret, authentication: "basic" as const }),
            discoveryUrl: `${withoutEnd(issuer, "/")}/.well-known/openid-configuration`,
            redirectURI: `${baseUrl}${CALLBACK_PATH}`,
            scopes: ["openid", "email", "profile"],
            pkce: true,
            requireIdTokenVerification: true,
            disableSignUp: true,
            accountSubject: ({ tokens, profile }) => subjectOf(tokens.idToken, profile.sub),
            async mapProfileToUser(profile) {
              // Some providers send the text "false".
              const emailVerified = profile.email_verified === true || profile.email_verified === "true";
              const email = String(profile.email ?? "").toLowerCase();
              const account = { providerId, accountId: String(profile.sub) };
              if (emailVerified) await onVerifiedEmail({ email, name: String(profile.name ?? ""), account });
              return { email, emailVerified };
            },
          },
        ],
      }),
    ]);
    const { socialProviders } = await made.$context;
    const found = socialProviders.find(({ id }) => id === providerId);
    if (!found) throw new OidcUnavailable(`The identity provider ${issuer} could not be reached.`);
    if (found.issuer !== issuer)
      throw new OidcUnavailable(`OIDC_ISSUER is ${issuer}, but it calls itself ${found.issuer}.`);
    return made;
  });
  return { auth, providerId, name: new URL(issuer).host };
}

/**
 * The subject of the ID token, which has been verified if there is one. The profile may come from another endpoint and
 * must be of the same person (OpenID Connect Core, 5.3.2).
 */
function subjectOf(idToken: string | undefined, profileSubject: unknown): string {
  const [, claims = ""] = idToken?.split(".") ?? [];
  const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}") as { sub?: string };
  if (!sub || sub !== profileSubject) throw new Error("The identity provider's profile is not that of its ID token.");
  return sub;
}

/** The provider could not be reached or is not the one that was configured. */
export class OidcUnavailable extends Error {}

const CALLBACK_PATH = "/api/dashboard/oidc/callback";

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth, created on first use: it takes a quarter of a second to load, which commands and tests can save. A
 * failed creation is retried by the next caller.
 */
export const createAuth = (options: AuthOptions) => lazily(options, (baseUrl) => makeAuth({ ...options, baseUrl }, []));

/** Calls `make` once for an address; after an error, the next caller tries again. */
function lazily<T>({ baseUrl }: AuthOptions, make: (baseUrl: string) => Promise<T>): () => Promise<T> {
  const kept = madeFor(baseUrl, (): { made?: Promise<T> | undefined } => ({}));
  return () => {
    const one = kept();
    one.made ??= make(baseUrl()).catch((error) => {
      one.made = undefined;
      throw error;
    });
    return one.made;
  };
}

/** A passkey replaces password and second factor, so the device must have asked for its PIN or a fingerprint. */
async function requireUser(info: { userVerified: boolean } | undefined): Promise<void> {
  if (!info?.userVerified) throw new Error("The device did not verify its user.");
}

async function makeAuth(
  { store, baseUrl, passwordHash = SCRYPT }: Omit<AuthOptions, "baseUrl"> & { baseUrl: string },
  more: import("better-auth").BetterAuthPlugin[],
) {
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
      // Accounts are created by our own queries.
      disableSignUp: true,
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
      ...more,
    ],
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      // The provider's tokens are not needed after signing in.
      account: {
        create: {
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
    },
    // Addresses are never stored; sign-in-throttle.ts limits guessing instead.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      cookiePrefix: "tessera",
      // session.ts decides it for each request.
      useSecureCookies: false,
      // With a base path, other programs on the host do not get our session cookie.
      defaultCookieAttributes: { path: basePathOf(baseUrl) || "/" },
    },
  });
  // Surface errors of its lazy loading here.
  await auth.$context;
  return auth;
}
