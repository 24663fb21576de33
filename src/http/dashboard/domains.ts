import type { Domains } from "../../domains/service.ts";
import { timestamp } from "../../shared/days.ts";
import { idParams } from "../api/look-schemas.ts";
import type { Server } from "../server/server.ts";

/** What the page of domains shows beyond the API. */
export function domainPageRoutes(server: Server, { domains }: { domains: Domains }): void {
  server.get("/domain-notices", async (request) => {
    const notices = await domains.notices(request.workspaceId);
    return notices.map(({ since, ...notice }) => ({ ...notice, since: timestamp(since) }));
  });

  /** How many codes would lose printed copies with the domain. */
  server.get("/domains/:id/use", { schema: { params: idParams("domain") } }, async ({ workspaceId, params }) => ({
    codes: await domains.usedBy(workspaceId, params.id),
  }));
}
