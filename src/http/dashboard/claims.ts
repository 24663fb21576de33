import { Type } from "typebox";
import type { Placements } from "../../codes/placements.ts";
import { notFound } from "../../shared/errors.ts";
import type { Server } from "../server/server.ts";

const ClaimParams = Type.Object({ token: Type.String({ maxLength: 40 }) });

/** Blank copies that the user scanned. Naming one is a change of the placement, in its workspace. */
export function claimRoutes(server: Server, placements: Placements): void {
  server.get("/claims/:token", { schema: { params: ClaimParams } }, async ({ userId, params }) => {
    const blank = await placements.claimable(userId, params.token);
    if (!blank) throw notFound();
    return blank;
  });
}
