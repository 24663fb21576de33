import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Refusal, readerOf } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { notFound } from "../shared/errors.ts";
import type { Role, User } from "../workspaces/people.ts";

const shape = ({ id, email, name, plan, role, suspended, createdAt, lastSeenAt }: User) => ({
  id,
  email,
  name,
  plan,
  role,
  suspended,
  createdAt: timestamp(createdAt),
  lastSeenAt: lastSeenAt === null ? null : timestamp(lastSeenAt),
});

const UserParams = Type.Object({ id: Type.String() });
const RoleName = Type.Unsafe<Role>({ type: "string", enum: ["admin", "member"] });
const UserChange = Type.Partial(Type.Object({ plan: Type.String(), suspended: Type.Boolean(), role: RoleName }));
const Invitation = Type.Object({
  email: Type.String(),
  plan: Type.String(),
  role: Type.Unsafe<Role>({ ...RoleName, default: "member" }),
});

const WorkspacePlan = {
  params: Type.Object({ id: Type.String(), workspaceId: Type.String() }),
  body: Type.Object({ plan: Type.String() }),
};

const UsersQuery = Type.Object({
  q: Type.String({ maxLength: 200, default: "" }),
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
});

/** The administrator's pages do not exist for others. */
export async function requireAdmin({ sessionUser }: FastifyRequest): Promise<void> {
  if (sessionUser?.role !== "admin") throw notFound();
}

/** Only for administrators: registered behind their guard. */
export function userRoutes(
  server: Server,
  { accounts, workspaces, accountLinks, codeRemoval, mail, streams }: Services,
): void {
  const linkFor = async (userId: string) => {
    const { link, expiresInMs } = await accountLinks.resetLink(userId);
    return { link, hours: expiresInMs / 3_600_000 };
  };

  server.get("/users", { schema: { querystring: UsersQuery } }, async (request) => {
    const { q, page, limit } = request.query;
    const { users, total } = await accounts.page({ search: q, limit, offset: (page - 1) * limit });
    const listed = users.map((user) => ({ ...shape(user), codes: user.codes, workspaces: user.workspaces }));
    return { plans: accounts.plans, total, users: listed };
  });

  server.post("/users", { schema: { body: Invitation } }, async (request, reply) => {
    const { email, plan, role } = request.body;
    const user = await accounts.invite({ email, plan, role });
    const made = await linkFor(user.id);
    await mail.send(readerOf(user.email, request), { kind: "account" });
    reply.code(201).header("Cache-Control", "no-store");
    return { user: shape(user), ...made, mailed: mail.isOn };
  });

  server.patch("/users/:id", { schema: { params: UserParams, body: UserChange } }, async (request) => {
    const { id } = await accounts.find(request.params.id);
    const { plan, suspended, role } = request.body;
    if (suspended) refuseSelf(request, id, "suspend");
    await accounts.change(id, { plan, role, suspended });
    if (suspended) streams.endOf(id);
    return shape(await accounts.find(id));
  });

  server.get("/users/:id/workspaces", { schema: { params: UserParams } }, async (request) => {
    const { id } = await accounts.find(request.params.id);
    const all = await workspaces.list(id);
    return { workspaces: all.map(({ id, name, role, plan }) => ({ id, name, role, plan })) };
  });

  server.patch("/users/:id/workspaces/:workspaceId", { schema: WorkspacePlan }, async (request, reply) => {
    const { id, workspaceId } = request.params;
    await accounts.setWorkspacePlan((await workspaces.open(id, workspaceId)).id, request.body.plan);
    return reply.code(204).send();
  });

  server.delete("/users/:id", { schema: { params: UserParams } }, async (request, reply) => {
    const { id } = await accounts.find(request.params.id);
    refuseSelf(request, id, "remove");
    await accounts.remove(id);
    codeRemoval.wake();
    streams.endOf(id);
    return reply.code(204).send();
  });

  server.delete("/users/:id/second-factor", { schema: { params: UserParams } }, async (request, reply) => {
    const { id } = await accounts.find(request.params.id);
    await accounts.removeSecondFactor(id);
    streams.endOf(id);
    return reply.code(204).send();
  });

  server.post("/users/:id/reset-link", { schema: { params: UserParams } }, async (request, reply) => {
    const { id } = await accounts.find(request.params.id);
    reply.header("Cache-Control", "no-store");
    return linkFor(id);
  });
}

function refuseSelf(request: FastifyRequest, id: string, verb: string): void {
  if (request.sessionUser?.id !== id) return;
  throw new Refusal("not_allowed", `You cannot ${verb} yourself.`);
}
