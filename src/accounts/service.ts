import { randomBytes } from "node:crypto";
import { invalid } from "../shared/errors.ts";
import type { Person, Store } from "../store/types.ts";
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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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
      const password = person.password ?? randomBytes(12).toString("base64url");
      checkPlan(person.plan);
      if (!EMAIL.test(email) || email.length > 254) {
        const message = `"${person.email}" is not an e-mail address like you@example.com.`;
        throw invalid([{ field: "email", message }], message);
      }
      if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
        const message = `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;
        throw invalid([{ field: "password", message }], message);
      }
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

    findByEmail: (email: string) => store.people.findByEmail(email.trim()),

    async setPlan(userId: string, plan: string): Promise<void> {
      checkPlan(plan);
      await store.people.change(userId, { plan });
    },
  };
}
