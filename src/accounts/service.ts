import { randomBytes } from "node:crypto";
import { invalid, notFound } from "../shared/errors.ts";
import type { PeoplePage, Person, Store } from "../store/types.ts";
import { type Auth, LONGEST_PASSWORD, SHORTEST_PASSWORD } from "./auth.ts";

export interface NewPerson {
  email: string;
  /** Undefined: one is made up, and given back this once. */
  password?: string | undefined;
  plan: string;
  role: "member" | "admin";
}

export interface AccountsOptions {
  store: Store;
  auth: Auth;
  plans: readonly string[];
}

export type Accounts = ReturnType<typeof createAccounts>;

/** What better-auth lets sign in, so that nobody gets an account they cannot use. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

function checkPassword(password: string): void {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return;
  const message = `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;
  throw invalid([{ field: "password", message }], message);
}

/** For whoever does not want to think of one. */
export const createPassword = (): string => randomBytes(12).toString("base64url");

function checkEmail(email: string): void {
  if (EMAIL.test(email) && email.length <= 254) return;
  const message = `"${email}" is not an e-mail address like you@example.com.`;
  throw invalid([{ field: "email", message }], message);
}

/** People and their plans. Passwords and sessions are better-auth's. */
export function createAccounts({ store, auth, plans }: AccountsOptions) {
  function checkPlan(plan: string): void {
    if (plans.includes(plan)) return;
    throw invalid(
      [{ field: "plan", message: `must be one of: ${plans.join(", ")}` }],
      `There is no plan "${plan}"; the plans are: ${plans.join(", ")}.`,
    );
  }

  return {
    async add(person: NewPerson): Promise<{ person: Person; password: string }> {
      const email = person.email.trim().toLowerCase();
      const password = person.password ?? createPassword();
      checkPlan(person.plan);
      checkEmail(email);
      checkPassword(password);
      if (await store.people.findByEmail(email)) {
        const message = `There is an account for ${email} already.`;
        throw invalid([{ field: "email", message }], message);
      }
      const { internalAdapter, password: passwords } = await auth.$context;
      const user = await internalAdapter.createUser(
        {
          email,
          name: email.split("@")[0]!,
          emailVerified: true,
          plan: person.plan,
          role: person.role,
          suspended: false,
        },
        { method: "email-password" },
      );
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: await passwords.hash(password),
      });
      return { person: (await store.people.find(user.id))!, password };
    },

    checkEmail,
    checkPassword,
    plans,

    count: () => store.people.count(),
    page: (page: PeoplePage) => store.people.page(page),
    findByEmail: (email: string) => store.people.findByEmail(email.trim()),

    async find(userId: string): Promise<Person> {
      const person = await store.people.find(userId);
      if (!person) throw notFound();
      return person;
    },

    /** Ends every session of the person, on every device. */
    async setPassword(userId: string, password: string): Promise<void> {
      checkPassword(password);
      const { internalAdapter, password: passwords } = await auth.$context;
      await internalAdapter.updatePassword(userId, await passwords.hash(password));
      await internalAdapter.deleteUserSessions(userId);
    },

    /** A suspended person cannot sign in, and neither sessions nor keys of theirs are let in. */
    async setSuspended(userId: string, suspended: boolean): Promise<void> {
      await store.people.change(userId, { suspended });
      if (!suspended) return;
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteUserSessions(userId);
    },

    /** The address that visitors of an expired code are shown; null shows none. */
    async setContact(userId: string, contact: string | null): Promise<void> {
      if (contact !== null) checkEmail(contact);
      await store.people.change(userId, { contact });
    },

    async setPlan(userId: string, plan: string): Promise<void> {
      checkPlan(plan);
      await store.people.change(userId, { plan });
    },
  };
}
