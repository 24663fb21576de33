import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid } from "../shared/errors.ts";
import type { Store } from "../store/store.ts";
import { resetPurposes, type User } from "../workspaces/people.ts";
import type { Accounts, NewUser } from "./service.ts";

export interface AccountLinkOptions {
  accounts: Accounts;
  oneTimeTokens: OneTimeTokens;
  store: Pick<Store, "secret">;
  baseUrl: () => string;
}

/** The account a link is for. */
export interface LinkTarget {
  /** Null until the account exists. */
  email: string | null;
  /** Whether it is the account's first password. */
  isNew: boolean;
}

export type AccountLinks = ReturnType<typeof createAccountLinks>;

const SET_UP = "set-up";
const RESET_TOKEN = /^([\w-]+)\.([\w-]+)$/;
/** For a new account or a link that an administrator passes on, and for one that is sent by mail on request. */
const LINK_MS = 24 * 3_600_000;
const RESET_MS = 3_600_000;

const same = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The user and secret in a token of `resetLink`. */
function readReset(token: string): { userId: string; secret: string } | null {
  const [, userId, secret] = RESET_TOKEN.exec(token) ?? [];
  return userId && secret ? { userId, secret } : null;
}

/**
 * Links that open an account without its password. The token is in the URL's fragment, which browsers never send, so
 * no log or Referer contains it.
 */
export function createAccountLinks({ accounts, oneTimeTokens, store, baseUrl }: AccountLinkOptions) {
  const voidLink = (message: string) => invalid([{ field: "token", message }], message);
  const setUpVoid = () =>
    voidLink(
      "This set-up link is not valid. If there is already an administrator, sign in; otherwise use the link that the service prints when it starts.",
    );

  const resetVoid = () =>
    voidLink("This link is no longer valid. It works once and for a limited time. Ask for a new one.");
  const isSetUp = async (token: string): Promise<boolean> =>
    !(await accounts.hasAdmin()) && same(token, await store.secret(SET_UP));

  const linkFor = async (userId: string, purpose: string, lifetimeMs: number): Promise<string> =>
    `${baseUrl()}/app/reset#${userId}.${await oneTimeTokens.create(purpose, lifetimeMs)}`;

  return {
    /** Returns the account a link is for, or throws as using it would. Does not use it up. */
    async checkSetUp(token: string): Promise<LinkTarget> {
      if (!(await isSetUp(token))) throw setUpVoid();
      return { email: null, isNew: true };
    },

    async checkReset(token: string): Promise<LinkTarget> {
      const read = readReset(token);
      const purposes = read ? Object.values(resetPurposes(read.userId)) : [];
      const held = await Promise.all(purposes.map((purpose) => oneTimeTokens.holds(purpose, read!.secret)));
      if (!read || !held.includes(true)) throw resetVoid();
      const { id, email } = await accounts.find(read.userId);
      return { email, isNew: !(await accounts.hasPassword(id)) };
    },

    /**
     * The link to create the administrator's account; null if there is one. It is the same on every node and at every
     * start, so that no start invalidates a printed link.
     */
    async setUpLink(): Promise<string | null> {
      if (await accounts.hasAdmin()) return null;
      return `${baseUrl()}/app/set-up#${await store.secret(SET_UP)}`;
    },

    /** Creates the administrator. Of several concurrent callers, the store lets one succeed. */
    async setUp(token: string, account: Pick<NewUser, "name" | "email"> & { password: string }): Promise<User> {
      const { name, email, password } = account;
      if (name?.trim()) accounts.checkName(name.trim());
      accounts.checkEmail(email.trim());
      accounts.checkPassword(password);
      if (!(await isSetUp(token))) throw setUpVoid();
      // Plans are listed from smallest to largest.
      const made = await accounts.addFirst({ ...account, plan: accounts.plans.at(-1)! });
      if (!made) throw setUpVoid();
      return made.user;
    },

    async resetLink(userId: string): Promise<{ link: string; expiresInMs: number }> {
      return { link: await linkFor(userId, resetPurposes(userId).passedOn, LINK_MS), expiresInMs: LINK_MS };
    },

    /** For a mail. Null for unknown addresses and suspended users. */
    async mailedLink(email: string, kind: "reset" | "account"): Promise<string | null> {
      const user = await accounts.findByEmail(email);
      if (!user || user.suspended) return null;
      return linkFor(user.id, resetPurposes(user.id).mailed, kind === "reset" ? RESET_MS : LINK_MS);
    },

    async reset(token: string, password: string): Promise<User> {
      accounts.checkPassword(password);
      const read = readReset(token);
      if (!read) throw resetVoid();
      const { userId, secret } = read;
      const { mailed, passedOn } = resetPurposes(userId);
      const isMailed = await oneTimeTokens.use(mailed, secret);
      if (!isMailed && !(await oneTimeTokens.use(passedOn, secret))) throw resetVoid();
      await accounts.takeOver(userId, isMailed);
      await accounts.setPassword(userId, password);
      return accounts.find(userId);
    },
  };
}

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

const hash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * One-time links for a new password. Only the token's hash is stored, in the database, so that any node can check it;
 * a new link for the same purpose replaces the previous one.
 */
export function createOneTimeTokens({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async create(purpose: string, lifetimeMs: number): Promise<string> {
      const token = randomBytes(24).toString("base64url");
      const now = clock.now();
      await store.oneTimeTokens.replace(purpose, hash(token), now, now + lifetimeMs);
      return token;
    },

    /** Checks a token without using it up. */
    holds: (purpose: string, token: string): Promise<boolean> =>
      store.oneTimeTokens.holds(purpose, hash(token), clock.now()),

    /** True for the first caller with the right token. A wrong token changes nothing. */
    use: (purpose: string, token: string): Promise<boolean> =>
      store.oneTimeTokens.use(purpose, hash(token), clock.now()),
  };
}
