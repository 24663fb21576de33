/**
 * A visitor who reads and scans codes while others keep the service busy, in a separate thread, so that its times
 * exclude those of the others in this process.
 */
import assert from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import { percentile } from "../../support/load.ts";
import type { ServedCode } from "../../support/service.ts";

export interface VisitorTask {
  url: string;
  key: string;
  codes: readonly ServedCode[];
}

const { url, key, codes } = workerData as VisitorTask;
const headers = { authorization: `Bearer ${key}` };
const times: number[] = [];
for (const { id, shareToken } of codes) {
  const begun = performance.now();
  const scan = await fetch(`${url}/r/${shareToken}`, { redirect: "manual" });
  assert.equal(scan.status, 302);
  const between = performance.now();
  const read = await fetch(`${url}/api/v1/qrcodes/${id}`, { headers });
  assert.equal(read.status, 200);
  await read.arrayBuffer();
  times.push(between - begun, performance.now() - between);
}
parentPort!.postMessage(percentile(times, 0.99));
