/** Nodes that deliver webhooks to a receiver that often fails, and are killed meanwhile. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { migratedDatabase } from "../../support/databases.ts";
import { eventually, until } from "../../support/eventually.ts";
import { createService, type Service } from "../../support/service.ts";
import { type Manner, type Received, startReceiver } from "../../webhooks/receiver.ts";
import { type Control, startControl, TooBusy } from "./control.ts";

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
/** For some twenty steps of two nodes and the database, each of which may wait for a processor. */
const SLACK_MS = 2_000;
/** With longer waits than this for each step, a late takeover says nothing. */
const MAX_WAITED_MS = SLACK_MS / 20;

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
  const control = timed ? await startControl() : null;
  const unknown: string[] = [];
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
      if (control) {
        const late = await takesOver(receiver, control);
        if (late) unknown.push(late);
      }
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
    await control?.stop();
    for (const node of nodes) await node.stop();
    await receiver.close();
  }
  if (2 * unknown.length > kills) throw new TooBusy(unknown.join("; "));
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

/** The remaining node sends something within ten seconds. Returns why it cannot be told, if it was late. */
async function takesOver(receiver: { requests: number }, control: Control): Promise<string | null> {
  await control.waited();
  const begun = performance.now();
  const before = receiver.requests;
  // Requests in flight when it was killed may still arrive.
  await sleep(50);
  await eventually(() => assert.ok(receiver.requests > before + 1));
  const ms = performance.now() - begun;
  const waited = await control.waited();
  const took = `the other node took over after ${Math.round(ms)} ms`;
  console.log(`F20: ${took}; control ${waited.toFixed(1)} ms`);
  if (ms < 10_000 + SLACK_MS) return null;
  assert.ok(waited > MAX_WAITED_MS, took);
  return `${took}, while a process waited for a processor for ${Math.round(waited)} ms`;
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
