import { randomUUID } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import type { Membership } from "../store/account-store.ts";
import type { Store } from "../store/store.ts";

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Names the workspace of a request of the dashboard. */
export const WORKSPACE_HEADER = "Tessera-Workspace";
const NAME_LENGTH = 100;

const lastOwner = () => {
  const message = "A workspace needs an owner, and this is the only one. Make another member an owner first.";
  return invalid([{ field: "role", message }], message);
};

/** Workspaces, their members and roles. What a role may do is in rights.ts. */
export function createWorkspaces({ store: { workspaces, users }, clock }: { store: Store; clock: Clock }) {
  function checkName(name: string): void {
    const message = textProblem(name, NAME_LENGTH) ?? lineProblem(name);
    if (message !== null) throw invalid([{ field: "name", message }], `The workspace's name ${message}.`);
  }

  function checkZone(zone: string): void {
    try {
      Intl.DateTimeFormat("en", { timeZone: zone });
    } catch {
      const message = "must be a time zone such as Europe/Berlin";
      throw invalid([{ field: "zone", message }], `The zone ${message}.`);
    }
  }

  /** For a user who would otherwise own no workspace. */
  async function spare(userId: string) {
    const user = await users.find(userId);
    if (!user) throw notFound();
    return { id: randomUUID(), name: user.name, plan: user.plan, createdAt: clock.now() };
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

    /** On the plan of the user's first workspace. */
    async create(userId: string, name: string): Promise<Membership> {
      checkName(name);
      const workspace = { ...(await spare(userId)), name };
      await workspaces.create(workspace, userId);
      return (await workspaces.membership(userId, workspace.id))!;
    },

    async change(id: string, change: { name?: string | undefined; zone?: string | undefined }): Promise<void> {
      if (change.name !== undefined) checkName(change.name);
      if (change.zone !== undefined) checkZone(change.zone);
      await workspaces.change(id, change);
    },

    members: (id: string) => workspaces.members(id),

    /** Returns the keys that were revoked. */
    async setRole(workspaceId: string, userId: string, role: MemberRole) {
      const change = { workspaceId, userId, role, now: clock.now() };
      const revoked = await workspaces.setRole(change, await spare(userId));
      if (revoked === "not-found") throw notFound();
      if (revoked === "last-owner") throw lastOwner();
      return revoked;
    },

    /** Returns the keys that were revoked: all of the member's except `keep`, which `keeper` takes over. */
    async removeMember(workspaceId: string, userId: string, kept: { keeper?: string; keep?: readonly string[] } = {}) {
      const removal = { workspaceId, userId, now: clock.now(), ...kept };
      const revoked = await workspaces.removeMember(removal, await spare(userId));
      if (revoked === "not-found") throw notFound();
      if (revoked === "last-owner") throw lastOwner();
      return revoked;
    },
  };
}
