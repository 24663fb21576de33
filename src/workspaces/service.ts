import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound, voidInvitation } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import { zoneName } from "../shared/zones.ts";
import type { Store } from "../store/store.ts";
import type { KeptBelongings, MemberBelongings, Membership } from "./people.ts";

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Names the workspace of a request of the dashboard. */
export const WORKSPACE_HEADER = "Tessera-Workspace";
const NAME_LENGTH = 100;
const INVITATION_MS = 7 * 86_400_000;
const MAX_INVITATIONS = 100;

/** What is stored of an invitation's token. */
export const invitationHash = (token: string): string => createHash("sha256").update(token).digest("hex");

export const workspaceNameProblem = (name: string): string | null =>
  textProblem(name, NAME_LENGTH) ?? lineProblem(name);

interface WorkspacesOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  baseUrl: () => string;
  /** How many workspaces an account can own or have created when it creates one. Each has its own keys and its own share of the service. */
  workspaceLimit: number;
}

/** Workspaces, their members, roles and invitations. What a role may do is in rights.ts. */
export function createWorkspaces({ store, clock, createId, baseUrl, workspaceLimit }: WorkspacesOptions) {
  const { workspaces, invitations, users } = store;

  function checkName(name: string): void {
    const message = workspaceNameProblem(name);
    if (message !== null) throw invalid([{ field: "name", message }], `The workspace's name ${message}.`);
  }

  /** In its usual spelling: the salts of every stored name are kept in memory. */
  function checkZone(zone: string): string {
    const name = zoneName(zone);
    if (name !== null) return name;
    const message = "must be a time zone such as Europe/Berlin";
    throw invalid([{ field: "zone", message }], `The zone ${message}.`);
  }

  /** For a user who would otherwise own no workspace. */
  async function spare(userId: string) {
    const user = await users.find(userId);
    if (!user) throw notFound();
    return { id: randomUUID(), name: user.name, createdAt: clock.now() };
  }

  return {
    list: (userId: string): Promise<Membership[]> => workspaces.ofUser(userId),

    /**
     * The workspace in which a user acts. Without an id it is the user's only one: with several, every request has to
     * name one, so that none acts on the wrong one.
     */
    async open(userId: string, id: string | undefined): Promise<Membership> {
      if (id !== undefined) {
        const found = isUuid(id) ? await workspaces.membership(userId, id) : null;
        if (!found) throw notFound();
        return found;
      }
      const [first, ...others] = await workspaces.ofUser(userId);
      if (first && others.length === 0) return first;
      throw invalid([{ field: WORKSPACE_HEADER, message: "must name one of your workspaces" }]);
    },

    /** On the plan of the user's account. */
    async create(userId: string, name: string, zone = "UTC"): Promise<Membership> {
      checkName(name);
      const workspace = { ...(await spare(userId)), name, zone: checkZone(zone) };
      await workspaces.create(workspace, userId, workspaceLimit);
      return (await workspaces.membership(userId, workspace.id))!;
    },

    async change(id: string, change: { name?: string | undefined; zone?: string | undefined }): Promise<void> {
      if (change.name !== undefined) checkName(change.name);
      const zone = change.zone === undefined ? {} : { zone: checkZone(change.zone) };
      await workspaces.change(id, { ...change, ...zone }, clock.now());
    },

    /** For 30 days an owner can restore it. Returns the members' ids. */
    delete: (id: string): Promise<string[]> => workspaces.delete(id, clock.now()),

    deletedOf: (userId: string) => workspaces.deletedOf(userId, clock.now()),

    async restore(userId: string, id: string): Promise<Membership> {
      if (!isUuid(id)) throw notFound();
      await workspaces.restore(id, userId, clock.now(), workspaceLimit);
      const membership = await workspaces.membership(userId, id);
      if (!membership) throw notFound();
      return membership;
    },

    members: (id: string) => workspaces.members(id),

    /** The token is in the link's fragment, which browsers never send, and only its hash is stored. */
    async invite(workspaceId: string, madeBy: string, role: MemberRole, email: string | null = null) {
      const token = randomBytes(24).toString("base64url");
      const now = clock.now();
      const times = { createdAt: now, expiresAt: now + INVITATION_MS };
      const invitation = { id: createId(), workspaceId, role, madeBy, email, ...times };
      const hash = invitationHash(token);
      await invitations.create({ ...invitation, hash }, MAX_INVITATIONS, workspaceLimit);
      return { invitation, link: `${baseUrl()}/app/join#${token}` };
    },

    invitations: (workspaceId: string) => invitations.list(workspaceId, clock.now()),

    async revokeInvitation(workspaceId: string, id: string): Promise<void> {
      if (!(await invitations.remove(workspaceId, id, clock.now()))) throw notFound();
    },

    isInvitation: async (token: string): Promise<boolean> =>
      (await invitations.find(invitationHash(token), clock.now())) !== null,

    /** Where an invitation leads. Does not use it up. */
    async checkInvitation(token: string) {
      const found = await invitations.find(invitationHash(token), clock.now());
      if (!found) throw voidInvitation();
      return found;
    },

    /** Joins the workspace of an invitation, and uses it up. */
    async join(userId: string, token: string): Promise<Membership> {
      const workspaceId = await invitations.accept(invitationHash(token), userId, clock.now());
      const membership = workspaceId === null ? null : await workspaces.membership(userId, workspaceId);
      if (!membership) throw voidInvitation();
      return membership;
    },

    /** What ends if a member leaves or becomes a viewer. */
    belongings: (workspaceId: string, userId: string): Promise<MemberBelongings> =>
      workspaces.belongings(workspaceId, userId, clock.now()),

    /** Returns what ended, if the member became a viewer: all that they made, except `keep`. */
    async setRole(workspaceId: string, userId: string, role: MemberRole, by: string, keep: KeptBelongings = {}) {
      const change = { workspaceId, userId, role, by, keep, now: clock.now() };
      return workspaces.setRole(change, await spare(userId), workspaceLimit);
    },

    /** Returns what ended with it: all that the member made, except `keep`. */
    async removeMember(workspaceId: string, userId: string, by: string, keep: KeptBelongings = {}) {
      const removal = { workspaceId, userId, by, keep, now: clock.now() };
      return workspaces.removeMember(removal, await spare(userId));
    },
  };
}
