import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it, mock } from "node:test";
import { openDatabase } from "../../src/database/sqlite/database.ts";

const NORMAL = 1;
const FULL = 2;

describe("A commit on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-durable-"));
  const sqlite = openDatabase(join(folder, "tessera.db"), false);
  after(() => {
    sqlite.db.close();
    rmSync(folder, { recursive: true });
  });
  const level = () => sqlite.run("PRAGMA synchronous", []).rows[0]!.synchronous;

  it("waits for the disk, and one that need not be durable at most once a second", () => {
    let now = performance.now() + 10_000;
    const clock = mock.method(performance, "now", () => now);
    const quick = () => sqlite.transaction(level, false);
    assert.equal(quick(), FULL);
    now += 999;
    assert.equal(quick(), NORMAL);
    assert.equal(level(), FULL);
    assert.equal(sqlite.transaction(level), FULL);
    now += 1_000;
    assert.equal(quick(), FULL);
    assert.equal(quick(), NORMAL);
    clock.mock.restore();
  });

  it("waits for the disk again after a change that failed", () => {
    const fail = () => {
      throw new Error("no");
    };
    sqlite.transaction(level);
    assert.throws(() => sqlite.transaction(fail, false), /no/);
    assert.equal(sqlite.transaction(level), FULL);
  });
});
