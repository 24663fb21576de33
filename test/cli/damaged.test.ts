import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { openJournal } from "../../src/scans/journal.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { explainFileError } from "../../src/shared/file-errors.ts";
import { openStore } from "../../src/store/open.ts";
import { command } from "../support/command.ts";
import { freshDir } from "../support/stores.ts";
import { tessera } from "./support.ts";

const ONE_SENTENCE = /^tessera: [^\n]+\n$/;

const open = (dataDir: string) =>
  openStore({ dataDir, databaseUrl: undefined, codeLifetimeMs: 1 }, createSystemClock());

/** A folder as a used service leaves it, with a database and a journal. */
async function usedDir(): Promise<string> {
  const dataDir = freshDir();
  const store = await open(dataDir);
  await store.secret("x");
  await store.close();
  const journal = await openJournal({ dataDir });
  await new Promise((resolve) => journal.append("line\n", 1, resolve));
  await journal.close();
  return dataDir;
}

/** Every file and its content, except the lock, which contains no data. */
const filesOf = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir)
      .filter((name) => !name.startsWith("lock."))
      .map((name) => [name, readFileSync(join(dir, name), "hex")]),
  );

/** Opening is refused with a sentence that names these, and changes no file. */
async function refused(dataDir: string, ...named: RegExp[]): Promise<void> {
  const before = filesOf(dataDir);
  await assert.rejects(open(dataDir), (error: Error) => {
    for (const pattern of named) assert.match(error.message, pattern);
    assert.match(error.message, /docs\/operations\.md/);
    return true;
  });
  assert.deepEqual(filesOf(dataDir), before, "nothing was changed");
}

describe("a lost database", () => {
  it("is not created again next to a journal that was used", async () => {
    const dataDir = await usedDir();
    rmSync(join(dataDir, "tessera.db"));
    await refused(dataDir, /tessera\.db is missing/, /journal\.db/, /[Rr]estore the latest backup/);
    writeFileSync(join(dataDir, "tessera.db"), "");
    await refused(dataDir, /tessera\.db is empty/, /journal\.db/);
  });

  it("is not created again when only its first page is left", async () => {
    const dataDir = await usedDir();
    rmSync(join(dataDir, "tessera.db"));
    const empty = new DatabaseSync(join(dataDir, "tessera.db"));
    empty.exec("PRAGMA journal_mode = WAL");
    empty.close();
    assert.ok(statSync(join(dataDir, "tessera.db")).size > 0);
    await refused(dataDir, /tessera\.db is empty/, /journal\.db/);
  });

  it("is not created again over its own write-ahead log", async () => {
    const dataDir = freshDir();
    const store = await open(dataDir);
    const log = readFileSync(join(dataDir, "tessera.db-wal"));
    assert.ok(log.length > 0);
    await store.close();
    truncateSync(join(dataDir, "tessera.db"), 0);
    writeFileSync(join(dataDir, "tessera.db-wal"), log);
    await refused(dataDir, /tessera\.db is empty/, /tessera\.db-wal/);
    rmSync(join(dataDir, "tessera.db"));
    await refused(dataDir, /tessera\.db is missing/, /tessera\.db-wal/);
  });

  it("stops every command, with one sentence", async () => {
    const dataDir = await usedDir();
    rmSync(join(dataDir, "tessera.db"));
    const before = filesOf(dataDir);
    for (const args of [["serve"], ["user", "add", "you@example.com"], ["check"]]) {
      const { code, stderr } = await command(args, { env: { DATA_DIR: dataDir } });
      assert.equal(code, 1, args.join(" "));
      assert.match(stderr, ONE_SENTENCE);
      assert.match(stderr, /tessera\.db is missing.*journal\.db/);
    }
    assert.deepEqual(filesOf(dataDir), before);
  });

  it("is created if no journal was ever used", async () => {
    const dataDir = freshDir();
    await (await openJournal({ dataDir })).close();
    await (await open(dataDir)).close();
    await (await open(dataDir)).close();
  });
});

describe("a damaged file", () => {
  it("is named by serve too, which locks the folder first", async () => {
    const dataDir = freshDir();
    writeFileSync(join(dataDir, "lock.db"), "this is no database".repeat(1000));
    const file = join(freshDir(), "file");
    writeFileSync(file, "");
    for (const [dir, sentence] of [
      [dataDir, /lock\.db is damaged\..* delete it/],
      [file, /The folder .*file \(DATA_DIR\) cannot be made or used/],
    ] as const) {
      const { code, stderr } = await command(["serve"], { env: { DATA_DIR: dir } });
      assert.equal(code, 1);
      assert.match(stderr, ONE_SENTENCE);
      assert.match(stderr, sentence);
    }
  });

  it("of the database is named, with what to do", async () => {
    const garbage = await usedDir();
    writeFileSync(join(garbage, "tessera.db"), "this is no database".repeat(1000));
    await refused(garbage, /tessera\.db is damaged/, /restore the latest backup/);
    const half = await usedDir();
    truncateSync(join(half, "tessera.db"), statSync(join(half, "tessera.db")).size / 2);
    await assert.rejects(open(half), /tessera\.db is damaged.*restore the latest backup/);
    const folder = freshDir();
    mkdirSync(join(folder, "tessera.db"));
    await assert.rejects(open(folder), /tessera\.db cannot be opened for writing.*Allow this user/);
  });

  it("of the journal is named, with what to do", async () => {
    const dataDir = await usedDir();
    writeFileSync(join(dataDir, "journal.db"), "this is no database".repeat(1000));
    const before = filesOf(dataDir);
    await assert.rejects(openJournal({ dataDir }), /journal\.db is damaged.*Move journal\.db/);
    assert.deepEqual(filesOf(dataDir), before);
    const { code, stderr } = await tessera(["serve"], { env: { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "1024" } });
    assert.equal(code, 1);
    assert.match(stderr, ONE_SENTENCE);
    assert.match(stderr, /journal\.db is damaged/);
  });

  it("of the journal is reported before SQLite removes its write-ahead log", async () => {
    const dataDir = freshDir();
    const journal = await openJournal({ dataDir });
    await new Promise((resolve) => journal.append("line\n", 1, resolve));
    const log = readFileSync(join(dataDir, "journal.db-wal"));
    assert.ok(log.includes("line"));
    await journal.close();
    truncateSync(join(dataDir, "journal.db"), 0);
    writeFileSync(join(dataDir, "journal.db-wal"), log);
    await assert.rejects(openJournal({ dataDir }), /journal\.db is damaged\. Delete nothing\. Move .*missing or empty/);
    rmSync(join(dataDir, "journal.db"));
    await assert.rejects(openJournal({ dataDir }), /journal\.db is damaged/);
    assert.deepEqual(readFileSync(join(dataDir, "journal.db-wal")), log);
  });

  it("is distinguished from a full disk, a missing permission and another process", () => {
    const said = (errcode: number) =>
      explainFileError(
        Object.assign(new Error("as SQLite says"), { code: "ERR_SQLITE_ERROR", errcode }),
        "/data/tessera.db",
        "Do this.",
      ).message;
    assert.match(said(13), /^\/data\/tessera\.db .*disk is full.*as SQLite says/);
    assert.match(said(10 | (3 << 8)), /disk is full or fails/);
    assert.match(said(8), /cannot be opened for writing/);
    assert.match(said(5), /in use by another process/);
    const other = new Error("The database is newer.");
    assert.equal(explainFileError(other, "/x", ""), other);
  });

  it("is distinguished from a folder that cannot be created, which is named too", async () => {
    const file = join(freshDir(), "file");
    writeFileSync(file, "");
    const dataDir = join(file, "data");
    await assert.rejects(open(dataDir), (error: Error) => error.message.includes(dataDir));
    await assert.rejects(openJournal({ dataDir }), /DATA_DIR/);
  });
});
