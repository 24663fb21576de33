import { timestamp } from "../../shared/days.ts";
import type { Webhooks } from "../../webhooks/service.ts";
import type { Server } from "../server/server.ts";

/** What the Webhooks page shows beside the webhooks themselves: why the service switched one off. */
export function webhookNoticeRoutes(server: Server, { webhooks }: { webhooks: Webhooks }): void {
  server.get("/webhook-notices", async (request) => {
    const all = await webhooks.list(request.ownerId);
    return all.flatMap(({ id, offReason, offAt }) =>
      offReason === null || offAt === null ? [] : { id, reason: offReason, at: timestamp(offAt) },
    );
  });
}
