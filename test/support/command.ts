/** Runs the tessera command in this process and returns its output and exit code, without starting another Node. */
import { Readable } from "node:stream";
import { mock } from "node:test";
import { main } from "../../src/cli.ts";
import type { Environment } from "../../src/config.ts";
import type { Outcome } from "./process.ts";
import { freshDir } from "./stores.ts";

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

export interface CommandOptions {
  env?: Environment;
  cwd?: string;
  /** The whole of standard input. */
  input?: string | undefined;
}

/**
 * Like the launcher, but with none of the caller's environment and in a folder without a .env file. One call at a time.
 */
export async function command(
  args: readonly string[],
  { env = {}, cwd = freshDir(), input = "" }: CommandOptions = {},
): Promise<Outcome> {
  const said = { stdout: "", stderr: "" };
  const print = (stream: keyof typeof said) => (line: string) => {
    said[stream] += `${line}\n`;
  };
  const before = { env: process.env, cwd: process.cwd(), umask: process.umask() };
  const mocks = [
    mock.method(console, "log", print("stdout")),
    mock.method(console, "error", print("stderr")),
    mock.method(process, "exit", (code: number) => {
      throw new Exit(code);
    }),
    mock.getter(process, "stdin", () => Readable.from([Buffer.from(input)]) as typeof process.stdin),
  ];
  const { PATH, NODE_COMPILE_CACHE } = before.env;
  process.env = { PATH, NODE_COMPILE_CACHE, ...env };
  process.chdir(cwd);
  try {
    return { code: await main(args), ...said };
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { code: error.code, ...said };
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
    process.umask(before.umask);
    for (const mocked of mocks) mocked.mock.restore();
  }
}
