/** P1 with a webhook for every scan, compared with the same service without one. */
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { startReceiver } from "../test/webhooks/receiver.ts";
import { type CpuTime, cpuEach, cpuTime, hasCpuTimes } from "./support/cpu.ts";
import type { Report } from "./support/report.ts";
import { until } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk, SMALL_PAUSE_MS } from "./support/wrk.ts";

const SIZES = {
  full: { warmUp: 1, rounds: 4, seconds: 6, codes: 1000, pauseMs: undefined },
  small: { warmUp: 0, rounds: 1, seconds: 1, codes: 10, pauseMs: SMALL_PAUSE_MS },
};
type Pace = Pick<(typeof SIZES)[Size], "seconds" | "pauseMs">;
const SETTINGS = { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow" };
const MAX = 1.05;

export async function run(report: Report, size: Size): Promise<void> {
  if (!hasWrk() || !hasCpuTimes) {
    report.say("P1 with a webhook NOT MEASURED: it needs wrk and Linux.");
    return;
  }
  const { warmUp, rounds, codes: count, ...pace } = SIZES[size];
  const receiver = await startReceiver();
  const without = await startService({ settings: SETTINGS });
  const withOne = await startService({ settings: SETTINGS });
  try {
    const json = { url: receiver.url, events: ["qrcode.scanned"] };
    const made = await withOne.api("/webhooks", { method: "POST", json });
    receiver.secret = (made as { secret: string }).secret;
    const ways = [
      { service: without, paths: await pathsOf(without, count), cpu: [] as CpuTime[] },
      { service: withOne, paths: await pathsOf(withOne, count), cpu: [] as CpuTime[] },
    ];
    if (warmUp > 0) for (const { service, paths } of ways) await runWrk(service.url, paths, warmUp);
    for (let round = 1; round <= rounds; round++) {
      for (const { service, paths, cpu } of ways) cpu.push(await load(service, paths, pace));
      const [a, b] = ways.map(({ cpu }) => cpu.at(-1)!);
      report.say(`  round ${round}: without ${told(a!)}; with ${told(b!)}`);
    }
    for (const part of ["main", "all"] as const) {
      const [a, b] = ways.map(({ cpu }) => Math.min(...cpu.map((each) => each[part])));
      report.tell({
        name: "P1",
        what: `CPU time per scan with a webhook, ${PARTS[part]}`,
        ours: `${b!.toFixed(1)} us`,
        peer: `without ${a!.toFixed(1)} us`,
        value: b! / a!,
        target: { most: MAX },
      });
    }
    // The first delivery of a short load may still be collecting scans.
    await until(async () => receiver.requests > 0, 60_000);
    const sent = receiver.taken.reduce((sum, { data }) => sum + data.scans.length, 0);
    report.say(`  ${receiver.requests} requests with ${sent} scans arrived meanwhile`);
  } finally {
    await without.stop();
    await withOne.stop();
    await receiver.close();
  }
}

const PARTS = { main: "main thread", all: "all threads" };

const told = ({ main, all }: CpuTime) => `${main.toFixed(1)} us main thread, ${all.toFixed(1)} us all`;

const pathsOf = async (service: Service, count: number): Promise<string[]> =>
  (await createCodes(service, count)).map((code) => `/r/${code.shareToken}`);

/** Including settling. */
async function load(service: Service, paths: string[], pace: Pace): Promise<CpuTime> {
  const before = cpuTime(service.pid());
  const { requests } = await runWrk(service.url, paths, pace.seconds, pace.pauseMs);
  await until(async () => (await service.metric("tessera_journal_rows")) === 0, 60_000);
  return cpuEach(service.pid(), before, requests);
}
