import type { AccountLinks } from "../accounts/account-links.ts";
import type { Accounts } from "../accounts/service.ts";
import type { OwnerRecord } from "./records.ts";

/** Whose the codes of an e-mail address are to be. */
export interface Owners {
  find(email: string): Promise<string | null>;
  /** Made if it is not there, as the bundle tells; null in a dry run for one to be made. */
  take(email: string, told: OwnerRecord | undefined): Promise<string | null>;
}

export interface OwnersOptions {
  accounts: Accounts;
  links: Pick<AccountLinks, "resetLink">;
  isDryRun: boolean;
  /** The address whose account all codes go to; undefined: to those of their own. */
  all: string | undefined;
  /** Hears what whoever imports should know, a line each. */
  tell: (line: string) => void;
}

/** Accounts by e-mail, made without a password where they are missing; tells how to set one. */
export function createOwners({ accounts, links, isDryRun, all, tell }: OwnersOptions): Owners {
  const known = new Map<string, string | null>();

  async function make(email: string, told: OwnerRecord | undefined): Promise<string> {
    const [first] = accounts.plans;
    const plan = accounts.plans.find((name) => name === told?.plan) ?? first!;
    const { id } = await accounts.invite({ email, plan, ...(told && { name: told.name }) });
    if (told && told.plan !== plan) {
      tell(`${email} had the plan "${told.plan}", which is not known here: now "${plan}".`);
    }
    if (told?.contact) await accounts.setContact(id, told.contact);
    if (told?.suspended) await accounts.change(id, { suspended: true });
    const { link } = await links.resetLink(id);
    const state = told?.suspended ? ", suspended as it was" : "";
    tell(`Made an account for ${email}${state}. To choose a password, within 24 hours: ${link}`);
    return id;
  }

  return {
    find: async (given) => (await accounts.findByEmail((all ?? given).toLowerCase()))?.id ?? null,
    async take(given, told) {
      const email = (all ?? given).toLowerCase();
      if (known.has(email)) return known.get(email)!;
      const there = await accounts.findByEmail(email);
      if (!there && isDryRun) tell(`An account would be made for ${email}.`);
      if (told?.suspended && (there || all) && !there?.suspended) {
        tell(`${given} was suspended where the bundle is from; ${email} is not here.`);
      }
      const isToMake = !there && !isDryRun;
      const id = isToMake ? await make(email, all ? undefined : told) : (there?.id ?? null);
      known.set(email, id);
      return id;
    },
  };
}
