/** Nodes that deliver webhooks to a receiver that often fails, and are killed meanwhile. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { migratedDatabase } from "../../support/databases.ts";
import { eventually, until } from "../../support/eventually.ts";
import { createService, type Service } from "../../support/service.ts";
import { type Manner, type Received, startReceiver } from "../../webhooks/receiver.ts";

export interface KillOptions {
  engine: "sqlite" | "postgres";
  kills: number;
  /** In full runs, the takeover is timed. */
  timed?: boolean;
}

interface Code {
  id: string;
  shareToken: string;
}

const BAD: Manner[] = ["error", "redirect", "close", "break off"];
const CODES = 3;
/** What a busy machine may add to the promised ten seconds. */
const SLACK_MS = 2_000;

export async function webhooksOutliveKills({ engine, kills, timed }: KillOptions): Promise<void> {
  const receiver = await startReceiver();
  const settings = {
    WEBHOOK_HTTP: "allow",
    WEBHOOK_PRIVATE: "allow",
    ...(engine === "postgres" ? { DATABASE_URL: await migratedDatabase() } : {}),
  };
  const first = await createService({ settings, isWatched: true });
  await first.prepare();
  const nodes: Service[] = [first];
  if (engine === "postgres") nodes.push(await createService({ settings, key: first.key, isWatched: true }));
  for (const node of nodes) await node.start();
  let isOver = false;
  try {
    const { secret } = (await first.api("/webhooks", { method: "POST", json: { url: receiver.url } })) as {
      secret: string;
    };
    receiver.secret = secret;
    receiver.manner = () => (Math.random() < 0.1 ? BAD[Math.floor(Math.random() * 4)]! : "ok");
    const codes = await makeCodes(first);
    const names = new Map<string, string[]>(codes.map(({ id }) => [id, []]));
    const scans = new Set<string>();
    let n = 0;
    const load = nodes.map(async (node, i) => {
      while (!isOver) {
        const mine = codes.filter((_, at) => at % nodes.length === i);
        for (const code of mine) {
          const name = `Name ${++n}`;
          const json = { name };
          if (await succeeds(node.ask(`/qrcodes/${code.id}`, { method: "PATCH", json }))) {
            names.get(code.id)!.push(name);
          }
          const visit = fetch(`${node.url}/r/${code.shareToken}`, { redirect: "manual" });
          const scan = (await visit.catch(() => null))?.headers.get("scan-id");
          if (scan) scans.add(scan);
        }
        // Fewer than a webhook sends per second, or it would lag on its own.
        await sleep(1_000);
      }
    });
    for (let kill = 0; kill < kills; kill++) {
      const node = nodes[kill % nodes.length]!;
      await sleep(500 + 2_000 * Math.random());
      await node.kill();
      if (timed && engine === "postgres") await takesOver(receiver);
      await node.start();
    }
    await until(() => scans.size > 0 && n > CODES);
    isOver = true;
    await Promise.all(load);
    receiver.manner = () => "ok";
    await eventually(() => everythingArrived(receiver.taken, names, scans));
    assert.equal(receiver.forged, 0);
  } catch (error) {
    const logs = nodes.map((node) => node.said().stdout.slice(-2000)).join("\n");
    throw new Error(`The nodes said: ${logs}`, { cause: error });
  } finally {
    isOver = true;
    for (const node of nodes) await node.stop();
    await receiver.close();
  }
}

async function makeCodes(node: Service): Promise<Code[]> {
  const json = { name: "Menu", content: "https://example.com" };
  const make = () => node.api("/qrcodes", { method: "POST", json }) as Promise<Code>;
  return Promise.all(Array.from({ length: CODES }, make));
}

const succeeds = (answer: Promise<Response>): Promise<boolean> =>
  answer.then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

/** The remaining node sends something within ten seconds. */
async function takesOver(receiver: { requests: number }): Promise<void> {
  const begun = performance.now();
  const before = receiver.requests;
  // Requests in flight when it was killed may still arrive.
  await sleep(50);
  await eventually(() => assert.ok(receiver.requests > before + 1));
  const ms = performance.now() - begun;
  assert.ok(ms < 10_000 + SLACK_MS, `the other node took over after ${Math.round(ms)} ms`);
}

function everythingArrived(
  taken: readonly Received[],
  names: ReadonlyMap<string, readonly string[]>,
  scans: ReadonlySet<string>,
): void {
  // At least once: a repeated one has the same id.
  const once = [...new Map(taken.map((event) => [event.id, event])).values()];
  for (const [id, changed] of names) {
    const told = once.filter(({ type, data }) => type === "qrcode.updated" && data.id === id);
    const known = new Set(changed);
    // A change without an answer may have been made.
    const names = told.map(({ data }) => data.name).filter((name) => known.has(name));
    assert.deepEqual(names.toSorted(), changed.toSorted(), "every answered change, once");
  }
  const told = once.flatMap(({ type, data }) =>
    type === "qrcode.scanned" ? data.scans.map((scan: { id: string }) => scan.id) : [],
  );
  assert.equal(new Set(told).size, told.length, "no scan is in two events");
  assert.deepEqual(
    [...scans].filter((id) => !told.includes(id)),
    [],
    "every answered scan",
  );
}
