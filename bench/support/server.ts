import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../../test/support/service.ts";

/** All scans the API knows of, over every code. */
async function countScans(server: Service): Promise<number> {
  let sum = 0;
  for await (const code of server.tessera().codes.list({ limit: 500 })) sum += code.scanCount;
  return sum;
}

/** Once the disks have all: the scans that were kept, in time or late, and those that the API finds. */
export async function tallyOf(nodes: readonly Service[]): Promise<{ kept: number; found: number }> {
  const sum = async (name: string) => {
    const counts = await Promise.all(nodes.map((node) => node.metric(`tessera_scans_${name}`)));
    return counts.reduce((a, b) => a + b, 0);
  };
  await until(async () => (await sum("undecided")) === 0, 60_000);
  const kept = (await sum("recorded_total")) + (await sum("late_total"));
  // What was late may have reached the journal only now.
  let found = await countScans(nodes[0]!);
  for (let i = 0; i < 100 && found < kept; i++) {
    await sleep(100);
    found = await countScans(nodes[0]!);
  }
  return { kept, found };
}

/** Of a tally, in words. */
export const wordsOf = ({ kept, found }: { kept: number; found: number }): string =>
  `kept ${kept}, found through the API ${found}: ${kept === found ? "none went uncounted" : "THEY DIFFER"}`;

export async function until(condition: () => Promise<boolean>, ms: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await condition().catch(() => false)) return performance.now() - begun;
    await sleep(20);
  }
  throw new Error(`not so within ${ms} ms`);
}
