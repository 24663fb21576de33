import { parseArgs } from "node:util";
import { UsageError } from "./commands/command.ts";
import { describeCommands, isBegun, missingCommand, usageOf } from "./commands/help.ts";
import { COMMANDS } from "./commands/index.ts";
import { ConfigError } from "./config.ts";
import { VERSION } from "./shared/version.ts";

const HELP = ["help", "--help", "-h"];
const VERSION_WORDS = ["version", "--version", "-v", "-V"];

/** The tessera command. Failures print one sentence and exit with 1, wrong usage exits with 2. */
export async function main(args: readonly string[]): Promise<number> {
  if (VERSION_WORDS.includes(args[0]!)) {
    console.log(VERSION);
    return 0;
  }
  if (args.some((arg, i) => HELP.includes(arg) && (i === 0 || arg !== "help"))) {
    const about = args.filter((arg) => !HELP.includes(arg));
    if (about.length > 0 && !isBegun(about)) {
      console.error(missingCommand(about));
      return 2;
    }
    console.log(describeCommands(about));
    return 0;
  }
  if (args.length === 0) {
    console.error(describeCommands());
    return 2;
  }
  // Databases and copies that a command writes are readable by their owner only.
  process.umask(0o077);
  const command = COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word));
  try {
    if (!command) {
      console.error(missingCommand(args));
      return 2;
    }
    const { values, positionals } = readArguments(command, args.slice(command.words.length));
    const code = await command.run(positionals, values);
    return typeof code === "number" ? code : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${usageOf(command!, "Usage: ")}`);
      return 2;
    }
    const { message } = error as Error;
    console.error(error instanceof ConfigError ? message : `tessera: ${message}`);
    // A start that failed half-way may have running threads, which would keep the process alive.
    process.exit(1);
  }
}

function readArguments(command: (typeof COMMANDS)[number], args: string[]) {
  const { words, usage, takes, options } = command;
  try {
    const parsed = parseArgs({ args, options: options ?? {}, allowPositionals: true });
    const { length } = parsed.positionals;
    const named = usage.split(" ").slice(words.length, words.length + takes);
    if (length < takes) throw new UsageError(`${named[length]!.replace("|", " or ")} is missing.`);
    if (length > takes) throw new UsageError(`“${parsed.positionals[takes]}” is one argument too many.`);
    return parsed as { values: Record<string, string | boolean | undefined>; positionals: string[] };
  } catch (error) {
    // Node adds advice about arguments that begin with a hyphen.
    throw error instanceof UsageError ? error : new UsageError((error as Error).message.replace(/\.\s.*$/s, "."));
  }
}
