/**
 * Copies of journals and databases that are restored or run in parallel: no line is counted twice, and none is lost
 * silently.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { openJournal } from "../../src/scans/journal.ts";
import { copyJournal } from "../../src/scans/journal-copy.ts";
import { claimJournal } from "../../src/scans/journal-identity.ts";
import type { SettleReport } from "../../src/scans/scan.ts";
import { startSettler } from "../../src/scans/settler.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, NOON, scansOf, uncountedOf, WORKSPACE } from "../store/support.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";

const LONG_MS = 300_000;
const TABLES = "scans scan_blocks scan_visitors uncounted_daily journal_marks code_counters".split(" ");

/** A node's journal and settler. Without a settler, scans stay in its journal. */
async function startNode(dataDir: string, store: Store, { settles = true } = {}) {
  const journal = await openJournal({ dataDir, timeoutMs: LONG_MS });
  await claimJournal({ journal, store, journalDir: dataDir, databaseDir: dataDir });
  const reports: SettleReport[] = [];
  const onError = (error: unknown) => assert.fail(String(error));
  const options = { journal, store, onError, readWaitMs: LONG_MS, onUnplaced: (r: SettleReport) => reports.push(r) };
  const settler = settles ? startSettler(options) : null;
  return {
    async take(lines: readonly string[]): Promise<void> {
      for (const line of lines) await new Promise((resolve) => journal.append(line, NOON, resolve));
      await settler?.settled();
    },
    missingInJournal: () => reports.reduce((sum, report) => sum + report.missingInJournal, 0),
    missing: () => reports.reduce((sum, report) => sum + report.missing, 0),
    async stop(): Promise<void> {
      if (settler) assert.ok(await settler.stop(LONG_MS));
      await journal.close();
    },
  };
}

function copyOf(dataDir: string): string {
  const copy = freshDir();
  copyJournal(dataDir, join(copy, "journal.db"));
  return copy;
}

/** Settles a journal as `tessera settle DIR` does. Returns how many lines are missing before it. */
async function settleAll(dataDir: string, store: Store): Promise<number> {
  const node = await startNode(dataDir, store);
  await node.stop();
  return node.missing();
}

/** A snapshot of all counts, to be restored later. */
async function backUp(store: Store): Promise<() => Promise<void>> {
  const { db } = store.auth;
  const rows = new Map<string, object[]>();
  for (const table of TABLES) rows.set(table, await db.selectFrom(table).selectAll().execute());
  return async () => {
    for (const table of TABLES) {
      await db.deleteFrom(table).execute();
      for (const row of rows.get(table)!) await db.insertInto(table).values(row).execute();
    }
  };
}

onEachEngine("a copy", (engine) => {
  async function prepare() {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store);
    let sent = 0;
    return {
      store,
      /** New lines: scans, and an uncounted visit. */
      lines: (count: number) => [...scansOf(id, count, NOON + 1000 * ++sent), uncountedOf(id, dayOf(NOON), "head", 1)],
      async expect(scans: number, uncounted: number) {
        assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, scans);
        assert.equal((await store.scans.page(num, 500)).length, scans);
        assert.equal((await store.scans.traffic(num, 0, 99_999))[0]?.count ?? 0, uncounted);
        assert.deepEqual(await store.scans.check(), []);
      },
    };
  }

  it("of a machine runs in parallel: old rows count once, new rows of both all count", async () => {
    const { store, lines, expect } = await prepare();
    const dataDir = freshDir();
    const before = await startNode(dataDir, store, { settles: false });
    await before.take(lines(10));
    await before.stop();
    const clone = freshDir();
    copyFileSync(join(dataDir, "journal.db"), join(clone, "journal.db"));
    const nodes = await Promise.all([startNode(dataDir, store), startNode(clone, store)]);
    await Promise.all(nodes.map((node) => node.take(lines(7))));
    await Promise.all(nodes.map((node) => node.take(lines(5))));
    for (const node of nodes) await node.stop();
    assert.deepEqual(
      nodes.map((node) => node.missing()),
      [0, 0],
    );
    assert.deepEqual(
      nodes.map((node) => node.missingInJournal()),
      [0, 0],
    );
    await expect(34, 5);
  });

  it("of a journal that is restored is skipped where it was settled, and continues", async () => {
    const { store, lines, expect } = await prepare();
    const dataDir = freshDir();
    const first = await startNode(dataDir, store, { settles: false });
    await first.take(lines(10));
    const old = copyOf(dataDir);
    await first.take(lines(5));
    await first.stop();
    assert.equal(await settleAll(dataDir, store), 0);
    await expect(15, 2);
    const again = await startNode(old, store);
    await again.take(lines(3));
    await again.stop();
    assert.equal(again.missing(), 0);
    assert.equal(again.missingInJournal(), 6, "the newer journal's five scans and a sum");
    await expect(18, 3);
  });

  it("of a journal is settled while the node is gone, and the node's own adds only the rest", async () => {
    const { store, lines, expect } = await prepare();
    const dataDir = freshDir();
    const node = await startNode(dataDir, store, { settles: false });
    await node.take(lines(10));
    const copy = copyOf(dataDir);
    await node.take(lines(5));
    await node.stop();
    await settleAll(copy, store);
    await expect(10, 1);
    for (const dir of [copy, dataDir, copy, dataDir]) assert.equal(await settleAll(dir, store), 0);
    await expect(15, 2);
  });

  it("of a database that is restored under a running node causes one report of the missing lines", async () => {
    const { store, lines, expect } = await prepare();
    const node = await startNode(freshDir(), store);
    await node.take(lines(10));
    const putBack = await backUp(store);
    await node.take(lines(5));
    await putBack();
    await node.take(lines(3));
    await node.take(lines(2));
    await node.stop();
    assert.equal(node.missing(), 6);
    assert.equal((await store.scans.aside(0)).missing, 6);
    await expect(15, 3);
  });

  it("is not assumed: a node that starts again after 500 days reports no missing line", async () => {
    const { store, lines, expect } = await prepare();
    const dataDir = freshDir();
    const first = await startNode(dataDir, store);
    await first.take(lines(10));
    await first.stop();
    await store.maintain(Date.now() + 500 * DAY_MS);
    assert.equal(await settleAll(dataDir, store), 0);
    await expect(10, 1);
  });

  it("of a database that is restored while no node runs causes the same report at the next start", async () => {
    const { store, lines, expect } = await prepare();
    const dataDir = freshDir();
    const first = await startNode(dataDir, store);
    await first.take(lines(10));
    const putBack = await backUp(store);
    await first.take(lines(5));
    await first.stop();
    const second = await startNode(dataDir, store);
    await second.take(lines(4));
    await second.stop();
    await putBack();
    assert.equal(await settleAll(dataDir, store), 6 + 5, "of both runs");
    assert.equal(await settleAll(dataDir, store), 0, "once");
    await expect(10, 1);
  });
});
