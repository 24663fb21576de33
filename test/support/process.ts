/** A process of the test's own, and what it says. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Launched {
  child: ChildProcess;
  /** What it has said up to now, where that is piped. */
  said: { stdout: string; stderr: string };
  ended: Promise<Outcome>;
}

/** It does not outlive the test's process. */
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
