import { Type } from "typebox";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { notFound } from "../shared/errors.ts";

const ClaimParams = Type.Object({ token: Type.String({ maxLength: 40 }) });

/** Blank copies that the user scanned, of any workspace in which they may name them. */
export function claimRoutes(server: Server, { placements }: Services): void {
  server.get("/claims/:token", { schema: { params: ClaimParams } }, async ({ userId, params }) => {
    const blank = await placements.claimable(userId, params.token);
    if (!blank) throw notFound();
    return blank;
  });

  const options = { schema: { params: ClaimParams, body: Type.Object({ name: Type.String({ maxLength: 100 }) }) } };
  server.post("/claims/:token", options, async ({ userId, params, body }, reply) => {
    await placements.claim(userId, params.token, body.name);
    return reply.code(204).send();
  });
}
