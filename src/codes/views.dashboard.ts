import { Type } from "typebox";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { enumOf, idParams } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { LIST_SORTS, type ListSort } from "./code.ts";
import { countedPeriod } from "./counted-period.dashboard.ts";
import { ListQuery } from "./schemas.routes.ts";
import { VIEW_NAME_LENGTH, type ViewQuery } from "./views.ts";

const { q, type, tag, favorite } = ListQuery.properties;
const name = Type.String({ minLength: 1, maxLength: VIEW_NAME_LENGTH });
const query = Type.Unsafe<ViewQuery>(
  Type.Object(
    {
      ...{ q, type, tag, favorite },
      state: Type.Optional(enumOf(["active", "paused", "expired", "quiet"], "Only codes in this state.")),
      sort: Type.Optional(Type.Unsafe<ListSort>(enumOf(LIST_SORTS, "What comes first."))),
      ...countedPeriod,
    },
    { additionalProperties: false, minProperties: 1 },
  ),
);
const params = idParams("view");

/** Saved views, and how many codes each tag has. */
export function viewRoutes(server: Server, { views, tags }: Services): void {
  server.get("/views", FOR_VIEWERS, async ({ workspaceId }) => ({ data: await views.list(workspaceId) }));

  server.post(
    "/views",
    { ...FOR_EDITORS, schema: { body: Type.Object({ name, query }) } },
    async ({ workspaceId, body }, reply) => {
      reply.code(201);
      return views.create(workspaceId, body);
    },
  );

  const change = { params, body: Type.Partial(Type.Object({ name, query })) };
  server.patch("/views/:id", { ...FOR_EDITORS, schema: change }, async ({ workspaceId, params: { id }, body }) =>
    views.change(workspaceId, id, body),
  );

  server.delete(
    "/views/:id",
    { ...FOR_EDITORS, schema: { params } },
    async ({ workspaceId, params: { id } }, reply) => {
      await views.remove(workspaceId, id);
      return reply.code(204).send();
    },
  );

  server.get("/tags/counts", FOR_VIEWERS, async ({ workspaceId }) =>
    Object.fromEntries(await tags.counts(workspaceId)),
  );
}
