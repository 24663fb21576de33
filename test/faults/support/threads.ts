import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../support/eventually.ts";
import { startLoad, type Tally } from "../../support/load.ts";
import { createCodes, createService, type ServedCode, type Service } from "../../support/service.ts";
import { allDecided, checkFiles, verify } from "../../support/verify.ts";

const THREADS = {
  sqlite: ["sqlite-writer", "sqlite-reader", "sqlite-list-reader", "reports", "verdicts", "journal"],
  postgres: ["postgres-settler", "reports", "verdicts", "journal"],
};
const NOTICED_MS = 1000;
/** A thread that ends again before this has passed ends the process. */
const MINUTE_MS = 61_000;

export interface ThreadFaultOptions {
  engine: "sqlite" | "postgres";
  databaseUrl: string | undefined;
  /** How often each thread is ended, a minute apart. */
  rounds: number;
  /** If the machine is busy with other tests, the detection time means nothing. */
  isTimed: boolean;
}

/** F15: each thread is ended in turn under load: detected, reported, restarted; nothing is lost. */
export async function endThreadsUnderLoad(options: ThreadFaultOptions): Promise<void> {
  const { engine, databaseUrl, rounds, isTimed } = options;
  const node = await createService({ settings: { DATABASE_URL: databaseUrl }, isWatched: true });
  const names = THREADS[engine];
  const noticed: number[] = [];
  const tallies: Tally[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  let failures = 0;
  try {
    await node.prepare();
    await node.start();
    const codes = await createCodes(node, 20);
    for (let round = 1; round <= rounds; round++) {
      if (round > 1) await sleep(MINUTE_MS);
      // What its owner changes must be read again, which fails while that thread is down.
      const known = codes.slice(1);
      const load = startLoad([node], known, { connections: 8, pauseMs: isTimed ? 0 : 50 });
      const owner = startOwner(node, codes[0]!, isTimed ? 20 : 200);
      stops.push(load.stop, owner.stop);
      for (const name of names) {
        await sleep(300 + Math.random() * 300);
        noticed.push(await endAndNotice(node, name));
        await worksAgain(node, name, codes[0]!, round);
      }
      failures += (await owner.stop()).length;
      tallies.push(await load.stop());
    }
    const sum = (read: (tally: Tally) => number) => tallies.reduce((n, t) => n + read(t), 0);
    const slowest = Math.max(...noticed);
    const unacknowledged = sum((tally) => tally.unacknowledged);
    console.log(
      `F15 ${engine}: ${noticed.length} threads ended, each detected within ${Math.round(slowest)} ms; ${sum(({ sent }) => sent)} scans sent, ${sum(({ failed }) => failed.length)} not served, ${unacknowledged} without Scan-Id; ${failures} requests of the owner failed`,
    );
    if (isTimed) assert.ok(slowest < NOTICED_MS, `detected only after ${slowest} ms`);
    for (const { failed } of tallies) assert.deepEqual(failed, [], "known codes are served");
    await allDecided([node]);
    const [late, unrecorded] = await Promise.all(
      ["late", "unrecorded"].map((kind) => node.metric(`tessera_scans_${kind}_total`)),
    );
    assert.equal(late! + unrecorded!, unacknowledged);
    await endsTheProcess(node, names.at(-1)!);
    checkFiles(node.dataDir);
    await node.start();
    await verify(node, `F15 ${engine}`, tallies);
    assert.equal((await node.stop()).code, 0);
  } finally {
    await node.kill();
    for (const stop of stops) await stop();
  }
}

/** Returns the milliseconds until the log and /readyz reported it. */
async function endAndNotice(node: Service, name: string): Promise<number> {
  const begun = performance.now();
  node.endThread(name);
  while (!(await hasSaid(node, name))) {
    assert.ok(performance.now() - begun < 300_000, `the end of ${name} was not detected`);
    await sleep(10);
  }
  return performance.now() - begun;
}

/** In the log and in /readyz. */
async function hasSaid(node: Service, name: string): Promise<boolean> {
  const health = (await (await fetch(`${node.url}/readyz`)).json()) as { status: string; reasons: string[] };
  return (
    health.status === "degraded" &&
    health.reasons.some((reason) => reason.startsWith(`The ${name} thread ended`)) &&
    node.said().stdout.includes(`"thread":"${name}"`)
  );
}

async function worksAgain(node: Service, name: string, code: ServedCode, restarts: number): Promise<void> {
  assert.equal(await node.metric(`tessera_thread_restarts_total{thread="${name}"}`), restarts);
  await node.api(`/qrcodes/${code.id}`, { method: "PATCH", json: { name: `after ${name}` } });
  await node.api(`/qrcodes/${code.id}/scannability`);
  await node.api("/qrcodes?limit=1");
  await node.api(`/qrcodes/${code.id}/analytics`);
  await eventually(async () => {
    const { headers } = await fetch(`${node.url}/r/${code.shareToken}`, { method: "HEAD", redirect: "manual" });
    assert.ok(headers.has("location"));
  });
}

/** An owner who writes, reads, looks at statistics and checks scannability all the time; some of it fails with a thread. */
function startOwner(node: Service, code: ServedCode, pauseMs: number): { stop(): Promise<string[]> } {
  const failures: string[] = [];
  let running = true;
  async function ask(): Promise<void> {
    for (let i = 0; running; i++) {
      const path = `/qrcodes/${code.id}`;
      const asked = [
        node.api(path, { method: "PATCH", json: { name: `Code ${i}` } }),
        node.api(path),
        node.api(`${path}/scannability`),
        node.api(`${path}/analytics`),
      ];
      for (const answer of await Promise.allSettled(asked)) {
        if (answer.status === "rejected") failures.push(String(answer.reason));
      }
      await sleep(pauseMs);
    }
  }
  const asking = ask();
  return {
    async stop() {
      running = false;
      await asking;
      return failures;
    },
  };
}

/** Of a thread that ended less than a minute ago. */
async function endsTheProcess(node: Service, name: string): Promise<void> {
  const ended = node.ended();
  const before = node.said().stderr.length;
  node.endThread(name);
  assert.equal(await ended, 1);
  assert.equal(
    node.said().stderr.slice(before),
    `tessera: The ${name} thread ended twice within a minute, so the service stops.\n`,
  );
}
