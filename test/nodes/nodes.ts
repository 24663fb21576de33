/** What the tests of nodes on one database have in common. */
import assert from "node:assert/strict";
import { eventually } from "../support/eventually.ts";
import type { ServedCode, Service } from "../support/service.ts";

/** A visit that does not count. */
export const look = (node: Service, { shareToken }: ServedCode): Promise<Response> =>
  fetch(`${node.url}/r/${shareToken}`, { method: "HEAD", redirect: "manual" });

/** Each node must have seen a code once to know it. */
export async function warm(nodes: readonly Service[], codes: readonly ServedCode[]): Promise<void> {
  for (const node of nodes) {
    for (const code of codes) assert.equal((await look(node, code)).status, 302);
  }
}

/** Waits until the API finds the database; gives how many milliseconds that took. */
export async function answersAgain(node: Service): Promise<number> {
  const begun = performance.now();
  await eventually(async () => assert.equal((await node.ask("/qrcodes")).status, 200));
  return performance.now() - begun;
}
