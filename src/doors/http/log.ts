import pino, { type DestinationStream, type Logger } from "pino";
import type { Server } from "./server.ts";

const KEYS = /tsr_[0-9A-Za-z]{8}_[0-9A-Za-z]+/g;

/** JSON lines. Whatever is logged, a key never leaves in it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: (line: string) => line.replace(KEYS, "tsr_[hidden]") },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line a request, without its query and without the client's address. */
export function logRequests(server: Server): void {
  server.addHook("onResponse", async (request, reply) => {
    const entry = {
      method: request.method,
      path: request.url.split("?", 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (request.url.startsWith("/r/")) request.log.debug(entry, "scan door");
    else request.log.info(entry, "request");
  });
}
