import { invalid } from "../shared/errors.ts";
import type { Person } from "../store/types.ts";
import type { Links } from "./links.ts";
import type { Accounts } from "./service.ts";

export interface InvitationOptions {
  accounts: Accounts;
  links: Links;
  baseUrl: string;
}

export type Invitations = ReturnType<typeof createInvitations>;

const SET_UP = "set-up";
const SET_UP_MS = 365 * 24 * 3_600_000;
const RESET_MS = 24 * 3_600_000;

const resetOf = (userId: string): string => `reset ${userId}`;

/**
 * Ways to an account without its password. The token stands behind the # of a link, which a browser
 * sends to nobody: no log and no Referer ever holds it.
 */
export function createInvitations({ accounts, links, baseUrl }: InvitationOptions) {
  const voidLink = (message: string) => invalid([{ field: "token", message }], message);

  return {
    /** The link to make the first account; null when there is one. Each call voids the last. */
    async setUpLink(): Promise<string | null> {
      if ((await accounts.count()) > 0) return null;
      return `${baseUrl}/app/set-up#${await links.create(SET_UP, SET_UP_MS)}`;
    },

    /** Makes the administrator. What was typed is checked first, so that a slip costs no link. */
    async setUp(token: string, email: string, password: string): Promise<Person> {
      accounts.checkEmail(email.trim());
      accounts.checkPassword(password);
      if ((await accounts.count()) > 0 || !(await links.use(SET_UP, token))) {
        throw voidLink(
          "This set-up link is not valid any more. Restart the service for a new one, or sign in.",
        );
      }
      // Plans are listed from the least to the most.
      const plan = accounts.plans.at(-1)!;
      return (await accounts.add({ email, password, plan, role: "admin" })).person;
    },

    async resetLink(userId: string): Promise<{ link: string; expiresInMs: number }> {
      const token = await links.create(resetOf(userId), RESET_MS);
      return { link: `${baseUrl}/app/reset#${userId}.${token}`, expiresInMs: RESET_MS };
    },

    async reset(token: string, password: string): Promise<Person> {
      accounts.checkPassword(password);
      const dot = token.indexOf(".");
      const userId = token.slice(0, Math.max(0, dot));
      if (userId === "" || !(await links.use(resetOf(userId), token.slice(dot + 1)))) {
        throw voidLink(
          "This link is not valid any more. Ask your administrator for a new one: each works once, for 24 hours.",
        );
      }
      await accounts.setPassword(userId, password);
      return accounts.find(userId);
    },
  };
}
