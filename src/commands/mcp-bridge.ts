/** Carries messages between an agent's program on standard input and output and a service's /mcp. */
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Remote } from "../config.ts";

/** Resolves when the agent's program has said all it has to say and every message is answered. */
export async function bridge({ url, key }: Remote): Promise<void> {
  const service = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const agent = new StdioServerTransport();
  const waiting = new Set<Promise<void>>();

  service.onmessage = (message) => {
    // Every later request names the version that was agreed on.
    const agreed = "result" in message ? message.result.protocolVersion : undefined;
    if (typeof agreed === "string") service.setProtocolVersion(agreed);
    void agent.send(message);
  };
  agent.onmessage = (message) => {
    const done = carry(message).finally(() => waiting.delete(done));
    waiting.add(done);
  };

  async function carry(message: JSONRPCMessage): Promise<void> {
    try {
      await service.send(message);
    } catch (error) {
      const text = explain(error, url);
      console.error(`tessera: ${text}`);
      // Who asked must not wait for ever; who only told something is not answered.
      if ("id" in message && "method" in message) {
        const { id } = message;
        await agent.send({ jsonrpc: "2.0", id, error: { code: -32000, message: text } });
      }
    }
  }

  // What is no message is said, and the program that sent it goes on; one that hears no more has gone.
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
  if (code === 401) return "The service does not take TESSERA_KEY: it is missing, malformed, revoked or ended.";
  if (code === 404) return `There is no /mcp at ${url}. TESSERA_URL is the address of a Tessera service.`;
  if (message === "fetch failed")
    return `${url} cannot be reached: ${(cause as Error | undefined)?.message ?? message}`;
  if (typeof code === "number") return `The service answered ${code}; trying again later may help.`;
  return message;
}
