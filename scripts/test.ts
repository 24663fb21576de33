/**
 * npm test: the build, then every test file, with one PostgreSQL server for all of them, and beside them
 * the checks, whose objections end the run.
 * `node scripts/test.ts FILE ...` runs those files alone, those in a browser after the dashboard's build.
 * What was not tested is said at the end, and in CI that is a failure.
 */
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { unpackChromium } from "../test/support/packed-chromium.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { NOT_TESTED } from "../test/support/tools.ts";
import { build, buildWeb, check } from "./check.ts";

const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;

/** For one test; a file that is silent for longer hangs. */
const LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? 10 * 60_000);
const SILENCE_MS = 2 * LIMIT_MS;

// Debian keeps nginx and pgbouncer where not everybody's PATH leads.
if (process.platform !== "win32") process.env.PATH += `${delimiter}/usr/sbin${delimiter}/sbin`;

// The processes all read the same modules: kept as they were compiled, threads too.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");

const given = process.argv.slice(2);
const files = globSync(given.length > 0 ? given : "test/**/*.test.ts").sort();
if (files.length === 0) {
  console.error(`There is no test file ${given.join(", ")}.`);
  process.exit(2);
}
/** The folders whose files take or wait longest: what begins early does not end alone. */
const LONG_FIRST = ["bench", "bundle", "package", "faults", "nodes", "deploy", "test", "rendering"];
/** The folders whose files may run in one process, as many as this in each. */
const SHARING = [
  "dashboard",
  "store",
  "share",
  "flow",
  "api",
  "client",
  "share-pages",
  "http",
  "codes",
  "visits",
  "docs",
  "accounts",
  "keys",
  "webhooks",
  "shared",
  "costs",
  "mcp",
  "cli",
  "browser",
];
const AT_MOST = 12;
const folderOf = (file: string) => basename(dirname(file));
const rank = (file: string) => {
  const place = LONG_FIRST.indexOf(folderOf(file));
  return place < 0 ? LONG_FIRST.length : place;
};
files.sort((a, b) => rank(a) - rank(b));
// A browser is slow beside many others, so there are two at a time.
const inBrowser = files.filter((file) => folderOf(file) === "browser");
const others = files.filter((file) => !inBrowser.includes(file));
const isWhole = given.length === 0;
const together = mkdtempSync(join(tmpdir(), "tessera-tests-"));
process.on("exit", () => rmSync(together, { recursive: true, force: true }));
const groups = [
  { files: inFewProcesses(others), concurrency: 4 },
  { files: inFewProcesses(inBrowser), concurrency: 2 },
].filter((group) => group.files.length > 0);

/** Where files need no process of their own some share one, or the service is loaded a hundred times. */
function inFewProcesses(all: string[]): string[] {
  if (!isWhole) return all;
  const byFolder = Map.groupBy(all, folderOf);
  const entries = SHARING.flatMap((folder) => {
    const urls = (byFolder.get(folder) ?? []).map((file) => pathToFileURL(resolve(file)).href);
    return Array.from({ length: Math.ceil(urls.length / AT_MOST) }, (_, index) => {
      const entry = join(together, `${folder}-${index + 1}.test.mjs`);
      const part = urls.slice(index * AT_MOST, (index + 1) * AT_MOST);
      writeFileSync(entry, part.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
      return entry;
    });
  });
  return [...entries, ...all.filter((file) => !SHARING.includes(folderOf(file)))];
}

// The browser tests themselves say what is wrong with it; here it is only made ready for them.
if (inBrowser.length > 0) await unpackChromium().catch(() => null);
let server: PostgresServer | undefined;
let endedBy: NodeJS.Signals | undefined;
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    endedBy = signal;
    ending.abort();
    if (!server) process.exit(128 + constants.signals[signal]);
  });
}
const checked = isWhole ? check() : Promise.resolve(true);
if (isWhole && !(await build())) process.exit(1);
// A browser would be shown the pages as they were. Where nothing has changed, this takes a moment.
if (!isWhole && inBrowser.length > 0 && !(await buildWeb())) process.exit(1);
let isClean = true;
void checked.then((ok) => {
  isClean = ok;
  if (!ok) ending.abort();
});
// With hundreds of databases, vacuuming would go on all the time, and six processes share it.
server = await startPostgres(["fsync=off", "autovacuum=off", "max_connections=500"]);
process.env.TEST_POSTGRES_URL = server.url("DATABASE");

const totals = new Map<string, number>();
const count = (name: string): number => totals.get(name) ?? 0;
const notTested = new Set<string>();
let skipped = 0;
let withoutTests = 0;

const reasonOf = (name: string, skip: string | boolean): string =>
  typeof skip === "string" && skip.startsWith(NOT_TESTED)
    ? skip.slice(NOT_TESTED.length)
    : `${name}: ${skip === true ? "skipped" : skip}`;

/** The events of all groups as those of one run: their closing counts are added up. */
async function* events() {
  let summary: unknown;
  const hangs = setTimeout(() => {
    console.error(`Nothing has happened for ${SILENCE_MS / 60_000} minutes: what runs is ended.`);
    ending.abort();
  }, SILENCE_MS);
  // All begin at once; what a later one tells is kept until it is its turn.
  const streams = groups.map((group) => run({ ...group, timeout: LIMIT_MS, signal: ending.signal }));
  for (const stream of streams) {
    for await (const event of stream) {
      hangs.refresh();
      // What is ended with the checks would be told as hundreds of failures.
      if (!isClean) continue;
      const { message } = event.data as { message?: string };
      const [, name, number] = (event.type === "test:diagnostic" && COUNT.exec(message ?? "")) || [];
      if (name !== undefined) {
        // They run beside each other: the longest is as long as all.
        const sum = name === "duration_ms" ? Math.max : (a: number, b: number) => a + b;
        totals.set(name, sum(count(name), Number(number)));
        continue;
      }
      // It makes the reporter list what failed, which belongs to the end.
      if (event.type === "test:summary" && event.data.file === undefined) {
        summary = event;
        continue;
      }
      const { skip } = event.data as { skip?: string | boolean };
      if (event.type === "test:pass" && skip !== undefined) {
        skipped += 1;
        notTested.add(reasonOf(event.data.name, skip));
      }
      // A file that defines no test is itself told as one that passed.
      if (event.type === "test:pass" && resolve(event.data.name) === event.data.file) {
        withoutTests += 1;
      }
      yield event;
    }
  }
  clearTimeout(hangs);
  if (!isClean) return;
  for (const [name, number] of totals) {
    const message = `${name} ${number}`;
    yield { type: "test:diagnostic", data: { nesting: 0, level: "info", message } };
  }
  yield summary;
}

for await (const text of Readable.from(events()).compose(new spec())) process.stdout.write(text);
await server.destroy();
if (!endedBy && !(await checked)) {
  console.log("The checks object, as said above.");
  process.exit(1);
}

const failed = count("fail") + count("cancelled");
const passed = count("pass") - withoutTests;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
const inCi = Boolean(process.env.CI);
if (notTested.size > 0) {
  console.log(`Not tested on this machine${inCi ? ", which in CI is a failure" : ""}:`);
  for (const reason of notTested) console.log(`- ${reason}`);
}
const none = passed + failed + skipped === 0;
if (none) console.log("No test was run, which is a failure.");
if (endedBy) process.exit(128 + constants.signals[endedBy]);
process.exit(failed > 0 || none || (inCi && skipped > 0) ? 1 : 0);
