import { createInterface } from "node:readline/promises";

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks the person at the terminal; false unless they answer y or yes, null when there is no terminal. */
export async function confirm(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean | null> {
  if (!terminal.input.isTTY) return null;
  const asking = createInterface(terminal);
  try {
    // Ctrl-D closes without an answer.
    const closed = new Promise<string>((resolve) => asking.once("close", () => resolve("")));
    const answer = await Promise.race([asking.question(`${question} [y/N] `), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

/** Rows under a header, in columns as wide as their longest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ");
  return [header, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

const WIDTH = 30;

/** A progress bar on a terminal, else nothing. */
export function createProgress(): (done: number) => void {
  let shown = -1;
  return (done) => {
    const percent = Math.round(done * 100);
    if (!process.stderr.isTTY || percent === shown) return;
    shown = percent;
    const filled = Math.round(done * WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    process.stderr.write(`\r${bar} ${percent} %${done === 1 ? "\n" : ""}`);
  };
}
