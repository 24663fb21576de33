import type { Accounts } from "../../accounts/service.ts";
import type { OwnExports } from "../../bundle/own-exports.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Server } from "../server/server.ts";

export interface ExportParts {
  accounts: Accounts;
  ownExports: OwnExports;
  clock: Clock;
}

/** Everything of the signed-in person, as one ZIP file. */
export function exportRoutes(server: Server, { accounts, ownExports, clock }: ExportParts): void {
  server.get("/export", async (request) => ownExports.state(request.ownerId));

  server.post("/export", async (request) => {
    ownExports.start(await accounts.find(request.ownerId));
    return ownExports.state(request.ownerId);
  });

  // Made first where it is not ready, as behind a balancer that asked another node to make it.
  server.get("/export/bundle.zip", { exposeHeadRoute: false }, async (request, reply) => {
    const { stream, size, end } = await ownExports.take(await accounts.find(request.ownerId));
    reply.raw.once("close", () => end(reply.raw.writableFinished));
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type("application/zip")
      .header("Content-Length", size)
      .header("Content-Disposition", `attachment; filename="tessera-${day}.zip"`)
      .send(stream);
  });
}
