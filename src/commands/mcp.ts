import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { loadRemote, type Remote } from "../config.ts";
import type { Command } from "./command.ts";

export const mcpCommand: Command = {
  words: ["mcp"],
  usage: "mcp",
  help: "Serve the Model Context Protocol on standard input and output, for the service at TESSERA_URL.",
  takes: 0,
  async run() {
    await bridge(loadRemote());
  },
};

/**
 * Forwards messages between an agent's program on standard input and output and the /mcp of a service. Resolves when
 * the input has ended and every message is answered.
 */
async function bridge({ url, key }: Remote): Promise<void> {
  // Loaded here, since every command loads this file.
  const [{ StreamableHTTPClientTransport }, { StdioServerTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/server/stdio.js"),
  ]);
  const service = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const agent = new StdioServerTransport();
  const waiting = new Set<Promise<void>>();

  service.onmessage = (message) => {
    // Later requests name the version that was agreed on.
    const agreed = "result" in message ? message.result.protocolVersion : undefined;
    if (typeof agreed === "string") service.setProtocolVersion(agreed);
    void agent.send(message);
  };
  agent.onmessage = (message) => {
    const done = forward(message).finally(() => waiting.delete(done));
    waiting.add(done);
  };

  async function forward(message: JSONRPCMessage): Promise<void> {
    try {
      await service.send(message);
    } catch (error) {
      const text = explain(error, url);
      console.error(`tessera: ${text}`);
      // A request gets an error as its answer; a notification gets none.
      if ("id" in message && "method" in message) {
        const { id } = message;
        await agent.send({ jsonrpc: "2.0", id, error: { code: -32000, message: text } });
      }
    }
  }

  // A malformed line is logged and skipped; a closed output means that the program has gone.
  agent.onerror = (error) => console.error(`tessera: ${error.message}`);
  process.stdout.once("error", () => process.exit(0));
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve));
  await service.start();
  await agent.start();
  await ended;
  await Promise.all(waiting);
  await service.close();
}

function explain(error: unknown, url: string): string {
  const { code, message, cause } = error as Error & { code?: unknown };
  if (code === 401) return "The service refuses TESSERA_KEY: it is malformed, revoked or expired.";
  if (code === 429) return "The rate limit of TESSERA_KEY is used up; try again later.";
  if (code === 404) return `There is no /mcp at ${url}. TESSERA_URL must be the URL of a Tessera service.`;
  if (message === "fetch failed")
    return `${url} cannot be reached: ${(cause as Error | undefined)?.message ?? message}`;
  if (typeof code === "number") return `The service answered ${code}; try again later.`;
  return message;
}
