import { createInterface } from "node:readline/promises";

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const PERSON: Terminal = { input: process.stdin, output: process.stderr };

/** Asks the person at the terminal; false unless they say y or yes. Null when nobody can be asked. */
export async function confirm(question: string, terminal = PERSON): Promise<boolean | null> {
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
