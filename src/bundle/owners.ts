/** Owners and authors of changes by email, because ids are local to a service. */
import type { AccountLinks } from "../accounts/account-links.ts";
import type { Accounts } from "../accounts/service.ts";
import { writeActor } from "../shared/actor.ts";
import type { ActorRecord, OwnerRecord } from "./record-schemas.ts";

export type Owners = ReturnType<typeof createOwners>;

export interface OwnersOptions {
  accounts: Accounts;
  links: Pick<AccountLinks, "resetLink">;
  isDryRun: boolean;
  /** The one account that all codes go to; undefined: each to its own. */
  all: string | undefined;
  /** Called with lines for the person who imports. */
  tell: (line: string) => void;
}

/** Maps email addresses to accounts. Missing ones are created without a password; `tell` gets the link to set one. */
export function createOwners({ accounts, links, isDryRun, all, tell }: OwnersOptions) {
  const known = new Map<string, string | null>();

  async function create(email: string, record: OwnerRecord | undefined): Promise<string> {
    const [first] = accounts.plans;
    const plan = accounts.plans.find((name) => name === record?.plan) ?? first!;
    const { id } = await accounts.invite({ email, plan, role: "member", ...(record && { name: record.name }) });
    if (record && record.plan !== plan) {
      tell(`${email} had the plan "${record.plan}", which does not exist here, and gets "${plan}".`);
    }
    if (record?.contact) await accounts.setContact(id, record.contact);
    if (record?.suspended) await accounts.change(id, { suspended: true });
    const { link } = await links.resetLink(id);
    const state = record?.suspended ? ", suspended as before" : "";
    tell(`Created an account for ${email}${state}. To choose a password, within 24 hours: ${link}`);
    return id;
  }

  return {
    find: async (given: string): Promise<string | null> =>
      (await accounts.findByEmail((all ?? given).toLowerCase()))?.id ?? null,
    /** Created from the record if missing; null in a dry run if it would be created. */
    async take(given: string, record: OwnerRecord | undefined): Promise<string | null> {
      const email = (all ?? given).toLowerCase();
      if (known.has(email)) return known.get(email)!;
      const there = await accounts.findByEmail(email);
      if (!there && isDryRun) tell(`An account would be created for ${email}.`);
      if (record?.suspended && (there || all) && !there?.suspended) {
        tell(`${given} was suspended in the bundle, but ${email} is not suspended here.`);
      }
      const isToCreate = !there && !isDryRun;
      const id = isToCreate ? await create(email, all ? undefined : record) : (there?.id ?? null);
      known.set(email, id);
      return id;
    },
  };
}

/** Placeholder for a person without an account here. */
const GONE = "gone";

export type ActorOf = (record: ActorRecord) => Promise<string | null>;

/** `personOf` finds the id of an account here. */
export function createActors(personOf: (email: string) => Promise<string | null>): ActorOf {
  const known = new Map<string, string>();
  return async (record) => {
    if (record === null) return null;
    const { kind, name } = record;
    if (kind !== "person") return writeActor({ kind, name: name ?? "" });
    if (name === null) return writeActor({ kind, name: GONE });
    if (!known.has(name)) known.set(name, (await personOf(name)) ?? GONE);
    return writeActor({ kind, name: known.get(name)! });
  };
}
