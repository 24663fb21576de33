import type { Accounts } from "../../accounts/service.ts";
import type { OwnExports } from "../../bundle/own-export.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Server } from "../server/server.ts";

export interface ExportParts {
  accounts: Accounts;
  ownExports: OwnExports;
  clock: Clock;
}

/** Everything of the signed-in person, as one archive. */
export function exportRoutes(server: Server, { accounts, ownExports, clock }: ExportParts): void {
  server.get("/export", async (request) => ({ progress: ownExports.progress(request.ownerId) }));

  server.get("/export/bundle.zip", async (request, reply) => {
    const output = await ownExports.start(await accounts.find(request.ownerId));
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type("application/zip")
      .header("Content-Disposition", `attachment; filename="tessera-${day}.zip"`)
      .send(output);
  });
}
