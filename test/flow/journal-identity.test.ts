import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { type Journal, openJournal } from "../../src/scans/journal.ts";
import { claimJournal } from "../../src/scans/journal-identity.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../support/eventually.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";

const append = (journal: Journal, line: string) => new Promise<boolean>((resolve) => journal.append(line, 1, resolve));

const rowsIn = (dataDir: string): number => {
  const db = new DatabaseSync(join(dataDir, "journal.db"), { readOnly: true });
  const row = db.prepare("SELECT count(*) AS n FROM batches").get();
  db.close();
  return Number(row!.n);
};

onEachEngine("a journal's database", (engine) => {
  const claim = async (dataDir: string, store: Store) => {
    const journal = await openJournal({ dataDir });
    await claimJournal({ journal, store, journalDir: dataDir, databaseDir: "/db" });
    return journal;
  };

  it("has one identity, the same for every process", async () => {
    const place = await engine.migratedPlace();
    const [one, other] = [await engine.open(place), await engine.open(place)];
    assert.equal(await one.identity(), await other.identity());
    assert.notEqual(await one.identity(), await (await engine.fresh()).identity());
  });

  it("is remembered, and another is refused: both are named, and nothing is settled", async () => {
    const [own, foreign] = [await engine.fresh(), await engine.fresh()];
    const dataDir = freshDir();
    const journal = await claim(dataDir, own);
    await append(journal, "line\n");
    await journal.close();
    await assert.rejects(claim(dataDir, foreign), (error: Error) => {
      assert.ok(error.message.includes(join(dataDir, "journal.db")), error.message);
      assert.match(error.message, engine.name === "sqlite" ? /\/db\/tessera\.db/ : /database of DATABASE_URL/);
      assert.match(error.message, /restore that one from a backup.*move journal\.db/);
      return true;
    });
    assert.equal(rowsIn(dataDir), 1);
    await (await claim(dataDir, own)).close();
  });
});

describe("the journal's file", () => {
  it("of an earlier development version is refused with one sentence, and left unchanged", async () => {
    const dataDir = freshDir();
    const db = new DatabaseSync(join(dataDir, "journal.db"));
    db.exec("CREATE TABLE batches (seq INTEGER PRIMARY KEY AUTOINCREMENT, lines TEXT NOT NULL)");
    db.exec("INSERT INTO batches (lines) VALUES ('a line')");
    db.close();
    await assert.rejects(openJournal({ dataDir }), /written by a development version .* or move it away/);
    assert.equal(rowsIn(dataDir), 1);
  });

  it("shrinks again after an outage", async (test) => {
    const dataDir = freshDir();
    const journal = await openJournal({ dataDir, timeoutMs: 60_000 });
    test.after(() => journal.close());
    const line = `${randomBytes(50_000).toString("hex")}\n`;
    for (let i = 0; i < 200; i++) await append(journal, line);
    const size = () => statSync(join(dataDir, "journal.db")).size;
    const high = size();
    assert.ok(high > 15_000_000, `${high} bytes`);
    journal.settle(journal.lastSeq());
    await eventually(() => assert.ok(size() <= high / 3, `${size()} of ${high} bytes are left`));
    assert.equal(await append(journal, "after\n"), true);
    assert.deepEqual(
      (await journal.take(0)).map((row) => row.lines),
      ["after\n"],
    );
  });
});
