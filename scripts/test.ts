/**
 * npm test: types, style, unused code, the build and every `*.test.ts`; HTTP suites on SQLite only. npm run
 * test:release: every `*.release.ts`, and the HTTP suites on PostgreSQL. `node scripts/test.ts FILE ...` runs only
 * those files, on both engines. One PostgreSQL server is used for the whole run. The end lists what was not tested,
 * which fails in CI.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, constants, tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { unpackChromium } from "../test/support/packed-chromium.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { NOT_TESTED } from "../test/support/tools.ts";
import { build, buildWeb, check } from "./check.ts";
import { bundlePackages } from "./support/bundled-packages.ts";
import { ROOT } from "./support/inputs.ts";
import { secondsUsed, watchBrowsers } from "./support/processor-time.ts";
import { givenFiles, releaseFiles, testFiles } from "./support/test-files.ts";

/** Concurrent test processes: one more than cores, because each waits at times. */
const PROCESSES = availableParallelism() + 1;
/** Per test. A run without output for twice as long hangs. */
const LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? 10 * 60_000);
const SILENCE_MS = 2 * LIMIT_MS;
const SLOWEST = 15;
const PRELOADED = new URL("support/packages-hook.ts", import.meta.url).href;

// Debian installs nginx and pgbouncer outside many users' PATH.
if (process.platform !== "win32") process.env.PATH += `${delimiter}/usr/sbin${delimiter}/sbin`;
// All processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");

const { values, positionals } = parseArgs({ options: { release: { type: "boolean" } }, allowPositionals: true });
const isWhole = positionals.length === 0;
const isChecked = isWhole && !values.release;
const entries = isWhole ? (values.release ? releaseFiles() : testFiles()) : givenFiles(positionals);
if (entries.length === 0) {
  console.error(`There is no test file ${positionals.join(", ")}.`);
  process.exit(2);
}
const hasBrowser = entries.some(({ folder }) => folder === "browser");

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

await bundlePackages();
// The browser tests report what is wrong with it.
if (hasBrowser) await unpackChromium().catch(() => null);
const checked = isChecked ? check() : Promise.resolve(true);
if (isWhole && !(await build())) process.exit(1);
// Tests then start the current build.
if (isWhole) process.env.TEST_BUILT = "1";
// Otherwise browsers would load outdated pages. Fast if nothing changed.
if (!isWhole && hasBrowser && !(await buildWeb())) process.exit(1);
let isClean = true;
void checked.then((ok) => {
  isClean = ok;
  if (!ok) ending.abort();
});
// Autovacuum would start several processes a second, because there are hundreds of databases.
server = await startPostgres(["fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=500"]);
process.env.TEST_POSTGRES_URL = server.url("DATABASE");
const scratch = mkdtempSync(join(tmpdir(), "tessera-times-"));
const times = join(scratch, "times");
writeFileSync(times, "");
process.env.TEST_TIMES = times;

const totals = new Map<string, number>();
const notTested = new Set<string>();
let skipped = 0;
let withoutTests = 0;
const secondsByFile = new Map<string, number>();
let lastFile = "";

const add = (map: Map<string, number>, key: string, number: number) => map.set(key, (map.get(key) ?? 0) + number);

const reasonOf = (name: string, skip: string | boolean): string =>
  typeof skip === "string" && skip.startsWith(NOT_TESTED)
    ? skip.slice(NOT_TESTED.length)
    : `${name}: ${skip === true ? "skipped" : skip}`;

interface Ended {
  name: string;
  file?: string;
  nesting: number;
  skip?: string | boolean;
  details: { duration_ms: number };
}

/** Counts what the reporter does not. */
function noteEnd({ name, file = "", nesting, skip, details }: Ended, hasPassed: boolean): void {
  if (hasPassed && skip !== undefined) {
    skipped += 1;
    notTested.add(reasonOf(name, skip));
  }
  // A file without tests is itself reported as a passed test.
  if (hasPassed && resolve(name) === file) withoutTests += 1;
  // Suites of onEachEngine are defined in test/support, but their tests know their file.
  if (/\.(test|release)\.ts$/.test(file)) lastFile = file;
  if (nesting === 0) add(secondsByFile, lastFile, details.duration_ms / 1000);
}

async function* events() {
  const hangs = setTimeout(() => {
    console.error(`There was no output for ${SILENCE_MS / 60_000} minutes: running tests are terminated.`);
    ending.abort();
  }, SILENCE_MS);
  const stream = run({
    files: entries.map(({ path }) => path),
    concurrency: PROCESSES,
    timeout: LIMIT_MS,
    signal: ending.signal,
    execArgv: ["--import", PRELOADED],
  });
  for await (const event of stream) {
    hangs.refresh();
    // Tests terminated because of failed checks would be reported as failures.
    if (!isClean) continue;
    if (event.type === "test:pass" || event.type === "test:fail") {
      noteEnd(event.data as Ended, event.type === "test:pass");
    }
    if (event.type === "test:summary" && event.data.file === undefined) {
      for (const [name, number] of Object.entries(event.data.counts)) totals.set(name, Number(number));
    }
    yield event;
  }
  clearTimeout(hangs);
}

const inSeconds = (number: number): string => `${number.toFixed(1).padStart(8)} s`;
const largest = (map: Map<string, number>): [string, number][] => [...map].sort(([, a], [, b]) => b - a);

function printSlowest(): void {
  console.log(`\nThe ${SLOWEST} slowest files, by the clock:`);
  for (const [file, seconds] of largest(secondsByFile).slice(0, SLOWEST)) {
    console.log(`${inSeconds(seconds)}  ${relative(ROOT, file)}`);
  }
}

/** `postgres` and `browsers` in seconds. The rest is checks, build and this process. */
function printProcessorTime(postgres: number, browsers: number): void {
  const folders = new Map(entries.map(({ path, folder }) => [resolve(path), folder]));
  const parts = new Map<string, number>();
  for (const line of readFileSync(times, "utf8").trim().split("\n").filter(Boolean)) {
    const [path, seconds] = JSON.parse(line) as [string, number];
    add(parts, folders.get(path) ?? "other", seconds);
  }
  const ofTests = parts.values().reduce((sum, seconds) => sum + seconds, 0);
  const own = secondsUsed() - ofTests - postgres;
  parts.set("(browsers)", browsers).set("(PostgreSQL)", postgres).set("(checks, build, runner)", own);
  console.log("\nCPU time by folder:");
  for (const [name, seconds] of largest(parts)) console.log(`${inSeconds(seconds)}  ${name}`);
  console.log(`Total CPU time: ${Math.round(secondsUsed() + browsers)} s`);
}

const browserSeconds = watchBrowsers();
for await (const text of Readable.from(events()).compose(new spec())) process.stdout.write(text);
const beforeEnd = secondsUsed();
await server.destroy();
const postgresSeconds = secondsUsed() - beforeEnd;
if (!endedBy && !(await checked)) {
  console.log("The checks failed, see above.");
  process.exit(1);
}

if (isWhole) {
  printSlowest();
  printProcessorTime(postgresSeconds, browserSeconds());
}
rmSync(scratch, { recursive: true, force: true });
const count = (name: string): number => totals.get(name) ?? 0;
const failed = count("failed") + count("cancelled");
const passed = count("passed") - withoutTests;
const { ENGINE, CI } = process.env;
if (ENGINE) notTested.add(`tests on the other engine, because of ENGINE=${ENGINE}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
if (notTested.size > 0) {
  console.log(`Not tested on this machine${CI ? ", which in CI is a failure" : ""}:`);
  for (const reason of notTested) console.log(`- ${reason}`);
}
const none = passed + failed + skipped === 0;
if (none) console.log("No test was run, which is a failure.");
if (endedBy) process.exit(128 + constants.signals[endedBy]);
process.exit(failed > 0 || none || (CI && notTested.size > 0) ? 1 : 0);
