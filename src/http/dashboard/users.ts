import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { AccountLinks } from "../../accounts/account-links.ts";
import type { CodeRemoval } from "../../accounts/code-removal.ts";
import type { Accounts } from "../../accounts/service.ts";
import { timestamp } from "../../shared/days.ts";
import { notFound } from "../../shared/errors.ts";
import type { Role, User } from "../../store/account-store.ts";
import type { Server } from "../server/server.ts";
import type { LiveStreams } from "./live.ts";
import { Refusal } from "./refusal.ts";

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

interface UsersParts {
  accounts: Accounts;
  accountLinks: AccountLinks;
  codeRemoval: Pick<CodeRemoval, "start">;
  streams: LiveStreams;
}

const UsersQuery = Type.Object({
  q: Type.String({ maxLength: 200, default: "" }),
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
});

/** The administrator's page; 404 for everyone else. */
export function userRoutes(server: Server, { accounts, accountLinks, codeRemoval, streams }: UsersParts): void {
  server.addHook("onRequest", async (request) => {
    if (request.sessionUser?.role !== "admin") throw notFound();
  });

  const linkFor = async (userId: string) => {
    const { link, expiresInMs } = await accountLinks.resetLink(userId);
    return { link, hours: expiresInMs / 3_600_000 };
  };

  server.get("/users", { schema: { querystring: UsersQuery } }, async (request) => {
    const { q, page, limit } = request.query;
    const { users, total } = await accounts.page({ search: q, limit, offset: (page - 1) * limit });
    return { plans: accounts.plans, total, users: users.map((user) => ({ ...shape(user), codes: user.codes })) };
  });

  server.post("/users", { schema: { body: Invitation } }, async (request, reply) => {
    const { email, plan, role } = request.body;
    const user = await accounts.invite({ email, plan, role });
    reply.code(201).header("Cache-Control", "no-store");
    return { user: shape(user), ...(await linkFor(user.id)) };
  });

  server.patch("/users/:id", { schema: { params: UserParams, body: UserChange } }, async (request) => {
    const { id } = await accounts.find(request.params.id);
    const { plan, suspended, role } = request.body;
    if (suspended) refuseSelf(request, id, "suspend");
    await accounts.change(id, { plan, role, suspended });
    if (suspended) streams.endOf(id);
    return shape(await accounts.find(id));
  });

  server.delete("/users/:id", { schema: { params: UserParams } }, async (request, reply) => {
    const { id } = await accounts.find(request.params.id);
    refuseSelf(request, id, "remove");
    await accounts.remove(id);
    codeRemoval.start();
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
