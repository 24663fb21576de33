import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../../test/support/service.ts";

/** All scans the API knows of, over every code. */
export async function countScans(server: Service): Promise<number> {
  let sum = 0;
  for await (const code of server.tessera().codes.list({ limit: 500 })) sum += code.scanCount;
  return sum;
}

export async function until(condition: () => Promise<boolean>, ms: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await condition().catch(() => false)) return performance.now() - begun;
    await sleep(20);
  }
  throw new Error(`not so within ${ms} ms`);
}
