import { parseArgs } from "node:util";
import { UsageError } from "./commands/command.ts";
import { COMMANDS } from "./commands/index.ts";
import { ConfigError } from "./config.ts";

const USAGE = `tessera: QR codes that count

${COMMANDS.map(({ usage, help }) => `  tessera ${usage.padEnd(58)} ${help}`).join("\n")}

Settings are read from the environment and from a .env file; docs/settings.md lists them.`;

/** The tessera command. On failure it says one clear sentence and exits with 1, on misuse with 2. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes("--help") || args[0] === "help") {
    console.log(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  // Whatever a command writes, databases and copies of them, is its owner's alone.
  process.umask(0o077);
  const command = COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word));
  try {
    if (!command) throw new UsageError(`There is no command "${args.join(" ")}".`);
    const { values, positionals } = readArguments(command, args.slice(command.words.length));
    return (await command.run(positionals, values)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = command ? `Usage: tessera ${command.usage}` : "See: tessera --help";
      console.error(`${error.message}\n${hint}`);
      return 2;
    }
    const { message } = error as Error;
    console.error(error instanceof ConfigError ? message : `tessera: ${message}`);
    // A start that failed half-way has threads running, which would keep the process alive.
    process.exit(1);
  }
}

function readArguments(command: (typeof COMMANDS)[number], args: string[]) {
  const { takes, options } = command;
  try {
    const parsed = parseArgs({ args, options: options ?? {}, allowPositionals: true });
    if (parsed.positionals.length !== takes) {
      throw new UsageError(
        `This command takes ${takes} argument${takes === 1 ? "" : "s"}, not ${parsed.positionals.length}.`,
      );
    }
    return parsed as {
      values: Record<string, string | boolean | undefined>;
      positionals: string[];
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
