import { Type } from "typebox";
import { CodeParams } from "../codes/schemas.routes.ts";
import { idsUpTo, refuseOtherThanIds, SELECTION_BYTES } from "../codes/selection.dashboard.ts";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { MAX_PLACEMENTS } from "./placement.ts";
import { BrowseQuery } from "./placements.routes.ts";

/** Placements as the dashboard lists them, and changes of many. */
export function placementListRoutes(server: Server, { placements, serializers }: Services): void {
  server.get(
    "/codes/:id/placements",
    { ...FOR_VIEWERS, schema: { params: CodeParams, querystring: BrowseQuery } },
    async (request) => {
      const { page, limit, ...filter } = request.query;
      const offset = (page - 1) * limit;
      const found = await placements.browse(request.workspaceId, request.params.id, filter, { offset, limit });
      return {
        total: found.total,
        placements: found.placements.map(({ sparkline, isSlug, ...each }) => ({
          ...serializers.placement(request.workspaceId, each),
          isSlug,
          sparkline,
        })),
      };
    },
  );

  /** As for codes: what is no longer there is left out. Each counts as one change. */
  const ids = idsUpTo(MAX_PLACEMENTS);
  const many = { params: CodeParams, body: Type.Object({ ids }) };
  server.post(
    "/codes/:id/placements/remove",
    { ...FOR_EDITORS, bodyLimit: SELECTION_BYTES, schema: many },
    async (request) => {
      refuseOtherThanIds(request.body.ids);
      return { changed: await placements.remove(request.workspaceId, request.params.id, request.body.ids) };
    },
  );
  const paused = { params: CodeParams, body: Type.Object({ ids, isPaused: Type.Boolean() }) };
  server.post(
    "/codes/:id/placements/pause",
    { ...FOR_EDITORS, bodyLimit: SELECTION_BYTES, schema: paused },
    async (request) => {
      const { ids, isPaused } = request.body;
      refuseOtherThanIds(ids);
      return { changed: await placements.pause(request.workspaceId, request.params.id, ids, isPaused) };
    },
  );
}
