/** Compares the acknowledged scans with what the service reports afterwards. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { eventually } from "./eventually.ts";
import { countAcknowledged, type Tally } from "./load.ts";
import type { Service } from "./service.ts";

/** Waits until every scan is either recorded or reported as not recorded; then the counts are complete. */
export async function allDecided(nodes: readonly Service[]): Promise<void> {
  for (const node of nodes) {
    await eventually(async () => assert.equal(await node.metric("tessera_scans_undecided"), 0));
  }
}

/** Waits until the nodes' journals are empty; returns the milliseconds it took. */
export async function allSettled(nodes: readonly Service[]): Promise<number> {
  const begun = performance.now();
  for (const node of nodes) {
    await eventually(async () => assert.equal(await node.metric("tessera_journal_rows"), 0));
  }
  return performance.now() - begun;
}

/**
 * Returns how many scans were found. Prints sent, acknowledged, found, lost and doubled; fails unless the last two are
 * 0 and all counts agree.
 */
export async function verify(node: Service, title: string, tallies: readonly Tally[]): Promise<number> {
  const sum = { sent: 0, acknowledged: 0, found: 0, lost: 0, doubled: 0 };
  const disagreements: string[] = [];
  await allSettled([node]);
  const { codes } = node.tessera();
  const codeIds = new Set(tallies.flatMap(({ acknowledged }) => [...acknowledged.keys()]));
  for (const tally of tallies) {
    sum.sent += tally.sent;
    sum.acknowledged += countAcknowledged(tally);
  }
  for (const id of codeIds) {
    const scans = await Array.fromAsync(codes.scans(id, { limit: 500 }));
    const found = scans.map((scan) => scan.id);
    const unique = new Set(found);
    const { scanCount } = await codes.get(id);
    const { totalScans } = await codes.analytics(id);
    sum.found += found.length;
    sum.doubled += found.length - unique.size;
    const acknowledged = tallies.flatMap((tally) => tally.acknowledged.get(id) ?? []);
    sum.lost += acknowledged.filter((scanId) => !unique.has(scanId)).length;
    sum.doubled += acknowledged.length - new Set(acknowledged).size;
    if (scanCount !== found.length || totalScans !== found.length) {
      disagreements.push(`${id}: ${found.length} raw, scanCount ${scanCount}, analytics ${totalScans}`);
    }
  }
  const words = Object.entries(sum).map(([name, count]) => `${name} ${count}`);
  console.log(`${title}: ${words.join(", ")}`);
  assert.deepEqual(disagreements, []);
  assert.equal(sum.lost, 0, "acknowledged scans were lost");
  assert.equal(sum.doubled, 0, "scans were counted twice");
  assert.ok(sum.acknowledged > 0, "nothing was acknowledged, so nothing was tested");
  assert.ok(sum.found <= sum.sent, "more scans were counted than sent");
  await node.withStore(async (store) => {
    assert.deepEqual([...(await store.integrity()), ...(await store.scans.check())], []);
  });
  return sum.found;
}

/** SQLite's integrity check of the files in a stopped node's folder. */
export function checkFiles(dataDir: string): void {
  for (const name of ["tessera.db", "journal.db"]) {
    const file = join(dataDir, name);
    if (!existsSync(file)) continue;
    const db = new DatabaseSync(file);
    const { integrity_check: verdict } = db.prepare("PRAGMA integrity_check").get()!;
    db.close();
    assert.equal(verdict, "ok", name);
  }
}
