/** Where the workspaces of a bundle are imported. */
import { randomUUID } from "node:crypto";
import type { AccountLinks } from "../accounts/account-links.ts";
import type { Accounts } from "../accounts/service.ts";
import type { Clock } from "../shared/clock.ts";
import { zoneName } from "../shared/zones.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceRecord } from "./record-schemas.ts";

export type Targets = ReturnType<typeof createTargets>;

export interface TargetsOptions {
  store: Pick<Store, "workspaces" | "intake">;
  clock: Clock;
  accounts: Accounts;
  links: Pick<AccountLinks, "resetLink">;
  isDryRun: boolean;
  /** The one workspace, or the account whose first workspace, gets everything; undefined: each its own. */
  into: { workspaceId: string } | { email: string } | undefined;
  /** Called with lines for the person who imports. */
  tell: (line: string) => void;
}

/**
 * Maps the workspaces of a bundle to those here: by id, or to the first workspace of the same account. Missing ones are
 * created with their members, and missing accounts without a password; `tell` gets the links to set one. Existing
 * workspaces keep their members: a bundle gives nobody access to what is already here.
 */
export function createTargets({ store, clock, accounts, links, isDryRun, into, tell }: TargetsOptions) {
  const taken = new Map<string, string | null>();
  /** By the account whose first workspace they are. */
  const owned = new Map<string, WorkspaceRecord>();

  async function find({ id, account }: WorkspaceRecord): Promise<string | null> {
    if (into && "workspaceId" in into) return into.workspaceId;
    const email = into ? into.email : account;
    if (!into && (await store.workspaces.find(id))) return id;
    return email === null ? null : ((await accounts.findByEmail(email.toLowerCase()))?.workspaceId ?? null);
  }

  function planOf(name: string, plan: string): string {
    if (accounts.plans.includes(plan)) return plan;
    const [first] = accounts.plans;
    tell(`${JSON.stringify(name)} had the plan "${plan}", which does not exist here, and gets "${first}".`);
    return first!;
  }

  async function createAccount(
    person: { email: string; name?: string; suspended?: boolean },
    own: { plan: string; workspaceId?: string },
  ) {
    const { email, name, suspended } = person;
    const user = await accounts.invite({ email, role: "member", ...own, ...(name !== undefined && { name }) });
    if (suspended) await accounts.change(user.id, { suspended: true });
    const { link } = await links.resetLink(user.id);
    const state = suspended ? ", suspended as before" : "";
    tell(`Created an account for ${email}${state}. To choose a password, within 24 hours: ${link}`);
    return user;
  }

  /** The id of a member's account, created with its own workspace if missing. */
  async function personOf(member: WorkspaceRecord["members"][number]): Promise<string> {
    const email = member.email.toLowerCase();
    const there = await accounts.findByEmail(email);
    if (there) return there.id;
    const own = owned.get(email);
    if (own) await take(own);
    // Their own workspace may exist here without them.
    const made = own && (await accounts.findByEmail(email));
    return (made ?? (await createAccount({ ...member, email }, { plan: accounts.plans[0]! }))).id;
  }

  /** Somebody who is a member only in the bundle is invited again by an owner. */
  async function tellMissing({ name, members }: WorkspaceRecord, workspaceId: string): Promise<void> {
    const there = new Set((await store.workspaces.members(workspaceId)).map(({ email }) => email.toLowerCase()));
    for (const { email, role } of members) {
      if (there.has(email.toLowerCase())) continue;
      tell(`${email} was ${role} of ${JSON.stringify(name)}, but is not a member here. An owner can invite them.`);
    }
  }

  async function create(record: WorkspaceRecord): Promise<string> {
    const { name, zone, contact, account, members } = record;
    const id = (await store.intake.hadWorkspace(record.id)) ? randomUUID() : record.id;
    const plan = planOf(name, record.plan);
    const owner = members.find(({ email, role }) => (account === null ? role === "owner" : email === account))!;
    if (account === null) {
      const userId = await personOf(owner);
      await store.workspaces.create({ id, name, plan, createdAt: clock.now() }, userId);
    } else {
      const ofAccount = record.accountPlan ? planOf(account, record.accountPlan) : plan;
      await createAccount({ ...owner, email: account.toLowerCase() }, { plan: ofAccount, workspaceId: id });
      await accounts.setWorkspacePlan(id, plan);
    }
    taken.set(record.id, id);
    await store.workspaces.change(id, { name, zone: zoneName(zone)!, contact }, clock.now());
    for (const member of members) {
      if (member !== owner) await store.workspaces.join(id, await personOf(member), member.role, clock.now());
    }
    return id;
  }

  /** Creates it if missing; null in a dry run if it would be created. */
  async function take(record: WorkspaceRecord): Promise<string | null> {
    if (taken.has(record.id)) return taken.get(record.id)!;
    const there = await find(record);
    taken.set(record.id, there);
    if (there !== null) {
      if (!into) await tellMissing(record, there);
      return there;
    }
    if (isDryRun) {
      tell(`The workspace ${JSON.stringify(record.name)} would be created.`);
      return null;
    }
    const id = into && "email" in into ? await createInto(into.email) : await create(record);
    taken.set(record.id, id);
    return id;
  }

  const createInto = async (email: string): Promise<string> =>
    (await createAccount({ email: email.toLowerCase() }, { plan: accounts.plans[0]! })).workspaceId;

  return {
    find,
    /** All of them, also those without codes. Call it before `take`. */
    async takeAll(records: readonly WorkspaceRecord[]): Promise<void> {
      for (const record of records) if (record.account !== null) owned.set(record.account.toLowerCase(), record);
      for (const record of records) await take(record);
    },
    take,
  };
}
