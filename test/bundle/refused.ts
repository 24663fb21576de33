/** What is refused changes nothing, on either engine: not a code, not a hidden one, not an account. */
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";
import { addOwner } from "../store/support.ts";
import { command } from "../support/command.ts";
import { type Engine, freshDir, type TestPlace } from "../support/stores.ts";
import { type Edit, forge, forgeLines } from "./forge.ts";
import { envOf, type Filled } from "./support.ts";

const TABLES = [
  ...["user", "account", "codes", "importing", "code_counters", "code_versions", "styles", "logos"],
  ...["scans", "agents", "places", "scan_daily", "scan_monthly", "scan_cities"],
  ...["uncounted_daily", "imported_counts", "imported_raw", "meta", "secrets"],
];

/** How many rows there are of everything, and what the marks say. */
async function rowsOf({ auth: { db } }: Store): Promise<unknown[]> {
  const counts = TABLES.map(async (table) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.id(table)}`.execute(db);
    return `${table} ${rows[0]!.n}`;
  });
  return [...(await Promise.all(counts)), ...(await db.selectFrom("meta").selectAll().execute())];
}

const AGENT = ["mobile", "Safari", "iOS"];
const PLACE = ["DE", "Berlin", 52.5, 13.4];
const says =
  (told: object): Edit =>
  (history) =>
    void Object.assign(history, told);
/** Of such letters PostgreSQL's compression makes no less. */
const VAST = Array.from({ length: 990 }, (_, i) => String.fromCodePoint(0x20000 + i * 37)).join("");

const TWICE: [what: string, told: object, said: RegExp][] = [
  [
    "daily",
    {
      daily: [
        ["os", 20_000, "iOS", 1],
        ["os", 20_000, "iOS", 2],
      ],
    },
    /twice of \["daily"/,
  ],
  [
    "pairs",
    {
      daily: [
        ["pair", 20_000, [AGENT, PLACE], 1],
        ["pair", 20_000, [AGENT, PLACE], 1],
      ],
    },
    /twice of \["daily","pair"/,
  ],
  [
    "monthly",
    {
      monthly: [
        ["os", 24_000, "iOS", 1],
        ["os", 24_000, "iOS", 1],
      ],
    },
    /\["monthly"/,
  ],
  [
    "cities",
    {
      cities: [
        ["DE/Berlin", 20_000],
        ["DE/Berlin", 20_001],
      ],
    },
    /\["cities","DE\/Berlin"/,
  ],
  [
    "uncounted",
    {
      uncounted: [
        [20_000, "crawler", 1],
        [20_000, "crawler", 2],
      ],
    },
    /\["uncounted"/,
  ],
  [
    "imported",
    {
      imported: [
        { source: "dub", total: 1, importedAt: "2026-01-01T00:00:00Z" },
        { source: "dub", total: 2, importedAt: "2026-01-02T00:00:00Z" },
      ],
    },
    /twice of \["imported","dub"\]/,
  ],
];

const FORGED: [what: string, change: (dir: string) => void, said: RegExp][] = [
  ...TWICE.map(([what, told, said]): (typeof FORGED)[number] => [
    `${what} twice`,
    (dir) => forge(dir, "history", says(told)),
    said,
  ]),
  [
    "counts twice over two lines",
    (dir) => forgeLines(dir, "history", ([first, ...rest]) => [first!, first!, ...rest]),
    /history-00001.ndjson line 2: tells twice of/,
  ],
  [
    "a code twice",
    (dir) => forgeLines(dir, "codes", ([first, ...rest]) => [first!, first!, ...rest]),
    /codes-00001.ndjson line 2: id stands in the bundle twice/,
  ],
  [
    "a pair by numbers of elsewhere",
    (dir) => forge(dir, "history", says({ daily: [["pair", 20_000, "1.1", 5]] })),
    /daily has an item/,
  ],
  [
    "a value that no index takes",
    (dir) => forge(dir, "history", says({ daily: [["city", 20_000, VAST, 1]] })),
    /daily has an item/,
  ],
  [
    "a city that no index takes",
    (dir) => forge(dir, "scans", (scan) => Object.assign(scan, { city: VAST.slice(0, 900) })),
    /city must have at most/,
  ],
  [
    "a version that no column takes",
    (dir) => forge(dir, "versions", (version) => Object.assign(version, { version: 2 ** 31 })),
    /version must be a whole number/,
  ],
];

export function refusedBundles(engine: Engine, service: () => Filled): void {
  const dir = join(freshDir(), "bundle");
  let place: TestPlace;
  before(async () => {
    place = await engine.migratedPlace();
    const { code, stderr } = await command(["export", dir], { env: service().env });
    assert.equal(code, 0, stderr);
  });
  const there = async () => {
    const store = await engine.open(place);
    return rowsOf(store).finally(() => store.close());
  };

  for (const [what, change, said] of FORGED) {
    it(`leaves nothing behind: ${what}`, async () => {
      const copy = join(freshDir(), "bundle");
      cpSync(dir, copy, { recursive: true });
      change(copy);
      const rows = await there();
      const args = ["import", copy, "--owner", "bob@example.com"];
      const { code, stderr } = await command(args, { env: envOf(place) });
      assert.equal(code, 1);
      assert.match(stderr, /The bundle is damaged, and nothing was taken in: /);
      assert.match(stderr, said);
      assert.deepEqual(await there(), rows);
    });
  }

  it("makes no database where there was none, nor does a dry run", async () => {
    if (engine.name === "postgres") return;
    const copy = join(freshDir(), "bundle");
    cpSync(dir, copy, { recursive: true });
    forge(copy, "codes", (record) => Object.assign(record, { size: 1 }));
    const dataDir = join(freshDir(), "data");
    const run = (...args: string[]) =>
      command(["import", ...args], { env: envOf({ dataDir, databaseUrl: undefined }) });
    const refused = await run(copy);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /The bundle is damaged, and nothing was taken in: .*size must be/);
    assert.ok(!existsSync(dataDir));
    const dry = await run(dir, "--dry-run");
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /^Would take in 17 codes and \d+ scans; 0 were there already, 0 left/);
    assert.ok(!existsSync(dataDir));
    const whole = await run(dir);
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(whole.stdout, /^Took in 17 codes and \d+ scans; 0 were there already, 0 left/);
  });

  it("is any while another import runs, of a bundle or of links, but a dry run is not", async () => {
    const links = join(freshDir(), "links.json");
    writeFileSync(links, '[{"shortCode": "side", "longUrl": "https://example.com"}]');
    const env = envOf(place);
    const run = (...args: string[]) => command(["import", ...args], { env });
    const other = await engine.open(place);
    await addOwner(other, "side", "member");
    const { email } = (await other.users.find("side"))!;
    const fromOthers = ["--from", "shlink", links, "--owner", email];
    await other.intake.alone(async () => {
      for (const args of [[dir], fromOthers]) {
        const { code, stderr } = await run(...args);
        assert.equal(code, 1);
        assert.match(stderr, /^tessera: Another import is running; begin this one when it is done\.$/m);
      }
      assert.equal((await run(dir, "--dry-run")).code, 0);
    });
    assert.equal((await run(...fromOthers)).code, 0);
    await other.close();
  });

  it("is told of in the file of --report, which is looked at before anything comes in", async () => {
    const { app, env } = service();
    const rows = await rowsOf(app.store);
    const report = join(freshDir(), "left-out.txt");
    const args = ["import", dir, "--owner", "new@example.com", "--report"];
    const { code, stderr } = await command([...args, report], { env });
    assert.equal(code, 1);
    assert.equal(stderr, "");
    assert.match(readFileSync(report, "utf8"), /^(?:Left out: [^\n]* belongs to another account[^\n]*\n)+$/);
    const nowhere = await command([...args, join(report, "none")], { env });
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /--report: .*none cannot be written: /);
    assert.deepEqual(await rowsOf(app.store), rows);
  });

  it("makes no account for nothing: all codes are somebody's, or the address is none", async () => {
    const { app, env } = service();
    const rows = await rowsOf(app.store);
    const run = (owner: string) => command(["import", dir, "--owner", owner], { env });
    const { code, stderr } = await run("new@example.com");
    assert.equal(code, 1);
    assert.match(stderr, /belongs to another account here/);
    assert.doesNotMatch(stderr, /account for new@example\.com/);
    assert.equal(await app.store.users.findByEmail("new@example.com"), null);
    const other = await run("new at example");
    assert.equal(other.code, 2);
    assert.match(other.stderr, /--owner takes an e-mail address/);
    assert.deepEqual(await rowsOf(app.store), rows);
  });
}
