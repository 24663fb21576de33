import type { Accounts } from "../../accounts/service.ts";
import type { History } from "../../codes/history.ts";
import type { Actor } from "../../shared/actor.ts";
import { CodeParams } from "../api/schemas.ts";
import { serializeVersion, VersionsQuery } from "../api/versions.ts";
import type { Server } from "../server/server.ts";

export interface HistoryParts {
  history: History;
  accounts: Pick<Accounts, "emailOf">;
}

/** What the code's page shows beside the versions themselves: who set each. */
export function historyRoutes(server: Server, { history, accounts }: HistoryParts): void {
  /** A person is named by the address they have now; one who is gone, not at all. */
  async function nameOf({ kind, name }: Actor, emails: Map<string, string | null>) {
    if (kind !== "person") return { kind, name };
    if (!emails.has(name)) emails.set(name, await accounts.emailOf(name));
    return { kind, name: emails.get(name)! };
  }

  server.get("/codes/:id/history", { schema: { params: CodeParams, querystring: VersionsQuery } }, async (request) => {
    const { limit, cursor } = request.query;
    const page = await history.page(request.ownerId, request.params.id, limit, cursor);
    const emails = new Map<string, string | null>();
    const data = [];
    for (const version of page.versions) {
      const by = version.by && (await nameOf(version.by, emails));
      data.push({ ...serializeVersion(version), by });
    }
    return { data, nextCursor: page.nextCursor };
  });
}
