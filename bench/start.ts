/** P8: from `tessera serve` to ready, and what it holds when idle. */
import { setTimeout as sleep } from "node:timers/promises";
import { createService } from "../test/support/service.ts";
import type { Size } from "./support/size.ts";

const SIZES = { full: { starts: 3, idleMs: 2000 }, small: { starts: 1, idleMs: 0 } };

export async function run(size: Size = "full"): Promise<void> {
  const { starts: times, idleMs } = SIZES[size];
  const starts: number[] = [];
  let megabytes = 0;
  for (let i = 0; i < times; i++) {
    const server = await createService();
    starts.push(await server.start());
    await sleep(idleMs);
    megabytes = server.residentMegabytes();
    await server.stop();
  }
  console.log(
    `P8: ready after ${Math.min(...starts).toFixed(0)} ms (target <= 1500), ${megabytes.toFixed(0)} MB resident when idle (target <= 250)`,
  );
}
