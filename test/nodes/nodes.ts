/** Support for the tests of several nodes on one database. */
import assert from "node:assert/strict";
import { eventually } from "../support/eventually.ts";
import type { ServedCode, Service } from "../support/service.ts";

/** A visit that does not count. */
export const look = (node: Service, { shareToken }: ServedCode): Promise<Response> =>
  fetch(`${node.url}/r/${shareToken}`, { method: "HEAD", redirect: "manual" });

/** Each node caches a code when it first sees it. */
export async function warm(nodes: readonly Service[], codes: readonly ServedCode[]): Promise<void> {
  for (const node of nodes) {
    for (const code of codes) assert.equal((await look(node, code)).status, 302);
  }
}

/** Waits until the API reaches the database; returns the milliseconds it took. */
export async function answersAgain(node: Service): Promise<number> {
  const begun = performance.now();
  await eventually(async () => assert.equal((await node.ask("/qrcodes")).status, 200));
  return performance.now() - begun;
}
