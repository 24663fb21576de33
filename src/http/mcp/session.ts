/** Speaks the Model Context Protocol. Apart from its route, since the library is loaded when first needed. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { VERSION } from "../../shared/version.ts";
import { type ApiCall, type Arguments, ToolError } from "./call.ts";
import { listPrompts, readPrompt } from "./prompts.ts";
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from "./resources.ts";
import { say } from "./shapes.ts";
import type { Tool } from "./tools.ts";

const INSTRUCTIONS =
  "Tessera makes QR codes, shares them and counts their scans. Codes have ids; find_codes lists them. " +
  "The image encodes the share URL, so what a printed code leads to can be changed later with change_code. " +
  "Each tool call is one request of the key's hourly limit (delete_code is two), so prefer create_codes to many create_code.";

export interface SessionParts {
  call: ApiCall;
  tools: readonly Tool[];
  apiPath: string;
  /** The OpenAPI document's text. */
  document: () => string;
  /** Hears of faults that are ours, which the agent is not told. */
  onError: (error: unknown) => void;
}

/** Answers one message, or one list of them: nothing is remembered between requests, so any node may answer. */
export async function answerMessages(request: Request, body: unknown, parts: SessionParts) {
  const server = createSession(parts);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: body });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}

function createSession({ call, tools, apiPath, document, onError }: SessionParts): Server {
  /** The library would tell the agent whatever is thrown, and nobody else. */
  function faultOf(error: unknown): McpError {
    if (error instanceof McpError) return error;
    if (error instanceof ToolError) return new McpError(ErrorCode.InvalidParams, error.message);
    onError(error);
    return new McpError(ErrorCode.InternalError, "Something went wrong on our side.");
  }
  async function mended<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw faultOf(error);
    }
  }
  const server = new Server(
    { name: "tessera", title: "Tessera", version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ run: _run, ...tool }) => tool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool "${params.name}" for this key. There are: ${tools.map(({ name }) => name).join(", ")}.`,
      );
    }
    try {
      return { content: await tool.run(call, (params.arguments ?? {}) as Arguments) };
    } catch (error) {
      // What the agent can mend it is told.
      if (!(error instanceof ToolError)) throw faultOf(error);
      return { content: say(error.message), isError: true };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: [await mended(() => readResource(params.uri, { call, apiPath, document }))],
  }));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    mended(async () => readPrompt(params.name, params.arguments)),
  );
  return server;
}
