/** P1 and, after it, P2: counted, durable redirects beside bare node:http in the same run. */
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { run as measurePace } from "./pace.ts";
import { startBare } from "./support/peer.ts";
import { countScans, until } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk } from "./support/wrk.ts";

const SIZES = {
  full: { warmUp: 1, rounds: 3, seconds: 8, codes: 1000 },
  small: { warmUp: 0, rounds: 1, seconds: 1, codes: 10 },
};

export async function run(size: Size = "full"): Promise<void> {
  if (!hasWrk()) {
    console.log("P1 NOT MEASURED: wrk is not installed (apt-get install wrk).");
    return;
  }
  await compare("P1, SQLite", await startService(), 0.5, 2000, size);
  await measurePace(size);
}

/** Interleaved rounds, best of each; then every request must be found through the API. */
export async function compare(
  title: string,
  server: Service,
  target: number,
  emptyWithinMs: number,
  size: Size,
): Promise<void> {
  const { warmUp, rounds, seconds, codes: count } = SIZES[size];
  const bare = await startBare();
  try {
    const codes = await createCodes(server, count);
    const paths = codes.map((code) => `/r/${code.shareToken}`);
    if (warmUp > 0) await runWrk(server.url, paths, warmUp);
    let best = { ours: 0, theirs: 0 };
    let slowestEmpty = 0;
    for (let round = 1; round <= rounds; round++) {
      const theirs = await runWrk(bare.url, paths, seconds);
      const ours = await runWrk(server.url, paths, seconds);
      const lag = await server.metric("tessera_journal_rows");
      const emptyMs = await until(
        async () => (await server.metric("tessera_journal_rows")) === 0,
        60_000,
      );
      slowestEmpty = Math.max(slowestEmpty, emptyMs);
      best = {
        ours: Math.max(best.ours, ours.perSecond),
        theirs: Math.max(best.theirs, theirs.perSecond),
      };
      console.log(
        `  round ${round}: bare ${theirs.perSecond.toFixed(0)}/s, ours ${ours.perSecond.toFixed(0)}/s, ${ours.bad} bad, journal ${lag} rows at the end, empty after ${emptyMs.toFixed(0)} ms`,
      );
    }
    const ratio = best.ours / best.theirs;
    console.log(
      `${title}: ${best.ours.toFixed(0)}/s against ${best.theirs.toFixed(0)}/s = ${ratio.toFixed(2)} (target >= ${target}); journal empty within ${slowestEmpty.toFixed(0)} ms (target <= ${emptyWithinMs})`,
    );
    const recorded = await server.metric("tessera_scans_recorded_total");
    const found = await countScans(server);
    console.log(
      `  acknowledged ${recorded}, found through the API ${found}, unrecorded ${await server.metric("tessera_scans_unrecorded_total")}: ${recorded === found ? "none went uncounted" : "THEY DIFFER"}`,
    );
  } finally {
    bare.stop();
    await server.stop();
  }
}
