import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad, type Tally } from "../../support/load.ts";
import { startPostgres } from "../../support/postgres-server.ts";
import { createCodes, createService } from "../../support/service.ts";
import { verify } from "../../support/verify.ts";

/** The time the service allows a load balancer that polls /readyz, less the time of a request. */
const NOTICE_MS = 450;
/** How long it keeps sending. */
const BALANCER_MS = 300;
/** So that a busy machine, which wakes the load balancer late, does not exceed that. */
const HASTY_BALANCER_MS = 50;
/** Low when scaled down, to leave the machine to the other tests. */
const SCALED_PAUSE_MS = 50;

/** F13: SIGTERM under load: accepted requests are answered, nothing is lost, and the service exits soon. */
export async function terminateUnderLoad(
  times: number,
  engine: string,
  databaseUrl?: string,
  { timed = false } = {},
): Promise<void> {
  const node = await createService({ settings: { DATABASE_URL: databaseUrl } });
  const tallies: Tally[] = [];
  let slowest = 0;
  let repeats = timed ? 0 : 5;
  try {
    await node.prepare();
    await node.start();
    const codes = await createCodes(node, 20);
    for (let i = 0; i < times; i++) {
      const load = startLoad([node], codes, { pauseMs: timed ? 0 : SCALED_PAUSE_MS });
      await load.acknowledges(16);
      await sleep(200 + Math.random() * 300);
      const stopping = node.stop();
      const begun = performance.now();
      await sleep(timed ? BALANCER_MS : HASTY_BALANCER_MS);
      const sentFor = performance.now() - begun;
      const tally = await load.stop();
      tallies.push(tally);
      // If the machine woke the load balancer later than the service allows, the run proves nothing: once more.
      if (sentFor > NOTICE_MS && repeats > 0) {
        console.log(`F13 ${engine}: the machine was busy for ${Math.round(sentFor)} ms`);
        repeats -= 1;
        i -= 1;
      } else assert.deepEqual(tally.failed, [], "a request was refused or cut off");
      const { code, ms } = await stopping;
      slowest = Math.max(slowest, ms);
      assert.equal(code, 0);
      if (timed) assert.ok(ms <= 10_000, `it took ${ms} ms to stop`);
      await node.start();
    }
    await verify(node, `F13 ${engine}, ${times} stops`, tallies);
    console.log(`F13 ${engine}: stopped within ${Math.round(slowest)} ms, no request cut off`);
  } finally {
    await node.kill();
  }
}

/** A node stopped while its database is unavailable leaves the scans in its journal, and exits in time. */
export async function terminateWithoutDatabase({ timed = false } = {}): Promise<void> {
  const postgres = await startPostgres();
  const node = await createService({ settings: { DATABASE_URL: postgres.url("postgres") } });
  try {
    await node.prepare();
    await node.start();
    const codes = await createCodes(node, 5);
    const load = { connections: 4, pauseMs: timed ? 0 : SCALED_PAUSE_MS };
    const before = startLoad([node], codes, load);
    await before.acknowledges(16);
    const tallies = [await before.stop()];
    await postgres.stop("immediate");
    const during = startLoad([node], codes, load);
    await during.acknowledges(100);
    tallies.push(await during.stop());
    assert.deepEqual(tallies[1]!.failed, []);
    const { code, ms } = await node.stop();
    console.log(`F13 without a database: stopped within ${Math.round(ms)} ms`);
    assert.equal(code, 0);
    if (timed) assert.ok(ms <= 10_000, `it took ${ms} ms to stop`);
    await postgres.start();
    await node.start();
    await verify(node, "F13 without a database", tallies);
  } finally {
    await node.kill();
    await postgres.destroy();
  }
}
