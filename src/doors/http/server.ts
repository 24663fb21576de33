import { randomBytes } from "node:crypto";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
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

/** The HTTP server all doors hang in: its limits, how it reads bodies, how it answers errors. */
export function createServer(logger: FastifyBaseLogger, onBadUrl: BadUrlHandler) {
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: () => randomBytes(12).toString("base64url"),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
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
  readJsonBodies(server);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
  });
  return server;
}
