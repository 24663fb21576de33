import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad, type Tally } from "./load.ts";
import { createCodes, createNode } from "./node.ts";
import { checkFiles, verify } from "./verify.ts";

/** F1: kill -9 at random moments under load; then every acknowledged scan must be found, once. */
export async function killUnderLoad(
  kills: number,
  engine: string,
  databaseUrl?: string,
): Promise<void> {
  const node = await createNode({ databaseUrl });
  const tallies: Tally[] = [];
  let slowestStart = 0;
  try {
    const firstStart = await node.start();
    await node.prepare();
    const codes = await createCodes(node, 20);
    for (let i = 0; i < kills; i++) {
      const load = startLoad(node, codes);
      await sleep(100 + Math.random() * 600);
      await node.kill();
      tallies.push(await load.stop());
      slowestStart = Math.max(slowestStart, await node.start());
    }
    await verify(node, `F1 ${engine}, ${kills} kills`, tallies);
    console.log(`F1 ${engine}: ready again after ${Math.round(slowestStart)} ms at most`);
    // A machine that is slow to start anything gets its share more.
    const limit = Math.max(3000, 2 * firstStart);
    assert.ok(slowestStart < limit, `ready again only after ${slowestStart} ms`);
    assert.equal((await node.stop()).code, 0);
    checkFiles(node.dataDir);
  } finally {
    await node.kill();
  }
}
