import { randomBytes } from "node:crypto";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { notFound } from "../../shared/errors.ts";
import { answerError } from "./errors.ts";
import { readJsonBodies } from "./json-body.ts";
import { compileSchema } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose codes this request may see. Set by the door's lock. */
    ownerId: string;
  }
}

export type Server = ReturnType<typeof createServer>;

export type BadUrlHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const BODY_LIMIT = 64 * 1024;

export interface ServerParts {
  logger: FastifyBaseLogger;
  /** Sees each request first and says whether it was its own. */
  first: (request: IncomingMessage, response: ServerResponse) => boolean;
  onBadUrl: BadUrlHandler;
  /** While the node stops, each answer is its connection's last, so that no client is cut off. */
  isStopping: () => boolean;
}

const HTTP_LIMITS = {
  headersTimeout: 8_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
};
/** A connection that takes nothing for so long is cut. Streams send something more often. */
const SILENCE_MS = 15_000;

/** The HTTP server all doors hang in: its limits, how it reads bodies, how it answers errors. */
export function createServer({ logger, first, onBadUrl, isStopping }: ServerParts) {
  const requestIds = createRequestIds();
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: requestIds,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handler) => {
      const server = createHttpServer(HTTP_LIMITS, (request, response) => {
        if (isStopping()) response.shouldKeepAlive = false;
        if (!first(request, response)) handler(request, response);
      });
      server.setTimeout(SILENCE_MS);
      return server;
    },
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      reply.header("X-Request-Id", request.id);
      void onBadUrl(request as FastifyRequest, reply as FastifyReply)
        .then(() => answerError(error, request as FastifyRequest, reply as FastifyReply))
        .catch((refusal) => answerError(refusal, request as FastifyRequest, reply as FastifyReply));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
      const status = tooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.decorateRequest("ownerId", "");
  server.setValidatorCompiler(compileSchema);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async () => {
    throw notFound();
  });
  readJsonBodies(server);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
  });
  return server;
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
