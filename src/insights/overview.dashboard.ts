import { Type } from "typebox";
import { FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { InsightsQuery } from "./insights.schema.routes.ts";

const { from, to, type, tag } = InsightsQuery.properties;
const OverviewQuery = withRequired(["from", "to"], Type.Object({ from, to, type, tag }));

/** Data of the overview beyond insights. */
export function overviewRoutes(server: Server, { needs, overview }: Services): void {
  server.get("/needs", FOR_VIEWERS, async (request) => {
    const { expiring, ...others } = await needs(request.workspaceId);
    const codes = expiring.codes.map((code) => ({ ...code, expiresAt: timestamp(code.expiresAt) }));
    return { expiring: { ...expiring, codes }, ...others };
  });

  server.get(
    "/overview",
    { ...FOR_VIEWERS, schema: { querystring: OverviewQuery } },
    async ({ workspaceId, query }) => {
      const { from: first, to: last, ...choice } = query;
      const { firstCreatedAt: created, ...found } = await overview({ workspaceId, ...choice }, first!, last!);
      return { ...found, firstCreatedAt: created === null ? null : timestamp(created) };
    },
  );
}
