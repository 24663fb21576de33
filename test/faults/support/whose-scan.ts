/**
 * F17 and F18: a node whose database is not the one its journal was written for, or whose journal has invalid lines.
 */
import assert from "node:assert/strict";
import { cpSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { createKeys } from "../../../src/keys/service.ts";
import { openJournal } from "../../../src/scans/journal.ts";
import { claimJournal } from "../../../src/scans/journal-identity.ts";
import { scanLine, uncountedLine } from "../../../src/scans/lines.ts";
import { createSystemClock } from "../../../src/shared/clock.ts";
import { createIds } from "../../../src/shared/ids.ts";
import type { Store } from "../../../src/store/store.ts";
import { tessera } from "../../cli/support.ts";
import { addWorkspace, freshCode, WORKSPACE } from "../../store/support.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { command } from "../../support/command.ts";
import { eventually } from "../../support/eventually.ts";
import { VALID_BODY } from "../../support/fixtures.ts";
import { type Engine, freshDatabase, freshDir, type TestPlace } from "../../support/stores.ts";

const AGENT = '["mobile","Safari","iOS"]';
const PLACE = '["DE","Berlin",52.5,13.4]';
const createId = createIds(Date.now);

const envOf = ({ dataDir, databaseUrl }: TestPlace) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

const scanNow = (code: string): string => scanLine(createId(), code, Date.now(), AGENT, PLACE);

/** Lines that a node acknowledged but had not settled when it ended. */
async function journalled(dataDir: string, lines: readonly string[]): Promise<void> {
  const journal = await openJournal({ dataDir, timeoutMs: 60_000 });
  for (const line of lines) {
    const durable = await new Promise((done) => journal.append(line, Date.now(), done));
    assert.equal(durable, true);
  }
  await journal.close();
}

async function waitingIn(dataDir: string): Promise<number> {
  const journal = await openJournal({ dataDir });
  await journal.close();
  return journal.start.waiting;
}

/** As a first start leaves it: an account with a key, and a journal that knows its database. */
async function installation(engine: Engine, place: TestPlace) {
  const clock = createSystemClock();
  const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await engine.open(place);
    return work(store).finally(store.close);
  };
  const key = await withStore(async (store) => {
    const { dataDir } = place;
    const journal = await openJournal({ dataDir });
    await addWorkspace(store);
    await claimJournal({ journal, store, journalDir: dataDir, databaseDir: dataDir });
    await journal.close();
    return (await createKeys({ store, clock, createId }).create({ workspaceId: WORKSPACE, userId: WORKSPACE }, "test"))
      .text;
  });
  async function ask(app: TestApp, path: string, json?: object) {
    const method = json === undefined ? "GET" : "POST";
    const answer = await app.request(method, `/api/v1/qrcodes${path}`, { key, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.json;
  }
  return {
    /** A code created while the service is stopped. */
    add: () => withStore((store) => freshCode(store, clock.now())),
    /** Nothing here depends on processes: the service runs inside the test. */
    start: (at: TestPlace = place) => startApp({ engine, place: at }),
    create: (app: TestApp): Promise<{ id: string }> => ask(app, "", VALID_BODY),
    async countOf(app: TestApp, id: string): Promise<number> {
      const [{ scanCount }, { totalScans }] = [await ask(app, `/${id}`), await ask(app, `/${id}/analytics`)];
      assert.equal(scanCount, totalScans, "counts agree");
      return scanCount;
    },
  };
}

/** Waits until the journal is empty; returns the metrics of that moment. */
const settled = (app: TestApp): Promise<string> =>
  eventually(async () => {
    const { text } = await app.request("GET", "/metrics");
    assert.match(text, /^tessera_journal_rows 0$/m);
    return text;
  });

/** Runs statements on the place's database, whichever engine it is. */
async function onDatabase({ dataDir, databaseUrl }: TestPlace, statements: readonly string[]) {
  if (databaseUrl === undefined) {
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(join(dataDir, "tessera.db"));
    for (const statement of statements) db.exec(statement);
    db.close();
    return;
  }
  const db = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  for (const statement of statements) await db.unsafe(statement);
  await db.end();
}

/** A copy of the database as it is now; returns the place after a restore. */
async function copyDatabase(place: TestPlace): Promise<() => Promise<TestPlace>> {
  const { dataDir, databaseUrl } = place;
  if (databaseUrl === undefined) {
    const file = join(freshDir(), "copy.db");
    const { code, stderr } = await command(["backup", file], { env: envOf(place) });
    assert.equal(code, 0, stderr);
    return async () => {
      for (const end of ["", "-wal", "-shm"]) {
        rmSync(join(dataDir, `tessera.db${end}`), { force: true });
      }
      cpSync(file, join(dataDir, "tessera.db"));
      return place;
    };
  }
  const copy = new URL(await freshDatabase());
  const [name, source] = [copy.pathname.slice(1), new URL(databaseUrl).pathname.slice(1)];
  const server = new URL(databaseUrl);
  server.pathname = "/postgres";
  const db = postgres(server.href, { max: 1, onnotice: () => {} });
  await db.unsafe(`DROP DATABASE ${name}`);
  // A connection that was just closed may still count.
  await eventually(() => db.unsafe(`CREATE DATABASE ${name} TEMPLATE ${source}`));
  await db.end();
  return async () => ({ dataDir, databaseUrl: copy.href });
}

/** An older backup, or a standby that lacks the last rows: codes are missing, and numbers are used again. */
export async function olderDatabase(engine: Engine, how: "restored" | "failed over", scans: number): Promise<void> {
  const place = await engine.migratedPlace();
  const installed = await installation(engine, place);
  const kept = await installed.add();
  const restore = how === "restored" ? await copyDatabase(place) : null;
  const lost = await installed.add();
  const lines = Array.from({ length: scans }, () => [scanNow(kept.id), scanNow(lost.id)]);
  const sum = { id: createId(), day: Math.floor(Date.now() / 86_400_000), reason: "head" };
  await journalled(place.dataDir, [...lines.flat(), scanNow("2"), uncountedLine({ ...sum, code: lost.id, count: 3 })]);
  const now = restore ? await restore() : place;
  if (!restore) {
    await onDatabase(place, [
      "DELETE FROM code_counters WHERE code_num = 2",
      "DELETE FROM codes WHERE num = 2",
      ...(engine.name === "postgres"
        ? ["ALTER TABLE codes ALTER num RESTART WITH 2"]
        : ["UPDATE sqlite_sequence SET seq = 1 WHERE name = 'codes'"]),
    ]);
  }
  const server = await installed.start(now);
  const next = await installed.create(server);
  await settled(server);
  assert.equal(await installed.countOf(server, next.id), 0, "a new code has no one else's scans");
  assert.equal(await installed.countOf(server, kept.id), scans);
  await server.close();
  const { code, stdout, stderr } = await command(["check"], { env: envOf(now) });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /match/);
  assert.match(stderr, new RegExp(`^${scans + 2} lines match no code`, "m"));
  console.log(`F17 ${engine.name}, ${how}: ${scans} placed, ${scans + 2} set aside, 0 elsewhere`);
}

/** A missing or emptied database stops the start, and the journal is not changed. */
export async function lostDatabase(engine: Engine, how: "lost" | "emptied"): Promise<void> {
  const place = await engine.migratedPlace();
  const installed = await installation(engine, place);
  const { id } = await installed.add();
  await journalled(place.dataDir, [scanNow(id)]);
  const now = { ...place };
  const file = join(place.dataDir, "tessera.db");
  if (engine.name === "sqlite" && how === "lost") rmSync(file);
  else if (engine.name === "sqlite") truncateSync(file, 0);
  else if (how === "lost") now.databaseUrl = await freshDatabase();
  else await onDatabase(place, ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"]);
  // SQLite is refused before anything is opened; what PostgreSQL leaves open ends with its process.
  const run = engine.name === "sqlite" ? command : tessera;
  const { code, stderr } = await run(["serve"], { env: { ...envOf(now), HOST: "127.0.0.1", PORT: "1024" } });
  assert.equal(code, 1);
  assert.match(stderr, /^tessera: [^\n]*journal\.db[^\n]*docs\/operations\.md[^\n]*\n$/);
  assert.equal(await waitingIn(place.dataDir), 1, "the scan is still there");
  console.log(`F17 ${engine.name}, ${how}: refused, nothing lost`);
}

/** The journal of one installation is not settled into another. */
export async function foreignJournal(engine: Engine): Promise<void> {
  const [mine, other] = [await engine.migratedPlace(), await engine.migratedPlace()];
  const installed = await installation(engine, mine);
  const foreign = await installation(engine, other);
  const { id } = await foreign.add();
  const own = await installed.add();
  const server = await installed.start();
  await journalled(other.dataDir, [scanNow(id), scanNow("1")]);
  const refused = await command(["settle", other.dataDir], { env: envOf(mine) });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^tessera: [^\n]*journal\.db was written for another database/);
  assert.equal(await waitingIn(other.dataDir), 2);
  assert.equal(await installed.countOf(server, own.id), 0);
  await server.close();
  const { stdout, stderr } = await command(["settle", other.dataDir], { env: envOf(other) });
  assert.match(stdout, /the journal is empty/, stderr);
  console.log(`F17 ${engine.name}, a foreign journal: refused; its own database accepted it`);
}

/** F18: six kinds of lines that cannot be settled, each between valid ones. */
export async function oddLines(engine: Engine, good: number): Promise<void> {
  const place = await engine.migratedPlace();
  const installed = await installation(engine, place);
  const { id } = await installed.add();
  const at = Date.now();
  const odd = [
    "\0 nothing of ours\n",
    scanLine(createId(), id, at, "mobile", PLACE),
    scanLine(createId(), id, at, AGENT, '["DE"'),
    scanLine(createId(), "menu", at, AGENT, PLACE),
    scanLine(createId(), id, Number.NaN, AGENT, PLACE),
    scanLine("17", id, at, AGENT, PLACE),
  ];
  const between = () => Array.from({ length: good }, () => scanNow(id));
  await journalled(place.dataDir, [...odd.flatMap((line) => [...between(), line]), ...between()]);
  const server = await installed.start();
  const metrics = await settled(server);
  assert.equal(await installed.countOf(server, id), 7 * good);
  assert.match(metrics, /^tessera_lines_set_aside_total 6$/m);
  assert.match(server.log.join(""), /"first":\[.*scans without a code/, "the log shows some");
  await server.close();
  const { code, stderr } = await command(["check"], { env: envOf(place) });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^6 lines match no code/m);
  console.log(`F18 ${engine.name}: 6 set aside, ${7 * good} settled around them`);
}
