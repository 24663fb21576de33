import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../../test/support/service.ts";

/** All scans in the API, over every code. */
async function countScans(server: Service): Promise<number> {
  let sum = 0;
  for await (const code of server.tessera().codes.list({ limit: 500 })) sum += code.scanCount;
  return sum;
}

export interface Tally {
  acknowledged: number;
  /** Answered before the disk had synced them. */
  late: number;
  /** Through the API. */
  found: number;
}

/** After all journals are synced. */
export async function tallyOf(nodes: readonly Service[]): Promise<Tally> {
  const sum = async (name: string) => {
    const counts = await Promise.all(nodes.map((node) => node.metric(`tessera_scans_${name}`)));
    return counts.reduce((a, b) => a + b, 0);
  };
  await until(async () => (await sum("undecided")) === 0, 60_000);
  const [acknowledged, late] = [await sum("recorded_total"), await sum("late_total")];
  // Late scans may have reached the journal only now.
  let found = await countScans(nodes[0]!);
  for (let i = 0; i < 100 && found < acknowledged + late; i++) {
    await sleep(100);
    found = await countScans(nodes[0]!);
  }
  return { acknowledged, late, found };
}

export const wordsOf = ({ acknowledged, late, found }: Tally): string =>
  `acknowledged ${acknowledged}, recorded late ${late}, found through the API ${found}: ${acknowledged + late === found ? "none went uncounted" : "THEY DIFFER"}`;

export async function until(condition: () => Promise<boolean>, ms: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await condition().catch(() => false)) return performance.now() - begun;
    await sleep(20);
  }
  throw new Error(`not so within ${ms} ms`);
}
