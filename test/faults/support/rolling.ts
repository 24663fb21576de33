import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { layOut, startNginx } from "../../deploy/nginx.ts";
import { migratedDatabase } from "../../support/databases.ts";
import { eventually } from "../../support/eventually.ts";
import { startLoad } from "../../support/load.ts";
import { createCodes, type Service, startService } from "../../support/service.ts";
import { allSettled, verify } from "../../support/verify.ts";

const NODES = 3;
const CREATING = 4;
const CHANGING = 3;
const SCANNING = 4;

/**
 * F13: nodes behind the shipped nginx are restarted one after the other: no request fails, and every 201 is one code.
 * Each client waits for `pauseMs` between two requests.
 */
export async function restartBehindNginx(rounds: number, pauseMs = 0): Promise<void> {
  const settings = { DATABASE_URL: await migratedDatabase() };
  const nodes: Service[] = [];
  for (let i = 0; i < NODES; i++) nodes.push(await startService({ settings, ...(i > 0 && { key: nodes[0]!.key }) }));
  const [first] = nodes as [Service];
  const proxy = await startNginx(await layOut(nodes.map(({ url }) => new URL(url).host)));
  const ending: (() => Promise<unknown>)[] = [proxy.stop, ...nodes.map((node) => node.kill)];
  try {
    const codes = await createCodes(first, CHANGING + SCANNING);
    const at = { url: `http://127.0.0.1:${proxy.port}` };
    const scans = startLoad([at], codes.slice(CHANGING), { connections: SCANNING, pauseMs });
    const writes = startWrites(proxy.port, first.key, codes.slice(0, CHANGING), pauseMs);
    ending.unshift(scans.stop, writes.stop);
    for (let round = 0; round < rounds; round++) {
      for (const node of nodes) {
        await writes.succeed(50);
        await scans.acknowledges(20);
        assert.equal((await node.stop()).code, 0);
        // A busy machine may be too slow for a start: a supervisor retries.
        await eventually(node.start);
      }
    }
    const { created, changed, read, failed } = await writes.stop();
    const tally = await scans.stop();
    const counts = `${created} created, ${changed} changed, ${read} read, ${tally.sent} scanned`;
    console.log(`F13 nginx, ${rounds * NODES} restarts: ${counts}, ${failed.length + tally.failed.length} failed`);
    assert.deepEqual([...failed, ...tally.failed], []);
    const found = await Array.fromAsync(first.tessera().codes.list({ limit: 500 }));
    assert.equal(found.length, codes.length + created, "a code was created twice, or lost");
    // The other nodes settle their journals in their own time.
    await allSettled(nodes);
    await verify(first, "F13 nginx", [tally]);
  } finally {
    for (const end of ending) await end();
  }
}

/** Clients that create, change and read. */
function startWrites(port: number, key: string, codes: readonly { id: string }[], pauseMs: number) {
  const agent = new Agent({ keepAlive: true });
  const done = { created: 0, changed: 0, read: 0, failed: [] as string[] };
  let running = true;

  const ask = (method: string, path: string, json?: unknown) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const sent = request({ port, agent, method, path: `/api/v1${path}`, headers }, (answer) =>
        text(answer).then(() => resolve(answer.statusCode!), reject),
      );
      sent.on("error", reject);
      sent.end(json && JSON.stringify(json));
    });

  async function repeat(kind: "created" | "changed" | "read", expected: number, send: () => Promise<number>) {
    while (running) {
      const outcome = await send().catch((error: Error) => error.message);
      if (outcome === expected) done[kind] += 1;
      else done.failed.push(`${kind}: ${outcome}`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
  const create = () => ask("POST", "/qrcodes", { name: "Made", content: "https://example.com/made" });
  const programs = [
    ...Array.from({ length: CREATING }, () => repeat("created", 201, create)),
    ...codes.map(({ id }) => repeat("changed", 200, () => ask("PATCH", `/qrcodes/${id}`, { name: "Changed" }))),
    repeat("read", 200, () => ask("GET", "/qrcodes")),
  ];
  return {
    succeed(count: number): Promise<void> {
      const wanted = done.created + count;
      return eventually(() => assert.ok(done.created >= wanted, "nothing is created"));
    },
    async stop() {
      running = false;
      await Promise.all(programs);
      agent.destroy();
      return done;
    },
  };
}
