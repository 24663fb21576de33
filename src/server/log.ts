import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import pino, { type DestinationStream, type Logger } from "pino";
import type { Server } from "./server.ts";

const KEYS = /tsr(?:_|%(?:25)*5f)[0-9A-Z]{8}(?:_|%(?:25)*5f)[0-9A-Z]+/gi;

/** The secret of a link to shared numbers. */
const LINKS = /\/i\/[\w-]{32}/g;

const DECODINGS = 3;

/** Logs JSON lines and redacts API keys and secret links everywhere. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: (line: string) => line.replace(KEYS, "tsr_[hidden]").replace(LINKS, "/i/[hidden]") },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs the errors of background work. */
export const errorLog =
  (logger: FastifyBaseLogger, what: string) =>
  (err: unknown): void =>
    logger.error({ err }, what);

/** Very frequent paths: scans and the dashboard's files. */
const MANY = /^\/(?:r|app\/assets)\//;
/** Read again and again by monitoring and by open dashboard pages: of interest only if it fails. */
const POLLED = /^(?:\w+ \/(?:healthz|readyz|metrics|api\/dashboard\/preview)(?:\?|$)|GET \/api\/dashboard\/)/;

/** One line per request, without the query and the client's address. */
export function logRequests(server: Server): void {
  server.addHook("onResponse", async (request, reply) => {
    const entry = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...callerOf(request),
    };
    const isMany =
      MANY.test(request.url) || (reply.statusCode < 400 && POLLED.test(`${request.method} ${request.url}`));
    if (isMany) request.log.debug(entry, "request");
    else request.log.info(entry, "request");
  });
}

const KEY_PREFIX = /^Bearer +tsr_([0-9A-Za-z]{8})_/i;
const CALLER_ID = /^[\w.:/+=@-]{1,128}$/;
/** W3C Trace Context: version, trace, span, flags. */
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The key's public prefix and the caller's own ids of the request. Malformed ids are left out. */
function callerOf({ apiKey, headers }: FastifyRequest) {
  const key = apiKey && KEY_PREFIX.exec(headers.authorization ?? "")?.[1];
  const callerId = headers["x-request-id"];
  const trace = TRACE_PARENT.exec(String(headers.traceparent ?? ""))?.[1];
  return {
    ...(key && { key }),
    ...(typeof callerId === "string" && CALLER_ID.test(callerId) && { callerRequestId: callerId }),
    ...(trace && { traceId: trace }),
  };
}

/** Decodes the path if that reveals a key or a secret link, which is then redacted. */
function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  let plain = path;
  for (let i = 0; i < DECODINGS && plain.includes("%"); i++) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      // A stray percent sign: keep what was decoded so far.
      break;
    }
  }
  return plain.search(KEYS) < 0 && plain.search(LINKS) < 0 ? path : plain;
}
