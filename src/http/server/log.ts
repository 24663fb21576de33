import pino, { type DestinationStream, type Logger } from "pino";
import type { Server } from "./server.ts";

const KEYS = /tsr(?:_|%(?:25)*5f)[0-9A-Z]{8}(?:_|%(?:25)*5f)[0-9A-Z]+/gi;

const DECODINGS = 3;

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

/** What comes by the dozen: scans, and the files of the dashboard. */
const MANY = /^\/(?:r|app\/assets)\//;

/** One line a request, without its query and without the client's address. */
export function logRequests(server: Server): void {
  server.addHook("onResponse", async (request, reply) => {
    const entry = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (MANY.test(request.url)) request.log.debug(entry, "request");
    else request.log.info(entry, "request");
  });
}

/** Decoded when that brings a key to light, which is then hidden like any other. */
function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  let plain = path;
  for (let i = 0; i < DECODINGS && plain.includes("%"); i++) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      // A stray percent sign: what could be decoded is.
      break;
    }
  }
  return plain.search(KEYS) < 0 ? path : plain;
}
