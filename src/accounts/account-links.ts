import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid } from "../shared/errors.ts";
import type { User } from "../store/account-store.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./service.ts";

export interface AccountLinkOptions {
  accounts: Accounts;
  oneTimeTokens: OneTimeTokens;
  store: Pick<Store, "secret">;
  baseUrl: string;
}

/** Whom a link is for, as far as the page behind it must know. */
export interface LinkTarget {
  /** Null while the account is not made. */
  email: string | null;
  /** Whether it is the account's first password. */
  isNew: boolean;
}

export type AccountLinks = ReturnType<typeof createAccountLinks>;

const SET_UP = "set-up";
const RESET_TOKEN = /^([\w-]+)\.([\w-]+)$/;
const RESET_MS = 24 * 3_600_000;

const same = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The user and the secret that a token of `resetLink` names. */
function readReset(token: string): { userId: string; secret: string } | null {
  const [, userId, secret] = RESET_TOKEN.exec(token) ?? [];
  return userId && secret ? { userId, secret } : null;
}

const resetOf = (userId: string): string => `reset ${userId}`;

/**
 * Ways to an account without its password. The token stands behind the # of a link, which a browser
 * sends to nobody: no log and no Referer ever holds it.
 */
export function createAccountLinks({ accounts, oneTimeTokens, store, baseUrl }: AccountLinkOptions) {
  const voidLink = (message: string) => invalid([{ field: "token", message }], message);
  const setUpVoid = () =>
    voidLink(
      "This set-up link is not valid. If there is an administrator already, sign in; else take the link that the service prints at its start.",
    );

  const resetVoid = () =>
    voidLink("This link is not valid any more. Ask your administrator for a new one: each works once, for 24 hours.");
  const isSetUp = async (token: string): Promise<boolean> =>
    !(await accounts.hasAdmin()) && same(token, await store.secret(SET_UP));

  return {
    /** Says whom a link is for, or throws as its use would. It is not used up. */
    async checkSetUp(token: string): Promise<LinkTarget> {
      if (!(await isSetUp(token))) throw setUpVoid();
      return { email: null, isNew: true };
    },

    async checkReset(token: string): Promise<LinkTarget> {
      const read = readReset(token);
      if (!read || !(await oneTimeTokens.holds(resetOf(read.userId), read.secret))) {
        throw resetVoid();
      }
      const { id, email } = await accounts.find(read.userId);
      return { email, isNew: !(await accounts.hasPassword(id)) };
    },

    /**
     * The link to make the administrator's account; null when there is one. It is the same on every
     * node and at every start, so that none voids what another has printed.
     */
    async setUpLink(): Promise<string | null> {
      if (await accounts.hasAdmin()) return null;
      return `${baseUrl}/app/set-up#${await store.secret(SET_UP)}`;
    },

    /** Makes the administrator. However many bring the token at once, the store lets one be first. */
    async setUp(token: string, email: string, password: string): Promise<User> {
      accounts.checkEmail(email.trim());
      accounts.checkPassword(password);
      if (!(await isSetUp(token))) throw setUpVoid();
      // Plans are listed from the least to the most.
      const made = await accounts.addFirst({ email, password, plan: accounts.plans.at(-1)! });
      if (!made) throw setUpVoid();
      return made.user;
    },

    async resetLink(userId: string): Promise<{ link: string; expiresInMs: number }> {
      const token = await oneTimeTokens.create(resetOf(userId), RESET_MS);
      return { link: `${baseUrl}/app/reset#${userId}.${token}`, expiresInMs: RESET_MS };
    },

    async reset(token: string, password: string): Promise<User> {
      accounts.checkPassword(password);
      const read = readReset(token);
      if (!read || !(await oneTimeTokens.use(resetOf(read.userId), read.secret))) {
        throw resetVoid();
      }
      await accounts.setPassword(read.userId, password);
      return accounts.find(read.userId);
    },
  };
}

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
