import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { Type } from "typebox";
import type { Services } from "../services.ts";
import { notFound } from "../shared/errors.ts";
import type { ReplicaHealth } from "../store/store.ts";
import type { Server } from "./server.ts";

/** Health of a node. Degraded: something is wrong, but known codes are still served. */
export interface Health {
  status: "ready" | "degraded" | "stopping";
  /** Why it is degraded, one sentence each. */
  reasons: string[];
  database: "up" | "away";
  journal: { rows: number; oldestSeconds: number; settleFailures: number };
  lostNotices: number;
  /** With DATABASE_READ_URL. Without its replica a node is as ready as with it. */
  replica?: ReplicaHealth;
}

/** Routes for operators. */
export function opsRoutes(server: Server, services: Services, health: () => Promise<Health>): void {
  const { config, metrics, knownDomains } = services;
  /** Whether the client may see details. */
  const isInsider = config.metrics === "public" ? () => true : createAudience(services.addressOf);

  server.get("/healthz", async () => ({ status: "ok" }));

  // For proxies that make certificates on demand, such as Caddy. Answered from memory.
  const Ask = Type.Object({ domain: Type.String({ maxLength: 300 }) });
  server.get("/domains/ask", { schema: { querystring: Ask } }, async (request, reply) => {
    if (!knownDomains.isServed(request.query.domain)) throw notFound();
    return reply.type("text/plain; charset=utf-8").send("This service answers for the domain.\n");
  });

  // A node without its database still redirects known codes, so it stays in the load balancer.
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

const INSIDE = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  // Shared address space (RFC 6598), used for pods in some clusters.
  ["100.64.0.0", 10],
] as const) {
  INSIDE.addSubnet(network, bits, "ipv4");
}
INSIDE.addAddress("::1", "ipv6");
INSIDE.addSubnet("fc00::", 7, "ipv6");

type Request = Pick<IncomingMessage, "socket" | "headers">;

/** Allows loopback and private networks to see details. */
function createAudience(addressOf: (request: Request) => string) {
  return (request: Request): boolean => {
    const address = addressOf(request);
    const family = isIP(address);
    if (family === 0 || !INSIDE.check(address, family === 6 ? "ipv6" : "ipv4")) return false;
    // Forwarded by a proxy outside TRUSTED_PROXIES: the proxy's own address says nothing about the client.
    const isForwarded = request.headers["x-forwarded-for"] !== undefined;
    const isBelieved = !(request.socket.remoteAddress ?? "").endsWith(address);
    return !isForwarded || isBelieved;
  };
}

export interface HealthFacts {
  isDatabaseUp: boolean;
  /** Age of the oldest unsettled scan. */
  oldestSeconds: number;
  /** Problems reported by threads and the recorder. */
  problems: readonly string[];
}

/** The node is degraded from this age on: statistics lag behind by as much. */
const OLD_SECONDS = 30;

/** Why the node is degraded; empty if it is ready. */
export function reasonsOf({ isDatabaseUp, oldestSeconds, problems }: HealthFacts): string[] {
  const reasons = [...problems];
  if (!isDatabaseUp) reasons.unshift("The database does not respond.");
  if (oldestSeconds > OLD_SECONDS) {
    reasons.push(`The oldest unsettled scan is ${Math.floor(oldestSeconds)} s old.`);
  }
  return reasons;
}
