/** An agent made with the official client library, connected to /mcp with a key. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export interface ToolAnswer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
  json: any;
  image: { data: string; mimeType: string } | undefined;
}

export const httpTransport = (url: string, key: string): Transport =>
  // The library's types differ in what may be undefined.
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  }) as Transport;

export async function connectAgent(transport: Transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return {
    client,
    async use(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
      const parts = content as { type: string; text?: string; data?: string; mimeType?: string }[];
      const text = parts.find((part) => part.type === "text")?.text ?? "";
      const image = parts.find((part) => part.type === "image");
      return {
        isError: isError === true,
        text,
        json: structuredContent,
        image: image && { data: image.data!, mimeType: image.mimeType! },
      };
    },
  };
}
