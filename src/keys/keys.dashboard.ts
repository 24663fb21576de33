import { Type } from "typebox";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { enumOf, nullable } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { readTime, timestamp } from "../shared/days.ts";
import { invalid, notFound } from "../shared/errors.ts";
import type { Key, KeyScope } from "../workspaces/people.ts";

const shape = (key: Key) => ({
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  scope: key.scope,
  madeBy: key.madeBy,
  endsAt: key.endsAt === null ? null : timestamp(key.endsAt),
  createdAt: timestamp(key.createdAt),
  lastUsedAt: key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
});

const SCOPES: readonly KeyScope[] = ["full", "read-only"];

const NewKey = Type.Object({
  name: Type.String({ maxLength: 100 }),
  scope: Type.Optional(enumOf(SCOPES, "What the key may do.")),
  endsAt: Type.Optional(nullable<string>("string", { maxLength: 40 })),
});

function readEnd(text: string | null | undefined): number | null {
  const ms = text == null ? null : readTime(text);
  if (!Number.isNaN(ms)) return ms;
  const message = "must be a time like 2027-12-31T18:00:00.000Z, or null";
  throw invalid([{ field: "endsAt", message }], `The key's end ${message}.`);
}

/** The API Keys page: the only place to create and revoke keys over HTTP. */
export function keyRoutes(server: Server, { keys, limits }: Services): void {
  server.get("/keys", FOR_VIEWERS, async (request) => {
    const kept = (await keys.list(request.workspaceId)).filter((key) => key.revokedAt === null);
    const { plan } = request.membership!;
    const listed = kept.map(async (key) => {
      const { limit, remaining, resetAt } = await limits.usage(key.id, plan);
      const freesAt = remaining < limit ? timestamp(resetAt * 1000) : null;
      const isEnded = !keys.isInForce(key);
      return { ...shape(key), isEnded, used: limit - remaining, freesAt };
    });
    return { plan, limit: limits.limitOf(plan), keys: await Promise.all(listed) };
  });

  server.post("/keys", { ...FOR_EDITORS, schema: { body: NewKey } }, async (request, reply) => {
    const { name, scope = "full", endsAt } = request.body;
    const limited = { scope, endsAt: readEnd(endsAt) };
    const { text, key } = await keys.create(request, name.trim(), limited);
    reply.code(201).header("Cache-Control", "no-store");
    return { text, key: { ...shape(key), isEnded: false, used: 0, freesAt: null } };
  });

  server.delete(
    "/keys/:prefix",
    { ...FOR_EDITORS, schema: { params: Type.Object({ prefix: Type.String() }) } },
    async (request, reply) => {
      if (!(await keys.revoke(request.params.prefix, request.workspaceId))) throw notFound();
      return reply.code(204).send();
    },
  );
}
