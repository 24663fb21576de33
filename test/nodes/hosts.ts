import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { migratedDatabase } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { percentile, startLoad } from "../support/load.ts";
import { createCodes, type Service, startService } from "../support/service.ts";
import { startProxy } from "../support/tcp-proxy.ts";
import { allSettled, verify } from "../support/verify.ts";
import { startPair } from "./failover.ts";
import { warm } from "./nodes.ts";

/** More than a node needs for a fault of 3 s; on a slower machine more would only pile up. */
const MAX_OPEN = 400;

/** Two hosts in DATABASE_URL, and what happens to the first. */
interface Hosts {
  url: string;
  spoilFirst(): Promise<void>;
  close(): Promise<void>;
}

/** Both names lead to one server: the first stops answering, or refuses connections. */
async function proxied(fault: "silent" | "refusing"): Promise<Hosts> {
  const { port, pathname } = new URL(await migratedDatabase());
  const [first, second] = [await startProxy(Number(port)), await startProxy(Number(port))];
  return {
    url: `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}${pathname}`,
    async spoilFirst() {
      if (fault === "silent") first.change("silent");
      else await first.close();
    },
    async close() {
      await first.close();
      await second.close();
    },
  };
}

/** A switch-over: the second is promoted, the first keeps running read-only. */
async function switchedOver(): Promise<Hosts> {
  const { primary, standby } = await startPair();
  return {
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
    async spoilFirst() {
      const old = postgres(primary.url("postgres"), { max: 1, onnotice: () => {} });
      await old`ALTER SYSTEM SET default_transaction_read_only = on`;
      await old`SELECT pg_reload_conf()`;
      await old.end();
      const next = postgres(standby.url("postgres"), { max: 1, onnotice: () => {} });
      await next`SELECT pg_promote()`;
      await next.end();
    },
    async close() {
      await standby.destroy();
      await primary.destroy();
    },
  };
}

type HostFault = "silent" | "refusing" | "read-only";

/**
 * F16: the first of two hosts fails under steady requests and scans. Returns the milliseconds from the fault to the
 * first answer to a request begun after it.
 */
export async function firstHostFails(fault: HostFault, seconds: number, everyMs: number): Promise<number> {
  const hosts = fault === "read-only" ? await switchedOver() : await proxied(fault);
  const node = await startService({ settings: { DATABASE_URL: hosts.url } });
  try {
    const codes = await createCodes(node, 10);
    await warm([node], codes);
    const load = startLoad([node], codes, { connections: 4, pauseMs: 20 });
    const requests = requestsOf(node, codes[0]!, everyMs);
    await load.acknowledges(50);
    await hosts.spoilFirst();
    const spoilt = performance.now();
    const afterwards = () => requests.answers.filter(({ begun }) => begun > spoilt);
    await eventually(() =>
      assert.ok(
        afterwards().some(({ ok }) => ok),
        "no request succeeds",
      ),
    );
    await sleep(seconds * 1000);
    await requests.stop();
    const scans = await load.stop();
    const after = afterwards();
    const first = Math.min(...after.filter(({ ok }) => ok).map(({ ended }) => ended - spoilt));
    const failed = after.filter(({ ok }) => !ok);
    const last = Math.max(0, ...failed.map(({ begun }) => begun - spoilt));
    console.log(
      `F16 ${fault}: first success after ${first.toFixed(0)} ms, ${failed.length} of ${after.length} requests failed, the last begun after ${last.toFixed(0)} ms; redirects p99 ${percentile(scans.times, 0.99).toFixed(1)} ms`,
    );
    assert.deepEqual(scans.failed, [], "every known code was answered throughout");
    const emptyMs = await allSettled([node]);
    console.log(`  journal empty after ${emptyMs.toFixed(0)} ms`);
    await verify(node, `F16 ${fault}`, [scans]);
    return first;
  } finally {
    await node.kill();
    await hosts.close();
  }
}

/**
 * F16: one caller sends only mistakes; with two hosts no other caller may notice. There is a pause between mistakes, so
 * that it is they that are tested, and not the load that the machine can bear.
 */
export async function callersMistakes(seconds: number, everyMs: number, pauseMs = 0): Promise<void> {
  const hosts = await proxied("refusing");
  const node = await startService({ settings: { DATABASE_URL: hosts.url } });
  let running = true;
  try {
    const [code] = await createCodes(node, 1);
    const statuses = new Map<number, number>();
    const mistaken = Array.from({ length: 4 }, async () => {
      while (running) {
        const json = { shareToken: "x" };
        const { status } = await node.ask(`/qrcodes/${code!.id}`, { method: "PATCH", json });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (pauseMs > 0) await sleep(pauseMs);
      }
    });
    const others = requestsOf(node, code!, everyMs, pauseMs > 0 ? 1 : MAX_OPEN);
    await sleep(seconds * 1000);
    await eventually(() => assert.ok(statuses.size > 0 && others.answers.length > 0));
    running = false;
    await Promise.all(mistaken);
    await others.stop();
    const failed = others.answers.filter(({ ok }) => !ok).length;
    console.log(`F16 mistakes: ${JSON.stringify([...statuses])}, others: ${failed} of ${others.answers.length} failed`);
    assert.deepEqual([...statuses.keys()], [400], "a mistake is reported as one");
    assert.equal(failed, 0, "requests of others that failed");
  } finally {
    running = false;
    await node.kill();
    await hosts.close();
  }
}

interface Answered {
  begun: number;
  ended: number;
  ok: boolean;
}

/** Reads a code at a fixed rate, with at most `mostOpen` requests waiting. Ends with the process. */
function requestsOf(node: Service, { id }: { id: string }, everyMs: number, mostOpen = MAX_OPEN) {
  const answers: Answered[] = [];
  const open = new Set<Promise<void>>();
  async function request(): Promise<void> {
    const begun = performance.now();
    const answer = await node.ask(`/qrcodes/${id}`).catch(() => null);
    await answer?.arrayBuffer();
    answers.push({ begun, ended: performance.now(), ok: answer?.status === 200 });
  }
  const timer = setInterval(() => {
    if (open.size >= mostOpen) return;
    const asked = request().finally(() => open.delete(asked));
    open.add(asked);
  }, everyMs).unref();
  return {
    answers,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
