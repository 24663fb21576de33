import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, startLoad, type Tally } from "../../support/load.ts";
import { createCodes, createService } from "../../support/service.ts";
import { checkFiles, verify } from "../../support/verify.ts";

const READY_MS = 3000;
/** Low when scaled down, to leave the machine to the other tests. */
const SCALED_PAUSE_MS = 50;

type Three = [best: number, median: number, worst: number];

/** F1: kill -9 at random moments under load; then every acknowledged scan must be found exactly once. */
export async function killUnderLoad(
  kills: number,
  engine: string,
  databaseUrl?: string,
  { timed = false } = {},
): Promise<void> {
  const node = await createService({ settings: { DATABASE_URL: databaseUrl } });
  const tallies: Tally[] = [];
  const starts: number[] = [];
  try {
    await node.prepare();
    const firstStart = await node.start();
    const codes = await createCodes(node, 20);
    for (let i = 0; i < kills; i++) {
      const load = startLoad([node], codes, { pauseMs: timed ? 0 : SCALED_PAUSE_MS });
      await load.acknowledges(16);
      await sleep(100 + Math.random() * 600);
      await node.kill();
      tallies.push(await load.stop());
      starts.push(await node.start());
    }
    await verify(node, `F1 ${engine}, ${kills} kills`, tallies);
    const [best, median, worst] = [0, 0.5, 1].map((part) => percentile(starts, part)) as Three;
    console.log(
      `F1 ${engine}: ready again after ${[best, median, worst].map(Math.round).join(", ")} ms (best, median, worst); first start ${Math.round(firstStart)} ms`,
    );
    // If the machine starts slowly, recovery adds next to nothing to a first start.
    if (timed) {
      assert.ok(best < Math.max(READY_MS, firstStart), `ready again only after ${best} ms`);
      assert.ok(median < Math.max(READY_MS, 1.5 * firstStart), `median only ${median} ms`);
    }
    assert.equal((await node.stop()).code, 0);
    checkFiles(node.dataDir);
  } finally {
    await node.kill();
  }
}
