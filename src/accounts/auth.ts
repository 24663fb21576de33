import { betterAuth } from "better-auth";
import type { Store } from "../store/types.ts";

export interface AuthOptions {
  store: Store;
  baseUrl: string;
  signup: "closed" | "open";
  /** Another way to hash than better-auth's scrypt; no setting reaches it. */
  password?: PasswordHashing | undefined;
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

export type Auth = Awaited<ReturnType<typeof createAuth>>;

export async function createAuth({ store, baseUrl, signup, password }: AuthOptions) {
  return betterAuth({
    appName: "Tessera",
    baseURL: new URL(baseUrl).origin,
    secret: await store.secret("sessions"),
    database: store.auth,
    telemetry: { enabled: false },
    // It would log each wrong password; the door's own line says enough.
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: signup === "closed",
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      ...(password ? { password } : {}),
    },
    user: {
      additionalFields: {
        plan: { type: "string", input: false, defaultValue: "free" },
        role: { type: "string", input: false, defaultValue: "member" },
        suspended: { type: "boolean", input: false, defaultValue: false },
      },
    },
    // Addresses are never stored, so guessing is slowed at the dashboard's door instead.
    rateLimit: { enabled: false },
    advanced: { ipAddress: { disableIpTracking: true }, cookiePrefix: "tessera" },
  });
}
