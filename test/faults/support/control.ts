/**
 * What a fault that is timed needs of the machine. A control runs next to it: a process of its own, which does nothing
 * but ask for the processor. If that waits, so does everything that is measured, and the fault proves nothing.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A failure, because nothing was shown: run the fault again when the machine is free. */
export class TooBusy extends Error {
  override name = "TooBusy";

  constructor(why: string) {
    super(`the machine was too busy to tell: ${why}`);
  }
}

/** An idle process of a free machine with two cores waits a millisecond or two. */
export const QUIET_MS = 8;

/**
 * On two processors the statements of the neighbours take PostgreSQL one of them, and no priority can take it back: there
 * nothing is shown about the service.
 */
const PROCESSORS = { sqlite: 2, postgres: 4 };

export function needProcessors(engine: keyof typeof PROCESSORS): void {
  const held = availableParallelism();
  if (held >= PROCESSORS[engine]) return;
  throw new TooBusy(`next to ${engine} this needs ${PROCESSORS[engine]} processors, and there are ${held}`);
}

export interface Control {
  /** The 99th percentile of what the control waited for a processor since the last call, in ms. */
  waited(): Promise<number>;
  stop(): Promise<void>;
}

export async function startControl(): Promise<Control> {
  const file = fileURLToPath(new URL("control-process.ts", import.meta.url));
  const control = spawn(process.execPath, [file], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await once(control, "message");
  return {
    async waited() {
      control.send("tell");
      const [{ p99, count }] = await once(control, "message");
      return count === 0 ? Number.POSITIVE_INFINITY : p99;
    },
    async stop() {
      const ended = once(control, "exit");
      control.disconnect();
      await ended;
    },
  };
}

/** Far more than exports at the lowest priority need of the processor here. */
const WORK_SECONDS = 60;
const MAX_MS = 900_000;

/**
 * As `eventually`, for what is done at low priority. The limit is not time by the clock, but processor time: what a
 * process at the lowest priority got meanwhile.
 */
export async function eventuallyAtLowPriority<T>(look: () => T | Promise<T>): Promise<T> {
  const loop = spawn("nice", ["-n", "19", process.execPath, "-e", "for (;;);"], { stdio: "ignore" });
  const begun = performance.now();
  try {
    while (true) {
      try {
        return await look();
      } catch (error) {
        const seconds = processorSeconds(loop.pid!);
        if (seconds >= WORK_SECONDS) throw error;
        if (performance.now() - begun > MAX_MS) {
          throw new TooBusy(
            `a process at the lowest priority got ${seconds.toFixed(1)} s of a processor in ${MAX_MS / 60_000} minutes`,
          );
        }
        await sleep(100);
      }
    }
  } finally {
    loop.kill("SIGKILL");
  }
}

/** Of a process with a name without spaces. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
  assert.ok(fields.length > 15);
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
