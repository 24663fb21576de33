import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { CodeRemoval } from "../../accounts/code-removal.ts";
import type { Invitations } from "../../accounts/invitations.ts";
import type { Accounts } from "../../accounts/service.ts";
import { timestamp } from "../../shared/days.ts";
import { notFound } from "../../shared/errors.ts";
import type { Person, Role } from "../../store/types.ts";
import type { Server } from "../http/server.ts";
import type { LiveStreams } from "./live-streams.ts";
import { Refusal } from "./refusal.ts";

const shape = ({ id, email, plan, role, suspended, createdAt }: Person) => ({
  id,
  email,
  plan,
  role,
  suspended,
  createdAt: timestamp(createdAt),
});

const PersonParams = Type.Object({ id: Type.String() });
const PersonChange = Type.Partial(
  Type.Object({
    plan: Type.String(),
    suspended: Type.Boolean(),
    role: Type.Unsafe<Role>({ type: "string", enum: ["admin", "member"] }),
  }),
);

interface PeopleParts {
  accounts: Accounts;
  invitations: Invitations;
  codeRemoval: Pick<CodeRemoval, "start">;
  streams: LiveStreams;
}

const PeopleQuery = Type.Object({
  q: Type.String({ maxLength: 200, default: "" }),
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
});

/** The administrator's page. For everyone else it does not exist. */
export function peopleRoutes(
  server: Server,
  { accounts, invitations, codeRemoval, streams }: PeopleParts,
): void {
  server.addHook("onRequest", async (request) => {
    if (request.visitor?.role !== "admin") throw notFound();
  });

  const linkFor = async (userId: string) => {
    const { link, expiresInMs } = await invitations.resetLink(userId);
    return { link, hours: expiresInMs / 3_600_000 };
  };

  server.get("/people", { schema: { querystring: PeopleQuery } }, async (request) => {
    const { q, page, limit } = request.query;
    const { people, total } = await accounts.page({ email: q, limit, offset: (page - 1) * limit });
    return { plans: accounts.plans, total, people: people.map(shape) };
  });

  server.post(
    "/people",
    { schema: { body: Type.Object({ email: Type.String(), plan: Type.String() }) } },
    async (request, reply) => {
      const { email, plan } = request.body;
      const person = await accounts.invite({ email, plan });
      reply.code(201).header("Cache-Control", "no-store");
      return { person: shape(person), ...(await linkFor(person.id)) };
    },
  );

  server.patch(
    "/people/:id",
    { schema: { params: PersonParams, body: PersonChange } },
    async (request) => {
      const { id } = await accounts.find(request.params.id);
      const { plan, suspended, role } = request.body;
      if (suspended) refuseSelf(request, id, "suspend");
      await accounts.change(id, { plan, role, suspended });
      if (suspended) streams.endOf(id);
      return shape(await accounts.find(id));
    },
  );

  server.delete("/people/:id", { schema: { params: PersonParams } }, async (request, reply) => {
    const { id } = await accounts.find(request.params.id);
    refuseSelf(request, id, "remove");
    await accounts.remove(id);
    codeRemoval.start();
    streams.endOf(id);
    return reply.code(204).send();
  });

  server.post(
    "/people/:id/reset-link",
    { schema: { params: PersonParams } },
    async (request, reply) => {
      const { id } = await accounts.find(request.params.id);
      reply.header("Cache-Control", "no-store");
      return linkFor(id);
    },
  );
}

function refuseSelf(request: FastifyRequest, id: string, verb: string): void {
  if (request.visitor?.id !== id) return;
  throw new Refusal("not_allowed", `You cannot ${verb} yourself.`);
}
