import { createHash, randomBytes } from "node:crypto";
import type { OidcSettings } from "../config.ts";
import { madeFor } from "../shared/made-for.ts";
import { basePathOf, withoutEnd } from "../shared/text.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import { hashSecrets } from "./hashed-secrets.ts";
import { subjectOf } from "./id-token.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordHash, SCRYPT } from "./password-queue.ts";

export interface AuthOptions {
  store: Store;
  baseUrl: () => string;
  /** Default: better-auth's scrypt. Tests use a cheaper one. */
  passwordHash?: PasswordHash | undefined;
}

export interface OidcOptions extends AuthOptions {
  oidc: OidcSettings | undefined;
  /**
   * Called with each verified email address before the sign-in is completed; may create its account. False: they must
   * not be joined to the account that has the address.
   */
  onVerifiedEmail: (person: VouchedFor) => Promise<boolean>;
}

/** Somebody whom the identity provider vouches for. */
export interface VouchedFor {
  email: string;
  name: string;
  account: { providerId: string; accountId: string };
  /** The hash of the invitation with which they started. */
  invitation: string | undefined;
  /** Of the browser with which they started. */
  zone: string | undefined;
}

export type OidcAuth = NonNullable<ReturnType<typeof createOidcAuth>>;

/** For the provider's metadata; better-auth has no limit of its own. */
const METADATA_MS = 5_000;

/**
 * better-auth with the identity provider; undefined without one. Separate, because it reads the provider's metadata when
 * it is created: other ways to sign in must not depend on that.
 */
export function createOidcAuth({ oidc, onVerifiedEmail, ...options }: OidcOptions) {
  if (!oidc) return undefined;
  const { issuer, clientId, clientSecret } = oidc;
  // Another provider may use the same account ids for other people.
  const providerId = `oidc-${createHash("sha256").update(issuer).digest("hex").slice(0, 16)}`;
  const made = lazily(options, async (baseUrl) => {
    const { genericOAuth } = await import("better-auth/plugins/generic-oauth");
    const { getOAuthState } = await import("better-auth/api");
    const auth = await makeAuth({ ...options, baseUrl }, [
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
            accountSubject: ({ tokens, profile }) => subjectOf(tokens.idToken, profile.sub, clientId),
            async mapProfileToUser(profile) {
              // Some providers send the text "false".
              const emailVerified = profile.email_verified === true || profile.email_verified === "true";
              const email = typeof profile.email === "string" ? profile.email.toLowerCase() : "";
              const account = { providerId, accountId: String(profile.sub) };
              const { invitation, zone } = ((await getOAuthState()) ?? {}) as Partial<VouchedFor>;
              const name = String(profile.name ?? "");
              const isTheirs = emailVerified && (await onVerifiedEmail({ email, name, account, invitation, zone }));
              return { email, emailVerified: isTheirs };
            },
          },
        ],
      }),
    ]);
    const { socialProviders } = await auth.$context;
    const found = socialProviders.find(({ id }) => id === providerId);
    if (!found) throw unreachable();
    if (found.issuer !== issuer)
      throw new OidcUnavailable(`OIDC_ISSUER is ${issuer}, but it calls itself ${found.issuer}.`);
    return auth;
  });
  const unreachable = () => new OidcUnavailable(`The identity provider ${issuer} could not be reached.`);
  return {
    async auth() {
      const auth = made();
      if (!(await isDoneWithin(auth, METADATA_MS))) throw unreachable();
      return auth;
    },
    providerId,
    name: new URL(issuer).host,
  };
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

/** better-auth with passkeys. Separate, because their parser takes a tenth of a second to load. */
export const createPasskeyAuth = (options: AuthOptions) =>
  lazily(options, async (baseUrl) => {
    const { passkey } = await import("@better-auth/passkey");
    const { origin, hostname } = new URL(baseUrl);
    return makeAuth({ ...options, baseUrl }, [
      passkey({
        rpName: "Tessera",
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: { afterVerification: ({ verification }) => requireUser(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => requireUser(verification.authenticationInfo) },
      }),
    ]);
  });

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

/** Where a password or an identity provider starts a session, unless a code is needed too. */
const FIRST_STEPS: ReadonlySet<unknown> = new Set(["/sign-in/email", "/callback/:id"]);

/** better-auth asks for a code after the password only. */
function askAfterFirstStep<P extends { hooks: { after: { matcher: (context: never) => boolean }[] } }>(plugin: P): P {
  for (const hook of plugin.hooks.after) hook.matcher = ({ path }: { path?: string }) => FIRST_STEPS.has(path);
  return plugin;
}

const vain = new WeakMap<PasswordHash, Promise<string>>();

/** Checks a password against a hash of nobody's. */
async function checkInVain(passwordHash: PasswordHash, password: string): Promise<string> {
  const made = vain.get(passwordHash) ?? passwordHash.hash(randomBytes(16).toString("base64url"));
  vain.set(passwordHash, made);
  const hash = await made.catch((error) => {
    vain.delete(passwordHash);
    throw error;
  });
  await passwordHash.verify({ hash, password });
  return "";
}

async function makeAuth<const P extends import("better-auth").BetterAuthPlugin[]>(
  { store, baseUrl, passwordHash = SCRYPT }: Omit<AuthOptions, "baseUrl"> & { baseUrl: string },
  more: P,
) {
  const [{ betterAuth }, { getAdapter }, { twoFactor }] = await Promise.all([
    import("better-auth"),
    import("better-auth/db/adapter"),
    import("better-auth/plugins/two-factor"),
  ]);
  const { origin } = new URL(baseUrl);
  const options = {
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
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      // It hashes for unknown users only. A check instead takes the time that it takes for known ones.
      password: { verify: passwordHash.verify, hash: (password) => checkInVain(passwordHash, password) },
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
    plugins: [askAfterFirstStep(twoFactor()), ...more],
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      session: {
        create: {
          // If a code is needed, better-auth deletes this session at once. It must not be in the audit log.
          before: async (session, context) => {
            if (!FIRST_STEPS.has(context?.path)) return;
            const user = await context!.context.internalAdapter.findUserById(session.userId);
            if ((user as { twoFactorEnabled?: boolean } | null)?.twoFactorEnabled) return { data: { userAgent: "" } };
          },
        },
      },
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
  } satisfies import("better-auth").BetterAuthOptions;
  const adapter = hashSecrets(await getAdapter(options));
  const auth = betterAuth({ ...options, database: () => adapter });
  // Surface errors of its lazy loading here.
  await auth.$context;
  return auth;
}
