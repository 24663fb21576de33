import { loadRemote } from "../config.ts";
import type { Command } from "./command.ts";

export const mcpCommand: Command = {
  words: ["mcp"],
  usage: "mcp",
  help: "speak the Model Context Protocol over standard input and output, for the service at TESSERA_URL",
  takes: 0,
  async run() {
    const { bridge } = await import("./mcp-bridge.ts");
    await bridge(loadRemote());
    return 0;
  },
};
