import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { sql } from "kysely";
import { SLOTS, tagTable } from "../../src/scans/visitors.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { startApp } from "../support/app.ts";
import { command } from "../support/command.ts";
import { createTestClock, freshDir, onEachEngine } from "../support/stores.ts";

const AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Unusual/4711";

/** Of the tests' own network, so that no file has them by chance. */
const addressOf = (i: number): string => `203.0.${113 + (i >> 8)}.${i & 255}`;

/** All files of a folder whose bytes have one of these texts. */
function filesWith(dir: string, texts: readonly string[]): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const found = texts.find((text) => bytes.includes(text));
      return found === undefined ? [] : [`${entry.name} has ${found}`];
    });
}

async function readSecrets(store: Store): Promise<string[]> {
  const salts = await store.auth.db.selectFrom("visitor_salts").select("salt").execute();
  const tags: { tag: string }[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    tags.push(...(await store.auth.db.selectFrom(tagTable(slot)).select("tag").execute()));
  }
  return [...salts.map(({ salt }: { salt: string }) => salt), ...tags.map(({ tag }) => tag)];
}

/**
 * The folders of the database's files and logs, all of them written. PostgreSQL keeps unlogged tables in memory as long
 * as there is room: copying a database by its files writes them too.
 */
async function foldersOf(store: Store, dataDir: string): Promise<string[]> {
  if (store.engine === "sqlite") return [dataDir];
  const copy = sql.ref(`copy_${randomUUID()}`);
  await sql`CREATE DATABASE ${copy} TEMPLATE template0 STRATEGY file_copy`.execute(store.auth.db);
  await sql`DROP DATABASE ${copy}`.execute(store.auth.db);
  const { rows } = await sql<{ dir: string; oid: number }>`SELECT current_setting('data_directory') AS dir, oid
    FROM pg_database WHERE datname = current_database()`.execute(store.auth.db);
  const { dir, oid } = rows[0]!;
  return [join(dir, "base", String(oid)), join(dir, "pg_wal"), dataDir];
}

onEachEngine("What is known of visitors", (engine) => {
  it("is gone within 48 hours from database, journal and log, and never in backups, bundles and set-aside lines", async (t) => {
    // Fewer on PostgreSQL, whose files are large to search.
    const count = engine.name === "sqlite" ? 300 : 20;
    const clock = createTestClock();
    const place = await engine.migratedPlace();
    const settings = { TRUSTED_PROXIES: "loopback" };
    const app = await startApp({ engine, clock, place, settings });
    t.after(() => app.close());
    const { key } = await app.user();
    const made = await app.request("POST", "/api/v1/qrcodes", {
      key,
      json: { name: "Poster", content: "https://example.com" },
    });
    const scan = (i: number) =>
      app.request("GET", `/r/${made.json.shareToken}`, {
        headers: { "x-forwarded-for": addressOf(i), "user-agent": AGENT },
      });
    for (let i = 0; i < count; i++) assert.equal((await scan(i)).status, 302);
    for (let i = 0; i < 5; i++) await scan(i);
    // Waits for scans acknowledged so far.
    const { json } = await app.request("GET", `/api/v1/qrcodes/${made.json.id}/analytics`, { key });
    assert.equal(json.totalScans, count + 5);

    const secrets = await readSecrets(app.store);
    assert.equal(secrets.length, count + 1);
    const addresses = Array.from({ length: count }, (_, i) => addressOf(i));
    const known = [...secrets, ...addresses, "Unusual/4711"];
    const today = (await foldersOf(app.store, place.dataDir)).flatMap((folder) => filesWith(folder, secrets));
    assert.notDeepEqual(today, [], "they are there on that day");

    // On the next day a backup and a bundle are made, which may be kept for years.
    const copies = freshDir();
    const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
    if (engine.name === "sqlite") {
      assert.equal((await command(["backup", join(copies, "backup.db")], { env })).code, 0);
    }
    assert.equal((await command(["export", join(copies, "bundle")], { env })).code, 0);
    assert.deepEqual(filesWith(copies, known), []);
    await app.close();

    clock.move(2 * DAY_MS);
    const later = await startApp({ engine, clock, place, settings });
    t.after(() => later.close());
    await later.store.maintain(clock.now());
    const kept = new Set(await readSecrets(later.store));
    assert.deepEqual(
      secrets.filter((secret) => kept.has(secret)),
      [],
    );
    for (const folder of await foldersOf(later.store, place.dataDir)) assert.deepEqual(filesWith(folder, known), []);
    const log = [...app.log, ...later.log].join("");
    assert.deepEqual(
      known.filter((text) => log.includes(text)),
      [],
    );
    const { json: codes } = await later.request("GET", "/api/v1/qrcodes", { key });
    assert.equal(codes.data[0].scanCount, count + 5);
    assert.deepEqual(await later.store.scans.check(), []);
  });
});
