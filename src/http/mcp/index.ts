import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../../limits/limits.ts";
import { invalid } from "../../shared/errors.ts";
import type { ApiGuard } from "../api/guard.ts";
import { allowOrigins } from "../server/cors.ts";
import { refuseBeyondLimit } from "../server/rate-headers.ts";
import type { Server } from "../server/server.ts";
import type { ApiAnswer, ApiCall } from "./call.ts";
import { readOperations } from "./operations.ts";
import { makeTools, type Tool } from "./tools.ts";

const MCP_PATH = "/mcp";

/** As large as the largest body of the interface, with what the protocol puts around it. */
const BODY_LIMIT = 4 * 1024 * 1024 + 64 * 1024;
const MOST_MESSAGES = 10;

interface McpParts {
  guard: ApiGuard;
  limits: Pick<Limits, "admitGreeting">;
  apiPath: string;
  document: () => object;
  addressOf: (request: FastifyRequest) => string;
  /** Origins whose pages may speak to it, beside programs, which have none. */
  corsOrigins: readonly string[];
}

/**
 * /mcp: the interface for agents, by the Model Context Protocol. A tool is a request to /api/v1 with the agent's
 * own key, so rights, limits and errors are the same by construction.
 */
export async function registerMcp(server: Server, parts: McpParts): Promise<void> {
  await server.register(async (scope: Server) => {
    allowOrigins(scope, parts.corsOrigins);
    mcpRoutes(scope, parts);
  });
}

function mcpRoutes(server: Server, parts: McpParts): void {
  const { guard, limits, apiPath, addressOf, corsOrigins } = parts;
  let tools: Tool[] | undefined;
  let reference: string | undefined;
  const document = () => {
    reference ??= JSON.stringify(parts.document());
    return reference;
  };

  const callAs =
    (request: FastifyRequest): ApiCall =>
    async ({ method, url, body }) => {
      const answer = await server.inject({
        method: method as "GET",
        url,
        remoteAddress: addressOf(request),
        headers: { authorization: request.headers.authorization, host: request.headers.host },
        ...(body ? { payload: body } : {}),
      });
      return readAnswer(answer.statusCode, answer.headers, answer.rawPayload);
    };

  /** Before a body is read: nobody makes us read megabytes without a key. */
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { origin } = request.headers;
    if (origin !== undefined && !corsOrigins.includes(origin)) return refuseOrigin(reply);
    request.apiKey = await guard.identify(request, reply);
    return undefined;
  }

  server.post(
    MCP_PATH,
    { bodyLimit: BODY_LIMIT, onRequest: open, schema: { hide: true, body: {} } },
    async (request, reply) => {
      const key = request.apiKey!;
      refuseBadList(request.body);
      const greetings = messagesOf(request.body).filter(isGreeting).length;
      for (let i = 0; i < greetings; i++) refuseBeyondLimit(reply, limits.admitGreeting(key.id));
      tools ??= makeTools(readOperations(JSON.parse(document())));
      const allowed = key.scope === "read-only" ? tools.filter((tool) => tool.annotations.readOnlyHint) : tools;
      const { answerMessages } = await import("./session.ts");
      const { status, text } = await answerMessages(toWebRequest(request), request.body, {
        call: callAs(request),
        tools: allowed,
        apiPath,
        document,
        onError: (error) => request.log.error({ err: error }, "request failed"),
      });
      if (text !== "") reply.type("application/json; charset=utf-8");
      return reply
        .code(status)
        .header("Cache-Control", "no-store")
        .send(text === "" ? undefined : text);
    },
  );

  // No stream is kept open and no session remembered: there is nothing to read or to end.
  const options = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).header("Allow", "POST, OPTIONS").send();
  server.route({ method: "OPTIONS", url: MCP_PATH, schema: { hide: true }, handler: options });
  const onlyPost = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(405).header("Allow", "POST").send();
  server.route({ method: ["GET", "DELETE"], url: MCP_PATH, schema: { hide: true }, handler: onlyPost });
}

const messagesOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [body]);

/** Reads of the owner's codes count where they are made, as requests to the interface. */
function isGreeting(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { uri?: unknown } };
  if (method === "tools/call") return false;
  return method !== "resources/read" || !String(params?.uri).startsWith("tessera://codes");
}

/** The protocol asks for it: a page elsewhere must not speak to a service in somebody's own network. */
const refuseOrigin = (reply: FastifyReply) =>
  reply.code(403).send({
    jsonrpc: "2.0",
    error: { code: -32000, message: "This origin may not speak to this service; see CORS_ORIGINS." },
    id: null,
  });

function refuseBadList(body: unknown): void {
  if (!Array.isArray(body) || (body.length > 0 && body.length <= MOST_MESSAGES)) return;
  throw invalid([{ field: "body", message: `must hold 1 to ${MOST_MESSAGES} messages` }]);
}

/** The transport looks at method and headers alone; the body was read before. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const version = headers["mcp-protocol-version"];
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      accept: headers.accept ?? "",
      "content-type": headers["content-type"] ?? "",
      ...(typeof version === "string" ? { "mcp-protocol-version": version } : {}),
    },
  });
}

function readAnswer(status: number, headers: Record<string, unknown>, bytes: Buffer): ApiAnswer {
  const contentType = String(headers["content-type"] ?? "");
  return {
    status,
    contentType,
    bytes,
    header: (name) => (headers[name] === undefined ? undefined : String(headers[name])),
    json: contentType.startsWith("application/json") ? JSON.parse(bytes.toString("utf8")) : undefined,
  };
}
