import type { Registry } from "prom-client";
import type { Server } from "../http/server.ts";

export interface OpsParts {
  metrics: Registry;
  /** What keeps this node from serving, in words; null when nothing does. */
  unreadiness: () => Promise<string | null>;
}

/** For whoever operates the service. */
export function opsRoutes(server: Server, { metrics, unreadiness }: OpsParts): void {
  server.get("/healthz", async () => ({ status: "ok" }));

  server.get("/readyz", async (_request, reply) => {
    const reason = await unreadiness();
    if (reason === null) return { status: "ready" };
    return reply.code(503).send({ status: "not ready", reason });
  });

  server.get("/metrics", async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.metrics();
  });
}
