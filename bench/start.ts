/** P8: the time from starting the build of npm start to ready, and its memory when idle. */
import { setTimeout as sleep } from "node:timers/promises";
import { createService } from "../test/support/service.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const SIZES = { full: { starts: 3, idleMs: 2000 }, small: { starts: 1, idleMs: 0 } };

const AS_NPM_START = { npm_lifecycle_event: "start" };

export async function run(report: Report, size: Size): Promise<void> {
  const { starts: times, idleMs } = SIZES[size];
  await import("../scripts/build-server.ts");
  const starts: number[] = [];
  let megabytes = 0;
  for (let i = 0; i < times; i++) {
    const server = await createService({ settings: AS_NPM_START });
    starts.push(await server.start());
    await sleep(idleMs);
    megabytes = server.residentMegabytes();
    await server.stop();
  }
  const ms = Math.min(...starts);
  report.tell({
    name: "P8",
    what: "from npm start to ready, built",
    ours: `${ms.toFixed(0)} ms`,
    peer: `best of ${times}`,
    value: ms,
    target: { most: 1000, unit: " ms" },
  });
  report.tell({
    name: "P8",
    what: "memory when idle",
    ours: `${megabytes.toFixed(0)} MB`,
    peer: "resident",
    value: megabytes,
    target: { most: 200, unit: " MB" },
  });
}
