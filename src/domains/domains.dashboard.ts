import { Type } from "typebox";
import { FOR_OWNERS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { idParams } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";

const LINKS_PER_PAGE = 20;

/** What the page of domains shows beyond the API. */
export function domainPageRoutes(server: Server, { domains }: Services): void {
  server.get("/domain-notices", FOR_VIEWERS, async (request) => {
    const notices = await domains.notices(request.workspaceId);
    return notices.map(({ since, ...notice }) => ({ ...notice, since: timestamp(since) }));
  });

  /** How many codes would lose printed copies with the domain. */
  server.get(
    "/domains/:id/use",
    { ...FOR_VIEWERS, schema: { params: idParams("domain") } },
    async ({ workspaceId, params }) => ({
      codes: await domains.usedBy(workspaceId, params.id),
    }),
  );

  const Page = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }) });
  server.get("/moved-links", { ...FOR_OWNERS, schema: { querystring: Page } }, async ({ workspaceId, query }) => {
    const page = { limit: LINKS_PER_PAGE, offset: (query.page - 1) * LINKS_PER_PAGE };
    const { total, links } = await domains.movedLinks(workspaceId, page);
    return { total, links: links.map(({ movedAt, ...link }) => ({ ...link, movedAt: timestamp(movedAt) })) };
  });

  const Token = Type.Object({ token: Type.String({ maxLength: 100 }) });
  server.delete(
    "/moved-links/:token",
    { ...FOR_OWNERS, schema: { params: Token } },
    async ({ workspaceId, params }, reply) => {
      await domains.stopMovedLink(workspaceId, params.token);
      return reply.code(204).send();
    },
  );
}
