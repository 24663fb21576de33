import { randomBytes, randomUUID } from "node:crypto";
import { type Clock, createSystemClock } from "../shared/clock.ts";
import { isEmail } from "../shared/email.ts";
import { invalid, notFound, refusedWith } from "../shared/errors.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import { zoneName } from "../shared/zones.ts";
import type { Store } from "../store/store.ts";
import type { Role, User, UsersPage } from "../workspaces/people.ts";
import type { VouchedFor } from "./auth.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordHash, SCRYPT } from "./password-queue.ts";
import { emailTaken } from "./refusals.ts";

export interface NewUser {
  /** Undefined, blank or not a line of text: the part of the address before the @. */
  name?: string | undefined;
  email: string;
  /** Undefined: a password is generated and returned once. */
  password?: string | undefined;
  plan: string;
  role: Role;
  /** The id of the user's own workspace; undefined: a new one. */
  workspaceId?: string | undefined;
  /** False if the user chose the address. Default: true, an administrator did. */
  emailVerified?: boolean;
  /** Of the user's own workspace; one that does not exist is not taken. */
  zone?: string | undefined;
  /** The hash of an invitation that the user accepts. */
  invitation?: string | undefined;
}

export type UserChange = Parameters<Store["accounts"]["change"]>[1];

export interface MadeAccount {
  user: User;
  password: string;
}

export interface AccountsOptions {
  store: Store;
  plans: readonly string[];
  /** Tests use a cheaper one. */
  passwordHash?: PasswordHash | undefined;
  clock?: Clock;
}

export type Accounts = ReturnType<typeof createAccounts>;

const NAME_LENGTH = 100;
const SEEN_EVERY_MS = 3_600_000;

function checkPassword(password: string): void {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return;
  throw refusedWith("password", `Use a password with ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
}

export const createPassword = (): string => randomBytes(12).toString("base64url");

const nameProblem = (name: string): string | null => textProblem(name, NAME_LENGTH) ?? lineProblem(name);

function checkName(name: string): void {
  const message = nameProblem(name);
  if (message !== null) throw invalid([{ field: "name", message }]);
}

function checkEmail(email: string): void {
  if (isEmail(email)) return;
  throw refusedWith("email", `"${email}" is not an email address like you@example.com.`);
}

/** Users and their plans. better-auth handles passwords and sessions. */
export function createAccounts({
  store,
  plans,
  passwordHash: { hash, verify } = SCRYPT,
  clock = createSystemClock(),
}: AccountsOptions) {
  function checkPlan(plan: string): void {
    if (plans.includes(plan)) return;
    throw invalid(
      [{ field: "plan", message: `must be one of: ${plans.join(", ")}` }],
      `There is no plan "${plan}"; the plans are: ${plans.join(", ")}.`,
    );
  }

  /** Null if it should be the first administrator and there already is one. */
  async function insert(
    user: Omit<NewUser, "password">,
    password: string | null,
    firstAdmin: boolean,
  ): Promise<User | null> {
    const email = user.email.trim().toLowerCase();
    const { plan, role, emailVerified = true, workspaceId = randomUUID(), invitation, zone } = user;
    checkPlan(plan);
    checkEmail(email);
    if (password !== null) checkPassword(password);
    // Saves the hash; of two concurrent inserts, the store refuses one.
    if (await store.users.findByEmail(email)) throw emailTaken(email);
    const id = randomUUID();
    const passwordHash = password === null ? null : await hash(password);
    const given = user.name?.trim() ?? "";
    const name = nameProblem(given) === null ? given : email.split("@")[0]!;
    const made = await store.accounts.create({
      id,
      email,
      name,
      role,
      workspaceId,
      plan,
      passwordHash,
      emailVerified,
      firstAdmin,
      createdAt: clock.now(),
      invitation,
      zone: zoneName(zone ?? "") ?? undefined,
    });
    return made ? store.users.find(id) : null;
  }

  async function make(user: NewUser, firstAdmin: boolean): Promise<MadeAccount | null> {
    const password = user.password ?? createPassword();
    const made = await insert(user, password, firstAdmin);
    return made && { user: made, password };
  }

  return {
    add: async (user: NewUser): Promise<MadeAccount> => (await make(user, false))!,

    /** A user who must set a password by a link before signing in. */
    invite: async (user: Omit<NewUser, "password">): Promise<User> => (await insert(user, null, false))!,

    /** An address may pass from one person of the provider to another, who must not get the account with it. */
    isOthers: ({ email, account }: VouchedFor): Promise<boolean> => store.accounts.isOthers(email, account),

    /** Creates the account unless there is one, as a member of the workspace that they are invited to. */
    async welcome({ email, name, account, invitation, zone }: VouchedFor): Promise<void> {
      if (!(await store.accounts.hasAdmin()) || (await store.accounts.isJoined(account))) return;
      if (await store.users.findByEmail(email)) return;
      await insert({ email, name, plan: "free", role: "member", invitation, zone }, null, false);
    },

    /** Before a user sets a password by a link. A link in a mail proves the address. */
    takeOver: (userId: string, provesEmail: boolean) =>
      store.accounts.takeOver(userId, { provesEmail, now: clock.now() }),

    /** The administrator's account; null if there already is an administrator. */
    addFirst: (user: Omit<NewUser, "role">): Promise<MadeAccount | null> => make({ ...user, role: "admin" }, true),

    checkName,
    checkEmail,
    checkPassword,
    plans,

    hasAdmin: () => store.accounts.hasAdmin(),
    hasPassword: (userId: string) => store.accounts.hasPassword(userId),
    list: () => store.users.list(),
    page: (page: UsersPage) => store.users.page(page),
    findByEmail: (email: string) => store.users.findByEmail(email.trim()),

    async find(userId: string): Promise<User> {
      const user = await store.users.find(userId);
      if (!user) throw notFound();
      return user;
    },

    /** Null for unknown or malformed addresses, which may contain NUL. */
    passwordHashOf: async (email: string): Promise<string | null> =>
      isEmail(email) ? store.accounts.passwordHash(email) : null,

    async isPassword(email: string, password: string): Promise<boolean> {
      const held = await store.accounts.passwordHash(email);
      return held !== null && verify({ hash: held, password });
    },

    /** Ends all sessions of the user, except one. */
    async setPassword(userId: string, password: string, exceptSession?: string): Promise<void> {
      checkPassword(password);
      const passwordHash = await hash(password);
      if (!(await store.accounts.setPassword(userId, passwordHash, clock.now(), exceptSession))) throw notFound();
    },

    /** Ends the user's other sessions. The last way to sign in cannot be removed. */
    removePasskey: (removal: Omit<Parameters<Store["accounts"]["removePasskey"]>[0], "now">): Promise<void> =>
      store.accounts.removePasskey({ ...removal, now: clock.now() }),

    /** Ends all sessions of the user, except one. The password alone is enough from then on. */
    removeSecondFactor: (userId: string, exceptSession?: string) =>
      store.accounts.removeSecondFactor(userId, clock.now(), exceptSession),

    /**
     * All or nothing. A suspended user cannot sign in, their sessions and keys are refused, and their codes answer as
     * paused ones.
     */
    async change(userId: string, change: UserChange): Promise<void> {
      if (change.plan !== undefined) checkPlan(change.plan);
      await store.accounts.change(userId, change, clock.now());
    },

    endSession: (userId: string, id: string) => store.accounts.endSession(userId, id, clock.now()),

    /** Of one workspace, whoever created it. */
    async setWorkspacePlan(workspaceId: string, plan: string): Promise<void> {
      checkPlan(plan);
      await store.workspaces.setPlan(workspaceId, plan, clock.now());
    },

    endSessions: (userId: string, except?: string) => store.accounts.endSessions(userId, clock.now(), except),

    /**
     * Removes the user with password, sessions, keys and the workspaces of which nobody else is a member. Their codes
     * are paused from then on and moved to the bin in steps (see code-removal.ts).
     */
    remove: (userId: string): Promise<void> => store.accounts.remove(userId, clock.now()),

    async setName(userId: string, name: string): Promise<void> {
      if (name.trim() === "") throw refusedWith("name", "Enter your name.");
      checkName(name.trim());
      await store.users.change(userId, { name: name.trim() });
    },

    /** Notes that a user is signed in, at most once an hour. */
    async seen(userId: string, lastSeenAt: number | null): Promise<void> {
      const now = clock.now();
      if (lastSeenAt === null || now - lastSeenAt >= SEEN_EVERY_MS) await store.users.seen(userId, now);
    },

    /** The address shown to visitors of a workspace's expired codes; null: none. */
    async setContact(workspaceId: string, contact: string | null): Promise<void> {
      if (contact !== null) checkEmail(contact);
      await store.workspaces.change(workspaceId, { contact }, clock.now());
    },
  };
}
