import { loadConfig } from "../config.ts";
import { accountCommands } from "./accounts.ts";
import { bundleCommands } from "./bundle.ts";
import type { Command } from "./command.ts";
import { dataCommands } from "./data.ts";
import { mcpCommand } from "./mcp.ts";
import { workspaceCommands } from "./workspaces.ts";

const serveCommand: Command = {
  words: ["serve"],
  usage: "serve",
  help: "Start the service.",
  takes: 0,
  async run() {
    const { serve } = await import("../main.ts");
    await serve(loadConfig());
  },
};

export const COMMANDS: readonly Command[] = [
  serveCommand,
  ...accountCommands,
  ...workspaceCommands,
  ...dataCommands,
  ...bundleCommands,
  mcpCommand,
];
