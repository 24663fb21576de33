import type { IncomingMessage } from "node:http";
import type { Registry } from "prom-client";
import { notFound } from "../../shared/errors.ts";
import type { Server } from "../server/server.ts";

/** How a node is. Degraded: something is wrong, yet the codes it knows are served all the same. */
export interface Health {
  status: "ready" | "degraded" | "stopping";
  /** Why it is degraded, a sentence each. */
  reasons: string[];
  database: "up" | "away";
  journal: { rows: number; oldestSeconds: number; settleFailures: number };
  lostNotices: number;
}

export interface OpsParts {
  metrics: Registry;
  health: () => Promise<Health>;
  /** Whether whoever asks may see figures. */
  isInsider: (request: IncomingMessage) => boolean;
}

/** For whoever operates the service. */
export function opsRoutes(server: Server, { metrics, health, isInsider }: OpsParts): void {
  server.get("/healthz", async () => ({ status: "ok" }));

  // A node without its database still does its most important work, so it stays in the balancer.
  server.get("/readyz", async (request, reply) => {
    const now = await health();
    const shown = isInsider(request.raw) ? now : { status: now.status };
    return reply.code(now.status === "stopping" ? 503 : 200).send(shown);
  });

  server.get("/metrics", async (request, reply) => {
    if (!isInsider(request.raw)) throw notFound();
    reply.type(metrics.contentType);
    return metrics.metrics();
  });
}
