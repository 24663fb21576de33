import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createCodes, startServer, until } from "../../bench/support/server.ts";
import { percentile, startLoad } from "../support/load.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startProxy } from "../support/tcp-proxy.ts";
import { allSettled, assertNothingLost } from "./accounting.ts";

const DURABLE = ["fsync=on"];

/** F4: the database stops, hard or soft, and comes back, while people scan on two nodes. */
export async function databaseRestarts(times: number, awayMs: number): Promise<void> {
  const database = await startPostgres(DURABLE);
  const settings = { DATABASE_URL: database.url("postgres") };
  const first = await startServer(settings);
  const second = await startServer(settings, first.key);
  const nodes = [first, second];
  try {
    const tokens = (await createCodes(first, 10)).map((code) => code.shareToken);
    await warm(
      nodes.map((node) => node.url),
      tokens,
    );
    const load = startLoad(
      nodes.map((node) => node.url),
      tokens,
      { clients: 8, pauseMs: 2 },
    );
    for (let i = 0; i < times; i++) {
      await sleep(1000);
      await database.stop(i % 2 === 0 ? "immediate" : "fast");
      await sleep(200);
      const begun = performance.now();
      const answer = await first.api("/qrcodes");
      assert.equal(answer.status, 500, "the API says internal_error while the database is away");
      assert.ok(performance.now() - begun < 5000, "and says so quickly");
      const ready = await fetch(`${first.url}/readyz`);
      assert.equal(ready.status, 200);
      assert.equal(((await ready.json()) as { status: string }).status, "degraded");
      await sleep(awayMs);
      await database.start();
      const backMs = await until(async () => (await first.api("/qrcodes")).status === 200, 30_000);
      console.log(`  database back, API answers after ${backMs.toFixed(0)} ms`);
    }
    await sleep(500);
    const result = await load.stop();
    const emptyMs = await allSettled(nodes, 30_000);
    console.log(
      `  journals empty after ${emptyMs.toFixed(0)} ms; ${percentile(result.times, 0.99).toFixed(1)} ms p99`,
    );
    assert.deepEqual(result.failures, [], "every known code was answered throughout");
    assert.equal(result.acknowledged.length, result.redirected, "and every scan acknowledged");
    await assertNothingLost("F4", settings.DATABASE_URL, [result]);
    await newCodeIsSeenByBoth(nodes);
  } finally {
    for (const node of nodes) await node.stop();
    await database.destroy();
  }
}

/** F6: slow, silent, and cut in the middle of a COMMIT. */
export async function badWeather(seconds: number): Promise<void> {
  const database = await startPostgres(DURABLE);
  const proxy = await startProxy(database.port);
  const direct = database.url("postgres");
  const node = await startServer({
    DATABASE_URL: direct.replace(String(database.port), String(proxy.port)),
  });
  try {
    const tokens = (await createCodes(node, 10)).map((code) => code.shareToken);
    await warm([node.url], tokens);
    const results = [];
    const fairLoad = startLoad([node.url], tokens, { clients: 8, pauseMs: 2 });
    await sleep(seconds * 1000);
    const fair = await fairLoad.stop();
    results.push(fair);
    const usual = percentile(fair.times, 0.99);
    for (const weather of ["slow", "silent", "cut-at-commit"] as const) {
      const load = startLoad([node.url], tokens, { clients: 8, pauseMs: 2 });
      proxy.change(weather);
      await sleep(seconds * 1000);
      proxy.change("fair");
      const result = await load.stop();
      results.push(result);
      const p99 = percentile(result.times, 0.99);
      console.log(
        `  ${weather}: p99 ${p99.toFixed(1)} ms, in fair weather ${usual.toFixed(1)} ms, ${result.failures.length} failures`,
      );
      assert.deepEqual(result.failures, [], weather);
      assert.ok(
        p99 < Math.max(50, 3 * usual),
        `redirects are as quick as ever when the database is ${weather}`,
      );
    }
    assert.ok(proxy.cuts() > 0, "a connection was cut at a COMMIT");
    const emptyMs = await allSettled([node], 60_000);
    console.log(`  journal empty after ${emptyMs.toFixed(0)} ms, ${proxy.cuts()} commits cut`);
    await assertNothingLost("F6", direct, results);
  } finally {
    await node.stop();
    await proxy.close();
    await database.destroy();
  }
}

/** Each node must have seen a code once to know it. */
async function warm(urls: readonly string[], tokens: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (const token of tokens) {
      const answer = await fetch(`${url}/r/${token}`, { method: "HEAD", redirect: "manual" });
      assert.equal(answer.status, 302);
    }
  }
}

/** After all that, notices still arrive: a change on one node is seen on the other at once. */
async function newCodeIsSeenByBoth(
  nodes: Awaited<ReturnType<typeof startServer>>[],
): Promise<void> {
  const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  const [code] = await createCodes(first, 1);
  const open = () =>
    fetch(`${second.url}/r/${code!.shareToken}`, { method: "HEAD", redirect: "manual" });
  await until(async () => (await open()).status === 302, 3000);
  await first.api(`/qrcodes/${code!.id}`, { method: "PATCH", json: { isPublic: false } });
  await until(async () => (await open()).status === 404, 1500);
}
