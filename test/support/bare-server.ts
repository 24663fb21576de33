import { createLogger } from "../../src/server/log.ts";
import { createServer, type Server } from "../../src/server/server.ts";

/** The service's HTTP server without its routes. */
export const createBareServer = (logger = createLogger("silent")): Server =>
  createServer({
    logger,
    beforeRouter: () => false,
    onBadUrl: async () => {},
    apiPath: "/api/v1",
    countAnonymous: () => ({ admitted: true, limit: 1, remaining: 1, resetAt: 1, resetIn: 1 }),
  });
