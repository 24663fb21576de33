/** P8: from `tessera serve` to ready, and what it holds when idle. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "./support/server.ts";
import type { Size } from "./support/size.ts";

const SIZES = { full: { starts: 3, idleMs: 2000 }, small: { starts: 1, idleMs: 0 } };

export async function run(size: Size = "full"): Promise<void> {
  const { starts: times, idleMs } = SIZES[size];
  const starts: number[] = [];
  let megabytes = 0;
  for (let i = 0; i < times; i++) {
    const server = await startServer();
    starts.push(server.startMs);
    await sleep(idleMs);
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    await server.stop();
  }
  console.log(
    `P8: ready after ${Math.min(...starts).toFixed(0)} ms (target <= 1500), ${megabytes.toFixed(0)} MB resident when idle (target <= 250)`,
  );
}
