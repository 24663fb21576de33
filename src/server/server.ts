import { randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import { createErrorAnswer, type ErrorPageFor } from "./errors.ts";
import { BODY_LIMIT, readJsonBodies } from "./json-body.ts";
import { createLoopTurns } from "./loop-turns.ts";
import { createParserErrorHandler, type ParserError, type ParserErrorParts, pathOf } from "./parser-errors.ts";
import { sendRateHeaders } from "./rate-headers.ts";
import { requestFault, UNMET_EXPECTATION } from "./request.ts";
import { afterBody, boundBody } from "./unread-body.ts";
import { compileSchema, compileSerializer } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The workspace whose codes this request may access. Set by the guard of the API or of sessions. */
    workspaceId: string;
    /** The signed-in user; "" for a key. */
    userId: string;
  }
  interface FastifyReply {
    /** The revision of the code or brand in the answer; null if there is none. */
    revision: string | null;
  }
}

export type Server = ReturnType<typeof createServer>;

/** A property of Node's server that its types lack. */
type HalfOpen = ReturnType<typeof createHttpServer> & { httpAllowHalfOpen: boolean };

export type BadUrlHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface ServerParts {
  logger: FastifyBaseLogger;
  /** Sees each request first; returns true if it handled it. */
  beforeRouter: (request: IncomingMessage, response: ServerResponse) => boolean;
  onBadUrl: BadUrlHandler;
  /** Refusals below this path have the API's error shape; elsewhere they have no body. */
  apiPath: string;
  countAnonymous: ParserErrorParts["countAnonymous"];
  /** The page for unknown addresses in a browser; undefined: always JSON. */
  unknownPage?: ErrorPageFor;
}

/** With the check interval, no request takes longer than 15 s to arrive. */
const HTTP_LIMITS = {
  headersTimeout: 8_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // Checked in request.ts instead, so that the answer has our error shape.
  requireHostHeader: false,
};
/** A client that reads nothing of an answer for this long is disconnected; a silent connection after twice as long. */
const SILENCE_MS = 6_000;
const LOOKS_AT_OURS = 10;

/** The HTTP server behind all routes: limits, body parsing, error answers. */
export function createServer(parts: ServerParts) {
  const { logger, beforeRouter, onBadUrl, apiPath, countAnonymous } = parts;
  const answerError = afterBody(createErrorAnswer(parts.unknownPage));
  const requestIds = createRequestIds();
  const onParserError = createParserErrorHandler({ apiPath, countAnonymous, createRequestId: requestIds });
  const answering = createAnswering();
  const inTurn = createLoopTurns();
  /** Requests that violate HTTP, with the reason. */
  const faults = new WeakMap<IncomingMessage, FieldProblem>();
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: requestIds,
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createHttpServer(HTTP_LIMITS, (request, response) => {
        if (isPipelinedTooFar(request.socket, response)) return;
        // No listener will take the next request, so close the connection after this answer.
        if (!server.listening) response.shouldKeepAlive = false;
        boundBody(request, response);
        const fault = requestFault(request);
        if (fault !== null) refuse(request, response, fault);
        else if (!beforeRouter(request, response)) {
          answering.begin(request.socket, response);
          inTurn(() => handler(request, response));
        }
      });
      // A client may close its sending half and still get its answer.
      (server as HalfOpen).httpAllowHalfOpen = true;
      const refuse = (request: IncomingMessage, response: ServerResponse, fault: FieldProblem) => {
        response.shouldKeepAlive = false;
        if (!pathOf(request.url ?? "").startsWith(apiPath)) {
          response.writeHead(400, { "Content-Length": 0 }).end();
          return;
        }
        faults.set(request, fault);
        handler(request, response);
      };
      server.on("checkExpectation", (request, response) => {
        boundBody(request, response);
        refuse(request, response, UNMET_EXPECTATION);
      });
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

  server.decorateRequest("workspaceId", "");
  server.decorateRequest("userId", "");
  server.decorateRequest("apiKey", null);
  server.decorateReply("revision", null);
  server.setValidatorCompiler(compileSchema);
  server.setSerializerCompiler(compileSerializer);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async () => {
    throw notFound();
  });
  readJsonBodies(server);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
    // Browsers must not guess another content type.
    reply.header("X-Content-Type-Options", "nosniff");
    if (faults.get(request.raw) !== UNMET_EXPECTATION) return;
    // Before authentication, like the parser's refusals.
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

/** No usual client pipelines. Node starts all requests of a read, and keeps their answers in memory for a slow reader. */
const MAX_PIPELINED = 16;
const pipelined = new WeakMap<Socket, number>();

/** Ends a connection with too many requests that wait behind an unfinished one. */
function isPipelinedTooFar(socket: Socket, response: ServerResponse): boolean {
  if (socket.destroyed) return true;
  // A response gets the socket when those before it are finished.
  if (response.socket !== null) return false;
  const waiting = (pipelined.get(socket) ?? 0) + 1;
  pipelined.set(socket, waiting);
  response.once("close", () => pipelined.set(socket, pipelined.get(socket)! - 1));
  if (waiting > MAX_PIPELINED) socket.destroy();
  return socket.destroyed;
}

/** Connections whose answer is still being computed: they are silent because of us. */
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
 * Disconnects clients that stop reading at the first check, silent ones at the second, and those waiting for our
 * answer at the tenth.
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

/** Unique across nodes and restarts, and cheap. */
function createRequestIds(): () => string {
  const run = randomBytes(9).toString("base64url");
  let last = 0;
  return () => {
    last += 1;
    return `${run}-${last.toString(36)}`;
  };
}

/** By then a proxy has noticed that nobody listens and has used or dropped its idle connections. */
const NOTICED_MS = 1_000;
/** A database that does not answer is given up after 3 s, and its callers get an error. */
const REQUESTS_MS = 3_000;
const SWEEP_MS = 100;
const MAX_TURNS = 200;
const QUICK_TURN_MS = 1;

/**
 * Stops accepting connections. Open ones stay for a moment, each for one more request: a request that arrives on a
 * closing connection is lost, and proxies do not retry a POST.
 */
export async function stopListening({ server: http }: Server): Promise<void> {
  await acceptWaiting(http);
  const { promise, resolve } = Promise.withResolvers<void>();
  // http's own close would also close idle connections.
  NetServer.prototype.close.call(http, () => resolve());
  await isDoneWithin(promise, NOTICED_MS);
}

/**
 * The kernel resets connections in the accept queue when the listener closes. Each turn of the event loop accepts
 * one; stop after a quick turn without one.
 */
async function acceptWaiting(http: NetServer): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  http.on("connection", count);
  // The current turn may already have polled for connections.
  await nextTurn();
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const [before, begun] = [accepted, performance.now()];
    await nextTurn();
    if (accepted === before && performance.now() - begun < QUICK_TURN_MS) break;
  }
  http.off("connection", count);
}

const connections = new WeakMap<NetServer, Set<Socket>>();

function keepConnections(http: NetServer): void {
  const open = new Set<Socket>();
  connections.set(http, open);
  http.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/** Node does not treat a connection without any request as idle. */
function closeUnused(http: NetServer): void {
  for (const socket of connections.get(http) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** Lets requests in flight finish and closes connections that have none. */
export async function finishRequests(server: Server): Promise<void> {
  const { server: http } = server;
  // Run right after the loop has read from sockets: a connection with an unread request is not idle.
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
