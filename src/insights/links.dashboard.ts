import { Type } from "typebox";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { nullable } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { readTime, timestamp } from "../shared/days.ts";
import { invalidField } from "../shared/errors.ts";
import type { InsightLinks } from "./links.ts";

const codeId = Type.Optional(Type.String({ maxLength: 100 }));
const NewLink = Type.Object({
  codeId,
  endsAt: Type.Optional(nullable<string>("string", { maxLength: 40 })),
});

type Link = Awaited<ReturnType<InsightLinks["list"]>>[number];
const shape = ({ createdAt, endsAt, ...link }: Link) => ({
  ...link,
  createdAt: timestamp(createdAt),
  endsAt: endsAt === null ? null : timestamp(endsAt),
});

function readEnd(text: string | null | undefined): number | null {
  const ms = text == null ? null : readTime(text);
  if (!Number.isNaN(ms)) return ms;
  throw invalidField("endsAt", "The link's end", "must be a time like 2027-12-31T18:00:00.000Z, or null");
}

/** Links to the numbers of a code, or without `codeId` of all codes. */
export function insightLinkRoutes(server: Server, { insightLinks }: Services): void {
  server.get(
    "/insight-links",
    { ...FOR_VIEWERS, schema: { querystring: Type.Object({ codeId }) } },
    async (request) => {
      const links = await insightLinks.list(request.workspaceId, request.query.codeId ?? null);
      return links.map(shape);
    },
  );

  server.post("/insight-links", { ...FOR_EDITORS, schema: { body: NewLink } }, async (request, reply) => {
    const { codeId: id = null, endsAt } = request.body;
    const link = await insightLinks.create(request, id, readEnd(endsAt));
    return reply.code(201).send(shape(link));
  });

  const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });
  server.delete("/insight-links/:id", { ...FOR_EDITORS, schema: { params: Params } }, async (request, reply) => {
    await insightLinks.revoke(request.workspaceId, request.params.id);
    return reply.code(204).send();
  });
}
