import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../support/eventually.ts";
import { countAcknowledged, startLoad } from "../../support/load.ts";
import { createCodes, createService } from "../../support/service.ts";
import { freshDir } from "../../support/stores.ts";
import { notAllowed } from "../../support/tools.ts";
import { allDecided, checkFiles, verify } from "../../support/verify.ts";

export const NO_DISK = notAllowed("a full disk", "a small one may not be mounted here (root may)");

/** A small mounted disk, or null if mounting is not permitted. */
export function mountSmallDisk(megabytes: number): { dir: string; unmount(): void } | null {
  const dir = freshDir();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    return null;
  }
  return { dir, unmount: () => void execFileSync("umount", ["-l", dir]) };
}

function fill(file: string): void {
  const fd = openSync(file, "w");
  try {
    for (const chunk of [Buffer.alloc(65_536), Buffer.alloc(512)]) {
      while (writes(fd, chunk));
    }
  } finally {
    closeSync(fd);
  }
}

function writes(fd: number, chunk: Buffer): boolean {
  try {
    return writeSync(fd, chunk) > 0;
  } catch {
    return false;
  }
}

interface Health {
  status: string;
  reasons: string[];
}

/** F3: with a full disk visitors are still redirected, and the service counts the unrecorded scans. */
export async function fillDiskUnderLoad(fullSeconds: number, dir: string, { timed = false } = {}): Promise<void> {
  const node = await createService({ settings: { DATA_DIR: join(dir, "data") }, isWatched: true });
  const filler = join(dir, "filler");
  try {
    await node.prepare();
    await node.start();
    const codes = await createCodes(node, 10);
    const load = startLoad([node], codes, { connections: 8, pauseMs: timed ? 0 : 20 });
    await load.acknowledges(100);
    const filledAt = performance.now();
    fill(filler);
    while (load.tally.unacknowledged === 0) await sleep(20);
    await sleep(fullSeconds * 1000);
    await eventually(async () => {
      const health = (await (await fetch(`${node.url}/readyz`)).json()) as Health;
      assert.equal(health.status, "degraded");
      assert.match(health.reasons.join(), /A scan was answered but not recorded 0 s ago \(.*full/);
    });
    const wasFull = (performance.now() - filledAt) / 1000;
    rmSync(filler);
    const freedAt = performance.now();
    const kept = countAcknowledged(load.tally);
    await eventually(() => assert.ok(countAcknowledged(load.tally) >= kept + 50, "it does not record again"));
    const recovered = performance.now() - freedAt;
    if (timed) assert.ok(recovered < 5000, `it records again only after ${recovered} ms`);
    await sleep(500);
    const tally = await load.stop();
    await allDecided([node]);
    const unrecorded = await node.metric("tessera_scans_unrecorded_total");
    const late = await node.metric("tessera_scans_late_total");
    const lines = node
      .said()
      .stdout.split("\n")
      .filter((line) => line.includes("not recorded"));
    console.log(
      `F3: ${tally.sent} sent, ${tally.failed.length} not served, ${tally.unacknowledged} without Scan-Id, ${unrecorded} counted as unrecorded and ${late} as late, ${lines.length} log lines, recording again after ${Math.round(recovered)} ms`,
    );
    assert.deepEqual(tally.failed, []);
    assert.equal(unrecorded + late, tally.unacknowledged);
    assert.ok(lines.length > 0 && lines.length <= wasFull + 5, lines.join("\n"));
    assert.equal(await node.metric("tessera_scans_recorded_total"), countAcknowledged(tally));
    assert.equal(await verify(node, "F3", [tally]), countAcknowledged(tally) + late);
    assert.equal((await node.stop()).code, 0);
    checkFiles(node.dataDir);
  } finally {
    await node.kill();
  }
}
