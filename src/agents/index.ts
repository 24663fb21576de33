import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "../api/index.ts";
import { allowEveryOrigin, allowOrigins } from "../server/cors.ts";
import { confirmAfterBody } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";
import type { SessionParts } from "./session.ts";
import { makeTools, type Tool } from "./tools.ts";

const MCP_PATH = "/mcp";
const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The largest body of the API, plus what the protocol puts around it. Only one tool needs more than 64 KiB. */
const LARGE_TOOL = '"create_codes"';
const BODY_LIMIT = 4 * 1024 * 1024 + 64 * 1024;

type McpServices = Pick<Services, "addressOf" | "config" | "guard" | "settings">;

/**
 * /mcp: the API for agents, over the Model Context Protocol. A tool call becomes a request to /api/v1 with the
 * agent's key, so rights, limits and errors are the same.
 */
export async function registerMcp(server: Server, services: McpServices, api: Api): Promise<void> {
  const { baseUrl } = services.settings;
  await server.register(async (scope: Server) => {
    allowOrigins(scope, services.config.corsOrigins);
    // Tells clients where to find the metadata.
    const challenge = () => `Bearer resource_metadata="${baseUrl()}${METADATA_PATH}"`;
    scope.addHook("onSend", async (_request, reply) => {
      if (reply.statusCode === 401) reply.header("WWW-Authenticate", challenge());
    });
    mcpRoutes(scope, services, api);
  });
  metadataRoutes(server, baseUrl);
}

/** RFC 9728. There is no authorization server: keys are created in the dashboard. */
function metadataRoutes(server: Server, baseUrl: () => string): void {
  const metadata = () => ({
    resource: `${baseUrl()}${MCP_PATH}`,
    resource_name: "Tessera",
    bearer_methods_supported: ["header"],
    resource_documentation: `${baseUrl()}/docs`,
  });
  for (const path of [METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`]) {
    server.get(path, { schema: { hide: true } }, async (_request, reply) => {
      allowEveryOrigin(reply);
      return metadata();
    });
  }
}

function mcpRoutes(server: Server, { config, guard, addressOf }: McpServices, api: Api): void {
  let tools: Tool[] | undefined;

  const callAs =
    (request: FastifyRequest): SessionParts["call"] =>
    async ({ method, url, body }) => {
      const { authorization, host, "user-agent": agent } = request.headers;
      const inner = {
        method: method as "GET",
        url,
        remoteAddress: addressOf(request),
        headers: { authorization, host, ...(agent !== undefined && { "user-agent": agent }) },
      };
      // inject() sends the request only when awaited.
      const answer = await guard.passOn(
        request,
        async () => await server.inject(body ? { ...inner, payload: body } : inner),
      );
      const contentType = String(answer.headers["content-type"] ?? "");
      return { status: answer.statusCode, contentType, bytes: answer.rawPayload };
    };

  /** Runs before the body is read, so every message counts once, whatever it holds. */
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { origin } = request.headers;
    // Pages in browsers; programs send no Origin header.
    if (origin !== undefined && !config.corsOrigins.includes(origin)) return refuseOrigin(reply);
    await guard.admit(request, reply);
    return undefined;
  }

  server.post(
    MCP_PATH,
    {
      bodyLimit: BODY_LIMIT,
      config: { largeOnlyWith: LARGE_TOOL },
      onRequest: open,
      preValidation: confirmAfterBody,
      schema: { hide: true, body: {} },
    },
    async (request, reply) => {
      if (Array.isArray(request.body)) {
        throw invalid([{ field: "body", message: "must be one message; send several one after another" }]);
      }
      tools ??= makeTools(api.document(), api.operations);
      const { scope } = request.apiKey!;
      const { answerMessage } = await import("./session.ts");
      const { status, text } = await answerMessage(toWebRequest(request), request.body, {
        tools: scope === "read-only" ? tools.filter(({ operation }) => operation.right === "viewer") : tools,
        call: callAs(request),
        onError: (error) => request.log.error({ err: error }, "request failed"),
      });
      if (text !== "") reply.type("application/json; charset=utf-8");
      return reply
        .code(status)
        .header("Cache-Control", "no-store")
        .send(text === "" ? undefined : text);
    },
  );

  const answerOptions = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).header("Allow", "POST, OPTIONS").send();
  server.route({ method: "OPTIONS", url: MCP_PATH, schema: { hide: true }, handler: answerOptions });
  // Stateless: there is no stream to read and no session to end.
  const onlyPost = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(405).header("Allow", "POST").send();
  server.route({ method: ["GET", "DELETE"], url: MCP_PATH, schema: { hide: true }, handler: onlyPost });
}

/** Required by the protocol: protects services in private networks from pages elsewhere (DNS rebinding). */
const refuseOrigin = (reply: FastifyReply) =>
  reply.code(403).send({
    jsonrpc: "2.0",
    error: { code: -32000, message: "Pages of this origin must not use this service; see CORS_ORIGINS." },
    id: null,
  });

/** The transport reads only the method and headers; the body is already parsed. */
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
