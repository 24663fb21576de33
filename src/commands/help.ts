import { existsSync } from "node:fs";
import { slipsBetween } from "../codes/suggestion.ts";
import { COMMAND } from "../shared/version.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./index.ts";

// The installed package holds no docs.
const SETTINGS = existsSync(new URL("../../docs/settings.md", import.meta.url))
  ? "They are listed in docs/settings.md."
  : "A wrong value stops the command, which then says what is accepted.";

// In a checkout the command is not on the PATH.
const CALL = COMMAND === "tessera" ? "" : `In this folder, write "${COMMAND}" instead of "tessera". `;

/** The width of a standard terminal. */
const COLUMNS = 80;

/** Breaks between words, and indents each line after the first by `hanging` columns more. */
function wrap(text: string, indent: number, hanging = 0): string {
  const lines = [" ".repeat(indent)];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line.trim() === "") lines[lines.length - 1] = line + word;
    else if (line.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(" ".repeat(indent + hanging) + word);
  }
  return lines.join("\n");
}

/** How a command is called, on as many lines as needed; after `before` as it can be copied. */
export const usageOf = ({ usage }: Command, before = ""): string =>
  before ? wrap(`${before}${COMMAND} ${usage}`, 0, 6) : wrap(`tessera ${usage}`, 2, 6);

const list = (commands: readonly Command[]): string =>
  commands.map((command) => `${usageOf(command)}\n${wrap(command.help, 6)}`).join("\n");

const under = (args: readonly string[]): readonly Command[] => COMMANDS.filter(({ words }) => words[0] === args[0]);

/** Whether a command begins with the first word given. */
export const isBegun = (args: readonly string[]): boolean => under(args).length > 0;

/** All commands, or the one that is named, or those that begin with the first word given. */
export function describeCommands(args: readonly string[] = []): string {
  const named = COMMANDS.filter(({ words }) => words.every((word, i) => args[i] === word));
  const some = named.length > 0 ? named : under(args);
  return `Tessera creates QR codes and counts their scans.

${list(some.length > 0 ? some : COMMANDS)}

  tessera --version
      Print the version.
  tessera --help, tessera COMMAND --help
      Print this text, or the part about one command.

${wrap(`${CALL}Settings such as PORT and DATA_DIR are read from the environment and from a .env file. ${SETTINGS}`, 0)}`;
}

/** For an unknown command: names the nearest one, or those that begin the same way. */
export function missingCommand(args: readonly string[]): string {
  const some = under(args);
  if (some.length > 0 && args.length === 1) {
    return `"${args[0]}" needs another word:\n${list(some)}`;
  }
  const near = nearest(args);
  const wrong = `There is no command "${args.slice(0, some.length > 0 ? 2 : 1).join(" ")}".`;
  if (near) return `${wrong} Did you mean "${COMMAND} ${near.words.join(" ")}"?`;
  if (some.length > 0) return `${wrong} These exist:\n${list(some)}`;
  return `${wrong} See: ${COMMAND} --help`;
}

/** A word with up to a third of its letters wrong counts as a typing mistake. */
function nearest(args: readonly string[]): Command | undefined {
  const candidates = COMMANDS.flatMap((command) => {
    const offs = command.words.map((word, i) => slipsBetween(args[i] ?? "", word, Math.ceil(word.length / 3)));
    return offs.includes(null) ? [] : { command, off: offs.reduce((sum: number, off) => sum + off!, 0) };
  });
  return candidates.sort((a, b) => a.off - b.off)[0]?.command;
}
