/** A child process and its output. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The tessera command. A run that has just built it sets TEST_BUILT. */
export const PROGRAM = fileURLToPath(
  process.env.TEST_BUILT ? new URL("./built.js", import.meta.url) : new URL("../../bin/tessera.js", import.meta.url),
);

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Launched {
  child: ChildProcess;
  /** The output so far, where it is piped. */
  said: { stdout: string; stderr: string };
  ended: Promise<Outcome>;
}

/** The child does not outlive the test's process. */
export function launch(command: string, args: readonly string[], options: SpawnOptions = {}): Launched {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk) => {
      said[name] += chunk;
    });
  }
  const kill = () => void child.kill("SIGKILL");
  process.on("exit", kill);
  const ended = once(child, "close").then(([code]) => {
    process.off("exit", kill);
    return { code, ...said };
  });
  return { child, said, ended };
}

export const isRunning = ({ child }: Launched): boolean => child.exitCode === null && child.signalCode === null;
