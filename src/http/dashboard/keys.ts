import { Type } from "typebox";
import type { Keys } from "../../keys/service.ts";
import type { Limits } from "../../limits/limits.ts";
import { timestamp } from "../../shared/days.ts";
import { notFound } from "../../shared/errors.ts";
import type { Key } from "../../store/key-store.ts";
import type { Server } from "../server/server.ts";

const shape = (key: Key) => ({
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  createdAt: timestamp(key.createdAt),
  lastUsedAt: key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
});

/** The API Keys page. Keys are made and revoked here and nowhere else over HTTP. */
export function keyRoutes(server: Server, { keys, limits }: { keys: Keys; limits: Limits }): void {
  server.get("/keys", async (request) => {
    const inForce = (await keys.list(request.ownerId)).filter((key) => key.revokedAt === null);
    const { plan } = request.sessionUser!;
    const listed = inForce.map(async (key) => {
      const { limit, remaining, resetAt } = await limits.usage(key.id, plan);
      const freesAt = remaining < limit ? timestamp(resetAt * 1000) : null;
      return { ...shape(key), used: limit - remaining, freesAt };
    });
    return { plan, limit: limits.limitOf(plan), keys: await Promise.all(listed) };
  });

  server.post(
    "/keys",
    { schema: { body: Type.Object({ name: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      const { text, key } = await keys.create(request.ownerId, request.body.name.trim());
      reply.code(201).header("Cache-Control", "no-store");
      return { text, key: { ...shape(key), used: 0, freesAt: null } };
    },
  );

  server.delete(
    "/keys/:prefix",
    { schema: { params: Type.Object({ prefix: Type.String() }) } },
    async (request, reply) => {
      if (!(await keys.revoke(request.params.prefix, request.ownerId))) throw notFound();
      return reply.code(204).send();
    },
  );
}
