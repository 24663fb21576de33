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
  store: Pick<Store, "workspaces" | "importer">;
  clock: Clock;
  accounts: Accounts;
  links: Pick<AccountLinks, "resetLink">;
  isDryRun: boolean;
  /**
   * The one workspace, or the account whose first workspace, gets everything; "same": each its own, as the bundle says;
   * "new": new ones only.
   */
  into: { workspaceId: string } | { email: string } | "same" | "new";
  /** Called with lines for the person who imports. */
  print: (line: string) => void;
}

/** The plan of accounts and workspaces that a bundle brings, unless it is "same". */
const FREE = "free";

/**
 * Maps the workspaces of a bundle to new ones, to one here, or ("same") to those here by id or by the account whose first
 * workspace they are. New ones are created with their members, and missing accounts without a password; `print` gets the
 * links to set one. Anybody can edit a bundle: unless it is "same", accounts that exist are not added and all plans are
 * free. Existing workspaces always keep their members.
 */
export function createTargets({ store, clock, accounts, links, isDryRun, into, print }: TargetsOptions) {
  const taken = new Map<string, string | null>();
  /** By the account whose first workspace they are. */
  const owned = new Map<string, WorkspaceRecord>();
  const created = { workspaces: new Set<string>(), emails: new Set<string>() };

  async function find({ id, account }: WorkspaceRecord): Promise<string | null> {
    if (into === "new") return null;
    if (into === "same" && (await store.workspaces.find(id))) return id;
    if (into !== "same" && "workspaceId" in into) return into.workspaceId;
    const email = into === "same" ? account : into.email;
    return email === null ? null : ((await accounts.findByEmail(email.toLowerCase()))?.workspaceId ?? null);
  }

  /** Whether the person gets a workspace of the bundle: others are asked first, by an invitation. */
  async function mayJoin(email: string): Promise<boolean> {
    if (into === "same" || created.emails.has(email.toLowerCase())) return true;
    return !(await accounts.findByEmail(email.toLowerCase()));
  }

  /** The account is the owner if it may; the first workspace of an account that exists is another one. */
  async function ownerOf({ account, members }: WorkspaceRecord) {
    const owners = members.filter(({ role }) => role === "owner");
    for (const owner of owners.toSorted((a, b) => Number(b.email === account) - Number(a.email === account))) {
      if (await mayJoin(owner.email)) return owner;
    }
    return undefined;
  }

  function planOf(name: string, plan: string): string {
    const isKnown = accounts.plans.includes(plan);
    if (plan === FREE || (isKnown && into === "same")) return plan;
    const had = `${JSON.stringify(name)} had the plan ${JSON.stringify(plan)}`;
    const why = isKnown
      ? `, and gets "${FREE}". --same keeps plans.`
      : `, which does not exist here, and gets "${FREE}".`;
    print(`${had}${why}`);
    return FREE;
  }

  async function createAccount(
    person: { email: string; name?: string; suspended?: boolean },
    own: { plan: string; workspaceId?: string },
  ) {
    const { email, name, suspended } = person;
    const user = await accounts.invite({ email, role: "member", ...own, ...(name !== undefined && { name }) });
    created.emails.add(email);
    if (suspended) await accounts.change(user.id, { suspended: true });
    const { link } = await links.resetLink(user.id);
    const state = suspended ? ", suspended as before" : "";
    print(`Created an account for ${email}${state}. To choose a password, within 24 hours: ${link}`);
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
    return (made ?? (await createAccount({ ...member, email }, { plan: FREE }))).id;
  }

  /** Somebody who is a member only in the bundle is invited again by an owner. */
  async function tellMissing({ name, members }: WorkspaceRecord, workspaceId: string): Promise<void> {
    const there = new Set((await store.workspaces.members(workspaceId)).map(({ email }) => email.toLowerCase()));
    for (const { email, role } of members) {
      if (there.has(email.toLowerCase())) continue;
      print(`${email} was ${role} of ${JSON.stringify(name)}, but is not a member here. An owner can invite them.`);
    }
  }

  async function tellNotAdded({ name, members }: WorkspaceRecord): Promise<void> {
    for (const { email, role } of members) {
      if (await mayJoin(email)) continue;
      print(`Not added: ${email} (${role} of ${JSON.stringify(name)}) has an account here. An owner can invite them.`);
    }
  }

  async function create(record: WorkspaceRecord): Promise<string> {
    const { name, zone, contact, account, members } = record;
    const id = (await store.importer.hadWorkspace(record.id)) ? randomUUID() : record.id;
    const plan = planOf(name, record.plan);
    const owner = (await ownerOf(record))!;
    if (owner.email !== account || (await accounts.findByEmail(account.toLowerCase()))) {
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
      if (member === owner || !(await mayJoin(member.email))) continue;
      await store.workspaces.join(id, await personOf(member), member.role, clock.now());
    }
    return id;
  }

  /** Creates it if missing; null in a dry run if it would be created. */
  async function take(record: WorkspaceRecord): Promise<string | null> {
    if (taken.has(record.id)) return taken.get(record.id)!;
    const there = await find(record);
    taken.set(record.id, there);
    if (there !== null) {
      if (into === "same") await tellMissing(record, there);
      return there;
    }
    const isOwn = into === "same" || into === "new";
    if (isOwn) await tellNotAdded(record);
    if (isDryRun) {
      print(`The workspace ${JSON.stringify(record.name)} would be created.`);
      return null;
    }
    const id = isOwn ? await create(record) : await createInto((into as { email: string }).email);
    taken.set(record.id, id);
    created.workspaces.add(id);
    return id;
  }

  const createInto = async (email: string): Promise<string> =>
    (await createAccount({ email: email.toLowerCase() }, { plan: FREE })).workspaceId;

  return {
    /** Before anything is written: a workspace without an owner could be opened by nobody. */
    async check(records: readonly WorkspaceRecord[]): Promise<void> {
      if (into !== "new") return;
      for (const record of records) {
        if (await ownerOf(record)) continue;
        throw new Error(
          `Nobody could own the workspace ${JSON.stringify(record.name)}: its owners in the bundle have accounts here already, and nothing was imported. Use --same if the bundle is your own, to restore into the workspaces and accounts that it names; or --workspace ID or --owner EMAIL to import everything into one workspace.`,
        );
      }
    },
    find,
    /** All of them, also those without codes. Call it before `take`. */
    async takeAll(records: readonly WorkspaceRecord[]): Promise<void> {
      for (const record of records) if (record.account !== null) owned.set(record.account.toLowerCase(), record);
      for (const record of records) await take(record);
    },
    take,
    /** A line for each workspace that got something, with its number of codes; `codesOf` is by id in the bundle. */
    async list(records: Iterable<WorkspaceRecord>, codesOf: ReadonlyMap<string, number>): Promise<string[]> {
      const lines = new Map<string, { label: string; codes: number }>();
      for (const { id: recordId, name } of records) {
        const id = taken.get(recordId);
        if (id === undefined) continue;
        const there = id === null ? undefined : await store.workspaces.find(id);
        const state = id === null ? "new" : `${id}, ${created.workspaces.has(id) ? "new" : "existing"}`;
        const label = `${JSON.stringify(there?.name ?? name)} (${state})`;
        const line = lines.get(id ?? recordId) ?? { label, codes: 0 };
        lines.set(id ?? recordId, { label, codes: line.codes + (codesOf.get(recordId) ?? 0) });
      }
      return [...lines.values()].map(({ label, codes }) => `${label}: ${codes} code${codes === 1 ? "" : "s"}`);
    },
  };
}
