import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { createAnalytics } from "./analytics/service.ts";
import { createCodes } from "./codes/service.ts";
import type { Config } from "./config.ts";
import { API_PATH, openApiDoor } from "./doors/api/index.ts";
import { createApiLock } from "./doors/api/lock.ts";
import { createCodeShapes } from "./doors/api/shapes.ts";
import { createClientAddress } from "./doors/http/client-address.ts";
import { logRequests } from "./doors/http/log.ts";
import { createMetrics, measureRequests } from "./doors/http/metrics.ts";
import { createServer, type Server } from "./doors/http/server.ts";
import { opsRoutes } from "./doors/ops/index.ts";
import { createKeys } from "./keys/service.ts";
import { createLimits } from "./limits/limits.ts";
import type { Clock } from "./shared/clock.ts";
import { createIds } from "./shared/ids.ts";
import type { Store } from "./store/types.ts";

export interface AppParts {
  config: Config;
  store: Store;
  clock: Clock;
  logger: FastifyBaseLogger;
}

export interface App {
  server: Server;
  /** From now on /readyz says no, so that a balancer sends nobody else. */
  retire(): void;
}

/** The composition root: makes every part once and opens every door. */
export async function createApp({ config, store, clock, logger }: AppParts): Promise<App> {
  const createId = createIds(clock.now);
  const settled = async () => {};
  const codes = createCodes({ store, clock, createId, lifetimeMs: config.codeLifetimeMs, settled });
  const analytics = createAnalytics({ store, clock, settled });
  const keys = createKeys({ store, clock, createId });
  const limits = createLimits(store, clock, config);
  const metrics = createMetrics();

  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf = (request: FastifyRequest) =>
    clientAddress(request.socket.remoteAddress ?? "", request.headers["x-forwarded-for"] as string);
  const lock = createApiLock(keys, limits, addressOf);

  const server = createServer(logger, async (request, reply) => {
    if (request.url.startsWith(API_PATH)) await lock.open(request, reply);
  });
  logRequests(server);
  measureRequests(server, metrics);

  let retired = false;
  opsRoutes(server, { metrics, unreadiness });
  const shapes = createCodeShapes(config.baseUrl);
  await openApiDoor(server, { codes, analytics, shapes }, lock, config.baseUrl);

  async function unreadiness(): Promise<string | null> {
    if (retired) return "stopping";
    return store.ping().then(
      () => null,
      () => "the database does not answer",
    );
  }

  return {
    server,
    retire: () => {
      retired = true;
    },
  };
}
