import { existsSync } from "node:fs";
import type { Command } from "./command.ts";
import { COMMANDS } from "./index.ts";

// The installed package holds no docs.
const SETTINGS = existsSync(new URL("../../docs/settings.md", import.meta.url))
  ? "docs/settings.md lists them."
  : "a wrong one is refused with what it should be. The interface is described at /docs.";

/** A word with up to a third of its letters wrong is taken for a slip of the finger. */
const isNear = (off: number, word: string): boolean => off <= Math.ceil(word.length / 3);

const list = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  return commands.map(({ usage, help }) => `  tessera ${usage.padEnd(width)}  ${help}`).join("\n");
};

const under = (args: readonly string[]): readonly Command[] => COMMANDS.filter(({ words }) => words[0] === args[0]);

/** Whether a command begins with the first word given. */
export const isBegun = (args: readonly string[]): boolean => under(args).length > 0;

/** All commands, or those that begin with the first word given. */
export function describeCommands(args: readonly string[] = []): string {
  const some = under(args);
  return `tessera: QR codes that count

${list(some.length > 0 ? some : COMMANDS)}

  tessera --version prints the version, tessera --help this text.

Settings such as PORT and DATA_DIR are read from the environment and from a .env file;
${SETTINGS}`;
}

/** What to say when there is no such command: the nearest one, or those that begin the same way. */
export function missingCommand(args: readonly string[]): string {
  const some = under(args);
  if (some.length > 0 && args.length === 1) {
    return `"${args[0]}" needs one more word:\n${list(some)}`;
  }
  const near = nearest(args);
  const wrong = `There is no command "${args.slice(0, some.length > 0 ? 2 : 1).join(" ")}".`;
  if (near) return `${wrong} Did you mean "tessera ${near.words.join(" ")}"?`;
  if (some.length > 0) return `${wrong} There are:\n${list(some)}`;
  return `${wrong} See: tessera --help`;
}

function nearest(args: readonly string[]): Command | undefined {
  const candidates = COMMANDS.map((command) => {
    const offs = command.words.map((word, i) => distance(args[i] ?? "", word));
    const near = command.words.every((word, i) => isNear(offs[i]!, word));
    return { command, near, off: offs.reduce((sum, off) => sum + off) };
  });
  return candidates.filter(({ near }) => near).sort((a, b) => a.off - b.off)[0]?.command;
}

/** How many letters must be put in, left out or changed to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
