import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { FOR_OWNERS, FOR_VIEWERS, rightOf } from "../server/operation.ts";
import { minutesIn, Refusal, readerOf, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import { enumOf } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { MEMBER_ROLES } from "../shared/vocabulary.ts";
import type { DeletedWorkspace, Invitation, KeptBelongings, Member, MemberBelongings, Membership } from "./people.ts";
import { allows } from "./rights.ts";
import { WORKSPACE_HEADER, type Workspaces } from "./service.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The workspace of the request with the user's role; null outside of workspaces. */
    membership: Membership | null;
  }
}

/** Images and downloads, which a browser requests without our headers, name it in the query. */
export const namedWorkspace = ({ headers, query }: FastifyRequest): string | undefined => {
  const named = headers[WORKSPACE_HEADER.toLowerCase()] ?? (query as { workspace?: string }).workspace;
  return named === undefined ? undefined : String(named);
};

/** The guard of everything in a workspace: 404 for those who are not members, 403 for too low a role. */
export const createWorkspaceGuard = (workspaces: Workspaces) => async (request: FastifyRequest) => {
  // Asked again, it is the same one: the user may have joined another.
  const membership = await workspaces.open(request.userId, request.workspaceId || namedWorkspace(request));
  if (membership.suspended) throw new Refusal("suspended", "This workspace is suspended.");
  if (!allows(membership.role, rightOf(request))) {
    throw new Refusal("not_allowed", `Your role in this workspace is ${membership.role}. Ask an owner to do this.`);
  }
  request.membership = membership;
  request.workspaceId = membership.id;
};

export const workspaceShape = ({ id, name, role, plan, zone, contact }: Membership) => ({
  id,
  name,
  role,
  plan,
  zone,
  contact,
});

const deletedShape = ({ id, name, deletedAt, keptUntil }: DeletedWorkspace) => ({
  id,
  name,
  deletedAt: timestamp(deletedAt),
  keptUntil: timestamp(keptUntil),
});

const memberShape = ({ joinedAt, ...member }: Member) => ({ ...member, joinedAt: timestamp(joinedAt) });

const invitationShape = ({ id, role, email, createdAt, expiresAt }: Invitation) => ({
  id,
  role,
  email,
  createdAt: timestamp(createdAt),
  expiresAt: timestamp(expiresAt),
});

const name = Type.String({ maxLength: 100 });
const zone = Type.String({ maxLength: 100 });
const role = enumOf(MEMBER_ROLES, "What the member may do.");
const Token = Type.Object({ token: Type.String({ maxLength: 100 }) });
const MemberParams = Type.Object({ userId: Type.String() });
const Kept = Type.String({ default: "" });
/** Prefixes of keys, and ids of webhooks and links to numbers, each with commas between. */
const Keep = Type.Object({ keep: Kept, keepWebhooks: Kept, keepLinks: Kept });

const listOf = (text: string): string[] => text.split(",").filter(Boolean);
const keptOf = ({ keep, keepWebhooks, keepLinks }: Static<typeof Keep>): KeptBelongings => ({
  keys: listOf(keep),
  webhooks: listOf(keepWebhooks),
  links: listOf(keepLinks),
});

const belongingsShape = ({ webhooks, ...others }: MemberBelongings) => ({
  ...others,
  webhooks: webhooks.map(({ createdAt, ...webhook }) => ({ ...webhook, createdAt: timestamp(createdAt) })),
});

const endedShape = (ended: MemberBelongings) => {
  const { keys, webhooks, links } = belongingsShape(ended);
  return { revokedKeys: keys, deletedWebhooks: webhooks, endedLinks: links };
};

/** The signed-in user's workspaces. */
export function ownWorkspaceRoutes(server: Server, { workspaces }: Services): void {
  server.get("/workspaces", async ({ userId }) => ({
    workspaces: (await workspaces.list(userId)).map(workspaceShape),
    deleted: (await workspaces.deletedOf(userId)).map(deletedShape),
  }));

  const NewWorkspace = Type.Object({ name, zone: Type.Optional(zone) });
  server.post("/workspaces", { schema: { body: NewWorkspace } }, async ({ userId, body }, reply) => {
    const made = await workspaces.create(userId, body.name.trim(), body.zone);
    reply.code(201);
    return workspaceShape(made);
  });

  server.post(
    "/workspaces/:id/restore",
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async ({ userId, params }) => workspaceShape(await workspaces.restore(userId, params.id)),
  );

  server.post("/join", { schema: { body: Token } }, async ({ userId, body }) =>
    workspaceShape(await workspaces.join(userId, body.token)),
  );
}

function tooManyInvitations({ wait, isInvitedFull }: { wait: number; isInvitedFull: boolean }, isProved: boolean) {
  if (isProved && !isInvitedFull) return tooMany(wait);
  const message = isInvitedFull
    ? `Several invitations were just sent to this address. Create a link and pass it on yourself, or try again in ${minutesIn(wait)}.`
    : "Few invitations are sent for an account whose email address nobody has proved. Create a link and pass it on yourself, or prove your address: sign out, and choose a new password with “Forgot your password?”.";
  return new Refusal("too_many_attempts", message, wait);
}

/** The workspace of the request, and its members. */
export function workspaceRoutes(
  server: Server,
  { accounts, workspaces, linkLimits, throttle, mail, streams }: Services,
): void {
  server.get("/workspace", FOR_VIEWERS, async ({ membership }) => ({
    ...workspaceShape(membership!),
    links: await linkLimits.usage(membership!.id),
  }));

  server.patch(
    "/workspace",
    { ...FOR_OWNERS, schema: { body: Type.Partial(Type.Object({ name, zone })) } },
    async ({ userId, workspaceId, body }) => {
      await workspaces.change(workspaceId, { ...body, ...(body.name !== undefined && { name: body.name.trim() }) });
      return workspaceShape(await workspaces.open(userId, workspaceId));
    },
  );

  server.delete("/workspace", FOR_OWNERS, async ({ workspaceId }, reply) => {
    for (const userId of await workspaces.delete(workspaceId)) streams.endOf(userId);
    return reply.code(204).send();
  });

  server.get("/members", FOR_VIEWERS, async ({ workspaceId }) => ({
    members: (await workspaces.members(workspaceId)).map(memberShape),
  }));

  server.patch(
    "/members/:userId",
    { ...FOR_OWNERS, schema: { params: MemberParams, querystring: Keep, body: Type.Object({ role }) } },
    async ({ workspaceId, userId, params, query, body }) =>
      endedShape(await workspaces.setRole(workspaceId, params.userId, body.role, userId, keptOf(query))),
  );

  server.delete(
    "/members/:userId",
    { ...FOR_OWNERS, schema: { params: MemberParams, querystring: Keep } },
    async ({ workspaceId, userId, params, query }) => {
      const ended = await workspaces.removeMember(workspaceId, params.userId, userId, keptOf(query));
      streams.endOf(params.userId);
      return endedShape(ended);
    },
  );

  server.get(
    "/belongings/:userId",
    { ...FOR_OWNERS, schema: { params: MemberParams } },
    async ({ workspaceId, params }) => belongingsShape(await workspaces.belongings(workspaceId, params.userId)),
  );

  // What leaving ends.
  server.get("/leave", FOR_VIEWERS, async ({ workspaceId, userId }) =>
    belongingsShape(await workspaces.belongings(workspaceId, userId)),
  );

  server.get("/invitations", FOR_OWNERS, async ({ workspaceId }) => ({
    invitations: (await workspaces.invitations(workspaceId)).map(invitationShape),
  }));

  const NewInvitation = Type.Object({ role, email: Type.Optional(Type.String({ maxLength: 254 })) });
  server.post("/invitations", { ...FOR_OWNERS, schema: { body: NewInvitation } }, async (request, reply) => {
    const { workspaceId, userId, body, membership, sessionUser } = request;
    const email = body.email?.trim();
    if (email !== undefined) {
      if (!mail.isOn) throw new Refusal("not_allowed", "This service sends no mail. Create a link and pass it on.");
      accounts.checkEmail(email);
      const taken = await throttle.takeInvitation(sessionUser!, email);
      if (taken.wait > 0) throw tooManyInvitations(taken, sessionUser!.emailVerified);
    }
    const { invitation, link } = await workspaces.invite(workspaceId, userId, body.role, email);
    if (email !== undefined) {
      const { name: inviter, email: address } = sessionUser!;
      const names = { inviter, address, workspace: membership!.name };
      await mail.send(readerOf(email, request), { kind: "invitation", link, ...names });
    }
    reply.code(201);
    return { link, invitation: invitationShape(invitation) };
  });

  server.delete(
    "/invitations/:id",
    { ...FOR_OWNERS, schema: { params: Type.Object({ id: Type.String() }) } },
    async ({ workspaceId, params }, reply) => {
      await workspaces.revokeInvitation(workspaceId, params.id);
      return reply.code(204).send();
    },
  );

  server.post("/leave", FOR_VIEWERS, async ({ workspaceId, userId }) => {
    const ended = await workspaces.removeMember(workspaceId, userId, userId);
    streams.endOf(userId);
    return endedShape(ended);
  });
}
