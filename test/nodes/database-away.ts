import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { migratedDatabase } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { percentile, startLoad, type Tally } from "../support/load.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { createCodes, type Service, startService } from "../support/service.ts";
import { startProxy } from "../support/tcp-proxy.ts";
import { allDecided, allSettled, verify } from "../support/verify.ts";
import { answersAgain, look, warm } from "./nodes.ts";

export interface AwayOptions {
  /** Between two scans of one visitor. */
  pauseMs: number;
  timed?: boolean;
}

/** F4: the database stops, cleanly or not, and returns, while visitors scan on two nodes. */
export async function databaseRestarts(
  times: number,
  awayMs: number,
  { pauseMs, timed = false }: AwayOptions,
): Promise<void> {
  const database = await startPostgres(["fsync=on"]);
  const settings = { DATABASE_URL: database.url("postgres") };
  const first = await startService({ settings });
  const second = await startService({ settings, key: first.key });
  const nodes = [first, second];
  try {
    const codes = await createCodes(first, 10);
    await warm(nodes, codes);
    const load = startLoad(nodes, codes, { connections: 8, pauseMs });
    for (let i = 0; i < times; i++) {
      await load.acknowledges(100);
      await database.stop(i % 2 === 0 ? "immediate" : "fast");
      await sleep(200);
      const begun = performance.now();
      const answer = await first.ask("/qrcodes");
      assert.equal(answer.status, 500, "the API answers internal_error while the database is unavailable");
      if (timed) assert.ok(performance.now() - begun < 5000, "and does so quickly");
      const ready = await fetch(`${first.url}/readyz`);
      assert.equal(ready.status, 200);
      assert.equal(((await ready.json()) as { status: string }).status, "degraded");
      await sleep(awayMs);
      await database.start();
      const backMs = await answersAgain(first);
      console.log(`  database back, API answers after ${backMs.toFixed(0)} ms`);
    }
    await load.acknowledges(50);
    const tally = await load.stop();
    const emptyMs = await allSettled(nodes);
    console.log(`  journals empty after ${emptyMs.toFixed(0)} ms; ${percentile(tally.times, 0.99).toFixed(1)} ms p99`);
    assert.deepEqual(tally.failed, [], "every known code was answered throughout");
    await allDecided(nodes);
    const sum = async (kind: string) => {
      const counts = nodes.map((node) => node.metric(`tessera_scans_${kind}_total`));
      return (await Promise.all(counts)).reduce((a, b) => a + b, 0);
    };
    // A busy machine's disk may be late, but not because of the database.
    assert.equal(tally.unacknowledged, timed ? 0 : await sum("late"), "every scan was acknowledged");
    assert.equal(await sum("unrecorded"), 0);
    await verify(first, "F4", [tally]);
    await newCodeIsSeenByBoth(first, second, { timed });
  } finally {
    for (const node of nodes) await node.kill();
    await database.destroy();
  }
}

/** F6: slow, silent, and cut in the middle of a COMMIT. */
export async function badWeather(seconds: number, { pauseMs, timed = false }: AwayOptions): Promise<void> {
  const direct = new URL(await migratedDatabase());
  const proxy = await startProxy(Number(direct.port));
  const node = await startService({ settings: { DATABASE_URL: direct.href.replace(direct.port, String(proxy.port)) } });
  try {
    const codes = await createCodes(node, 10);
    await warm([node], codes);
    const tallies: Tally[] = [];
    const fairLoad = startLoad([node], codes, { connections: 8, pauseMs });
    await sleep(seconds * 1000);
    const fair = await fairLoad.stop();
    tallies.push(fair);
    const usual = percentile(fair.times, 0.99);
    for (const weather of ["slow", "silent", "cut-at-commit"] as const) {
      const load = startLoad([node], codes, { connections: 8, pauseMs });
      proxy.change(weather);
      await sleep(seconds * 1000);
      if (weather === "cut-at-commit") {
        await eventually(() => assert.ok(proxy.cuts() > 0, "no connection was cut at a COMMIT"));
      }
      proxy.change("fair");
      const tally = await load.stop();
      tallies.push(tally);
      const p99 = percentile(tally.times, 0.99);
      console.log(
        `  ${weather}: p99 ${p99.toFixed(1)} ms, normally ${usual.toFixed(1)} ms, ${tally.failed.length} failures`,
      );
      assert.deepEqual(tally.failed, [], weather);
      // Very few redirects would complete if they waited for the database.
      assert.ok(tally.times.length > fair.times.length / 10, `no redirects when it is ${weather}`);
      if (timed) {
        assert.ok(p99 < Math.max(50, 3 * usual), `redirects are as fast as usual when the database is ${weather}`);
      }
    }
    const emptyMs = await allSettled([node]);
    console.log(`  journal empty after ${emptyMs.toFixed(0)} ms, ${proxy.cuts()} commits cut`);
    await verify(node, "F6", tallies);
  } finally {
    await node.kill();
    await proxy.close();
  }
}

/** Afterwards, notifications still arrive: a change on one node is visible on the other immediately. */
async function newCodeIsSeenByBoth(first: Service, second: Service, { timed }: { timed: boolean }): Promise<void> {
  const [code] = await createCodes(first, 1);
  const made = performance.now();
  await eventually(async () => assert.equal((await look(second, code!)).status, 302));
  if (timed) assert.ok(performance.now() - made < 3000, "a new code is visible soon");
  await first.tessera().codes.update(code!.id, { isPublic: false });
  const begun = performance.now();
  await eventually(async () => assert.equal((await look(second, code!)).status, 404));
  if (timed) assert.ok(performance.now() - begun < 1500, "a change is visible immediately");
}
