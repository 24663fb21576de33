import { randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type FieldProblem, invalid, notFound } from "../../shared/errors.ts";
import { isDoneWithin } from "../../shared/timeout.ts";
import { createErrorAnswer, type ErrorPageFor } from "./errors.ts";
import { BODY_LIMIT, readJsonBodies } from "./json-body.ts";
import { createParserErrorHandler, type ParserError, type ParserErrorParts, pathOf } from "./parser-errors.ts";
import { sendRateHeaders } from "./rate-headers.ts";
import { requestFault, UNMET_EXPECTATION } from "./request.ts";
import { compileSchema } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose codes this request may see. Set by the guard of the API or the session. */
    ownerId: string;
  }
  interface FastifyReply {
    /** Of the one code that the answer shows; null when it shows none. */
    revision: string | null;
  }
}

export type Server = ReturnType<typeof createServer>;

/** A property of Node's server that its types do not name. */
type HalfOpen = ReturnType<typeof createHttpServer> & { httpAllowHalfOpen: boolean };

export type BadUrlHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface ServerParts {
  logger: FastifyBaseLogger;
  /** Sees each request first and says whether it was its own. */
  beforeRouter: (request: IncomingMessage, response: ServerResponse) => boolean;
  onBadUrl: BadUrlHandler;
  /** Where a refusal has the interface's own shape; elsewhere it is bare. */
  apiPath: string;
  countAnonymous: ParserErrorParts["countAnonymous"];
  /** What a browser is shown at an address where nothing is; undefined: JSON, as programs get. */
  unknownPage?: ErrorPageFor;
}

/** With the interval of the checks, no request takes longer than 15 s to arrive. */
const HTTP_LIMITS = {
  headersTimeout: 8_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // Asked for by request-faults.ts, so that the answer is one of ours.
  requireHostHeader: false,
};
/** Who takes nothing of an answer for so long, and a connection silent twice as long, is cut. */
const SILENCE_MS = 6_000;
const LOOKS_AT_OURS = 10;

/** The HTTP server of all entry points: its limits, how it reads bodies, how it answers errors. */
export function createServer(parts: ServerParts) {
  const { logger, beforeRouter, onBadUrl, apiPath, countAnonymous } = parts;
  const answerError = createErrorAnswer(parts.unknownPage);
  const requestIds = createRequestIds();
  const onParserError = createParserErrorHandler({ apiPath, countAnonymous, createRequestId: requestIds });
  const answering = createAnswering();
  /** Requests that are wrong as HTTP, and in what. */
  const faults = new WeakMap<IncomingMessage, FieldProblem>();
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: requestIds,
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createHttpServer(HTTP_LIMITS, (request, response) => {
        // There will be no other listener for the next request: this answer is its connection's last.
        if (!server.listening) response.shouldKeepAlive = false;
        const fault = requestFault(request);
        if (fault !== null) refuse(request, response, fault);
        else if (!beforeRouter(request, response)) {
          answering.begin(request.socket, response);
          handler(request, response);
        }
      });
      // Who has said all there is to say may close that half and is answered on the other.
      (server as HalfOpen).httpAllowHalfOpen = true;
      // Under the interface it is refused in the interface's own shape.
      const refuse = (request: IncomingMessage, response: ServerResponse, fault: FieldProblem) => {
        response.shouldKeepAlive = false;
        if (!pathOf(request.url ?? "").startsWith(apiPath)) {
          response.writeHead(400, { "Content-Length": 0 }).end();
          return;
        }
        faults.set(request, fault);
        handler(request, response);
      };
      server.on("checkExpectation", (request, response) => refuse(request, response, UNMET_EXPECTATION));
      server.setTimeout(SILENCE_MS, createSilenceKeeper(answering.isOn));
      keepConnections(server);
      return server;
    },
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      reply.header("X-Request-Id", request.id);
      void onBadUrl(request as FastifyRequest, reply as FastifyReply)
        .then(() => answerError(error, request as FastifyRequest, reply as FastifyReply))
        .catch((refusal) => answerError(refusal, request as FastifyRequest, reply as FastifyReply));
    },
    clientErrorHandler: (error, socket) => onParserError(error as Error as ParserError, socket as Socket),
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.decorateRequest("ownerId", "");
  server.decorateRequest("apiKey", null);
  server.decorateReply("revision", null);
  server.setValidatorCompiler(compileSchema);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async () => {
    throw notFound();
  });
  readJsonBodies(server);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
    // Whatever an answer holds, a browser takes it for what it is said to be.
    reply.header("X-Content-Type-Options", "nosniff");
    if (faults.get(request.raw) !== UNMET_EXPECTATION) return;
    // Before any key, as what the parser refuses.
    const { socket, headers } = request.raw;
    sendRateHeaders(
      reply,
      countAnonymous(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined),
    );
    throw invalid([UNMET_EXPECTATION]);
  });
  server.addHook("preParsing", async (request) => {
    const fault = faults.get(request.raw);
    if (fault) throw invalid([fault]);
  });
  return server;
}

/** Which connections wait for an answer that we are still at: their silence is ours. */
function createAnswering() {
  const open = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => open.set(socket, (open.get(socket) ?? 0) + change);
  return {
    begin(socket: Socket, response: ServerResponse): void {
      add(socket, 1);
      response.once("close", () => add(socket, -1));
    },
    isOn: (socket: Socket): boolean => (open.get(socket) ?? 0) > 0,
  };
}

/**
 * Cuts who does not take an answer at once, and who neither sends nor gets anything at the second look;
 * who waits for an answer of ours, at the tenth.
 */
function createSilenceKeeper(isAnswering: (socket: Socket) => boolean): (socket: Socket) => void {
  const seen = new WeakMap<Socket, { moved: number; looks: number }>();
  return (socket) => {
    const moved = socket.bytesRead + socket.bytesWritten;
    const before = seen.get(socket);
    const looks = before?.moved === moved ? before.looks + 1 : 1;
    if (socket.writableLength > 0 || looks >= (isAnswering(socket) ? LOOKS_AT_OURS : 2)) {
      socket.destroy();
      return;
    }
    seen.set(socket, { moved, looks });
    socket.setTimeout(SILENCE_MS);
  };
}

/** Unlike any other node's and any earlier run's, and cheap. */
function createRequestIds(): () => string {
  const run = randomBytes(9).toString("base64url");
  let last = 0;
  return () => {
    last += 1;
    return `${run}-${last.toString(36)}`;
  };
}

/** A proxy has noticed by then that nobody listens, and has used up or dropped its idle connections. */
const NOTICED_MS = 1_000;
/** A database that does not answer is given up after 3 s, and whoever waited for it is told. */
const REQUESTS_MS = 3_000;
const SWEEP_MS = 100;
const MOST_TURNS = 200;
const QUICK_TURN_MS = 1;

/**
 * Takes no new connection. Those that are open stay for a moment, each for one more request: a request that meets the
 * end of its connection is lost, and a proxy does not repeat a POST that it has sent.
 */
export async function stopListening({ server: http }: Server): Promise<void> {
  await acceptWaiting(http);
  const { promise, resolve } = Promise.withResolvers<void>();
  // Not http's own close, which would also close idle connections.
  NetServer.prototype.close.call(http, () => resolve());
  await isDoneWithin(promise, NOTICED_MS);
}

/**
 * The kernel resets connections that nobody has accepted when their listener closes. A turn of the loop accepts one; after
 * a quick one that found none, hardly any can have come since.
 */
async function acceptWaiting(http: NetServer): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  http.on("connection", count);
  // The turn under way may have looked for connections already.
  await nextTurn();
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const [before, begun] = [accepted, performance.now()];
    await nextTurn();
    if (accepted === before && performance.now() - begun < QUICK_TURN_MS) break;
  }
  http.off("connection", count);
}

/** The open connections of each server. */
const connections = new WeakMap<NetServer, Set<Socket>>();

function keepConnections(http: NetServer): void {
  const open = new Set<Socket>();
  connections.set(http, open);
  http.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/** To Node a connection over which nothing was sent yet is not idle. */
function closeUnused(http: NetServer): void {
  for (const socket of connections.get(http) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** Lets requests in flight finish, and closes connections that have none. */
export async function finishRequests(server: Server): Promise<void> {
  const { server: http } = server;
  // Right after the loop has read what arrived: a connection is not idle whose request waits to be read.
  const sweep = setInterval(async () => {
    await nextTurn();
    http.closeIdleConnections();
    closeUnused(http);
  }, SWEEP_MS);
  await nextTurn();
  const closed = server.close();
  if (!(await isDoneWithin(closed, REQUESTS_MS))) http.closeAllConnections();
  await closed;
  clearInterval(sweep);
}
