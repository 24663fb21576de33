import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after, before, it } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { onEachEngine } from "../support/stores.ts";
import type { Contention, Interval } from "./client-process.ts";
import { freshOwnKey } from "./keys.ts";

const CLIENTS = 16;
const WINDOW_MS = 400;
/** A refused client waits 5 ms, so these last at least three and a half windows. */
const REFUSALS = (3.5 * WINDOW_MS) / 5;
const NODE = new URL("./client-process.ts", import.meta.url);

const message = (child: ChildProcess) =>
  new Promise<unknown>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the node ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (told) => {
      child.off("exit", ended);
      resolve(told);
    });
  });

onEachEngine("Two processes with one key", (engine) => {
  let store: Store;
  let nodes: ChildProcess[];
  before(async () => {
    const place = await engine.migratedPlace();
    store = await engine.open(place);
    const args = [place.dataDir, place.databaseUrl ?? ""];
    nodes = [fork(NODE, args), fork(NODE, args)];
    await Promise.all(nodes.map(message));
  });
  after(async () => {
    const ended = nodes.map((node) => once(node, "exit"));
    for (const node of nodes) node.send("end");
    await Promise.all(ended);
  });

  /** The requests admitted on two nodes with a new key until each client was refused `refusals` times. */
  async function contend(limit: number, windowMs: number, refusals: number): Promise<Interval[]> {
    const key = await freshOwnKey(store);
    const contention: Contention = { key, limit, windowMs, refusals, clients: CLIENTS };
    const results = nodes.map(message);
    for (const node of nodes) node.send(contention);
    return ((await Promise.all(results)) as Interval[][]).flat();
  }

  for (const limit of [20, 100]) {
    it(`admits exactly ${limit} within one window`, async () => {
      assert.equal((await contend(limit, 3_600_000, 20)).length, limit);
    });
  }

  it("never admit more than the limit in any true window, over several", async () => {
    const limit = 20;
    const admitted = await contend(limit, WINDOW_MS, REFUSALS);
    assert.ok(admitted.length >= 3 * limit, `only ${admitted.length} over three windows`);
    // Each was admitted between its request and its answer. A window certainly had more than the limit if so many were
    // requested after its start and answered before its end.
    for (const [start] of admitted) {
      const within = admitted.filter(([asked, answered]) => asked >= start && answered < start + WINDOW_MS);
      assert.ok(within.length <= limit, `${within.length} within one window`);
    }
  });
});
