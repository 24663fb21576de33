/**
 * npm test: checks and build, then every test file, with one PostgreSQL server for all of them.
 * `node scripts/test.ts FILE ...` runs those files alone. What was not tested is said at the end.
 */
import { globSync } from "node:fs";
import { Readable } from "node:stream";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { unpackChromium } from "../test/support/packed-chromium.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { NOT_TESTED } from "../test/support/tools.ts";
import { check } from "./check.ts";

const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;

const given = process.argv.slice(2);
if (given.length === 0 && !(await check({ build: true }))) process.exit(1);

const files = globSync(given.length > 0 ? given : "test/**/*.test.ts").sort();
if (files.length === 0) {
  console.error(`There is no test file ${given.join(", ")}.`);
  process.exit(2);
}
// A browser needs both cores, so its files come last and one at a time.
const inBrowser = files.filter((file) => /(^|[\\/])browser[\\/]/.test(file));
const groups = [
  { files: files.filter((file) => !inBrowser.includes(file)), concurrency: 2 },
  { files: inBrowser, concurrency: 1 },
].filter((group) => group.files.length > 0);

// The browser tests themselves say what is wrong with it; here it is only made ready for them.
if (inBrowser.length > 0) await unpackChromium().catch(() => null);
const server = await startPostgres();
process.env.TEST_POSTGRES_URL = server.url("DATABASE");

const totals = new Map<string, number>();
const count = (name: string): number => totals.get(name) ?? 0;
const notTested = new Set<string>();
let skipped = 0;

const reasonOf = (name: string, skip: string | boolean): string =>
  typeof skip === "string" && skip.startsWith(NOT_TESTED)
    ? skip.slice(NOT_TESTED.length)
    : `${name}: ${skip === true ? "skipped" : skip}`;

/** The events of all groups as those of one run: their closing counts are added up. */
async function* events() {
  let summary: unknown;
  for (const group of groups) {
    for await (const event of run(group)) {
      const { message } = event.data as { message?: string };
      const [, name, number] =
        (event.type === "test:diagnostic" && COUNT.exec(message ?? "")) || [];
      if (name !== undefined) {
        totals.set(name, count(name) + Number(number));
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
      yield event;
    }
  }
  for (const [name, number] of totals) {
    const message = `${name} ${number}`;
    yield { type: "test:diagnostic", data: { nesting: 0, level: "info", message } };
  }
  yield summary;
}

for await (const text of Readable.from(events()).compose(new spec())) process.stdout.write(text);
await server.destroy();

const failed = count("fail") + count("cancelled");
console.log(`\n${count("pass")} passed, ${failed} failed, ${skipped} skipped`);
if (notTested.size > 0) {
  console.log("Not tested on this machine:");
  for (const reason of notTested) console.log(`- ${reason}`);
}
process.exit(failed === 0 ? 0 : 1);
