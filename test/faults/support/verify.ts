/** What was acknowledged against what the service says of itself afterwards. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { countAcknowledged, type Tally } from "./load.ts";
import type { FaultNode } from "./node.ts";

interface Page {
  data: { id: string }[];
  nextCursor: string | null;
}

async function scansOf(node: FaultNode, id: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page = (await node.api(`/qrcodes/${id}/scans?limit=500${after}`)) as Page;
    ids.push(...page.data.map((scan) => scan.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Gives how many were found. Prints sent, acknowledged, found, lost and doubled; fails unless the last two are 0 and all agrees. */
export async function verify(
  node: FaultNode,
  title: string,
  tallies: readonly Tally[],
): Promise<number> {
  const sum = { sent: 0, acknowledged: 0, found: 0, lost: 0, doubled: 0 };
  const disagreements: string[] = [];
  const codeIds = new Set(tallies.flatMap(({ acknowledged }) => [...acknowledged.keys()]));
  for (const tally of tallies) {
    sum.sent += tally.sent;
    sum.acknowledged += countAcknowledged(tally);
  }
  for (const id of codeIds) {
    const found = await scansOf(node, id);
    const unique = new Set(found);
    const { scanCount } = (await node.api(`/qrcodes/${id}`)) as { scanCount: number };
    const { totalScans } = (await node.api(`/qrcodes/${id}/analytics`)) as { totalScans: number };
    sum.found += found.length;
    sum.doubled += found.length - unique.size;
    for (const { acknowledged } of tallies) {
      for (const scanId of acknowledged.get(id) ?? []) if (!unique.has(scanId)) sum.lost += 1;
    }
    if (scanCount !== found.length || totalScans !== found.length) {
      disagreements.push(
        `${id}: ${found.length} raw, scanCount ${scanCount}, analytics ${totalScans}`,
      );
    }
  }
  const words = Object.entries(sum).map(([name, count]) => `${name} ${count}`);
  console.log(`${title}: ${words.join(", ")}`);
  assert.deepEqual(disagreements, []);
  assert.equal(sum.lost, 0, "acknowledged scans were lost");
  assert.equal(sum.doubled, 0, "scans were counted twice");
  assert.ok(sum.acknowledged > 0, "nothing was acknowledged: nothing was tested");
  assert.ok(sum.found <= sum.sent, "more was counted than was sent");
  assert.match(await node.run("check"), /agree/);
  return sum.found;
}

/** What SQLite says of the files in a stopped node's folder. */
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
