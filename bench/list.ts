/** P12 and P10: lists, searches and single reads with 1,000,000 codes in one account, on both engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import { CODE_SORTS, type CodeFilter, type CodeSort, type Store } from "../src/store/types.ts";
import { fillCodes, loadCodes } from "../test/support/many-codes.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Size } from "./support/size.ts";

const SIZES = { full: 1_000_000, small: 3_000 };
const FEW = 1000;
const REPEATS = 7;
const lifetimeMs = 365 * DAY_MS;

const filtersOf = (many: number): [string, CodeFilter][] => [
  ["all", {}],
  ["type", { type: "wifi" }],
  ["category", { category: "Category 3" }],
  ["favorite", { favorite: true }],
  ["not favorite", { favorite: false }],
  ["active", { state: "active" }],
  ["paused", { state: "paused" }],
  ["expired", { state: "expired" }],
  ["q of one code", { q: `/${many - 77}` }],
  ["q of few", { q: "ster 777" }],
  ["q of many", { q: "Lantern" }],
  ["q of all", { q: "example.com" }],
  ["q of none", { q: "nothing like it" }],
  ["q of none, pieces of many", { q: "lantable" }],
  ["q of one letter", { q: "m" }],
  ["q of two letters, none", { q: "zq" }],
  ["q of 200, hostile", { q: `${"a".repeat(199)}b` }],
  ["q of signs", { q: "://" }],
];

export async function run(size: Size = "full"): Promise<void> {
  const many = SIZES[size];
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  try {
    const store = await openSqlite({ dataDir, lifetimeMs, clock: createSystemClock() });
    await measure("SQLite", store, undefined, many);
    await store.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    const url = server.url("postgres");
    const store = await openPostgres({ url, lifetimeMs });
    await measure("PostgreSQL", store, url, many);
    await store.close();
  } finally {
    await server.destroy();
  }
}

async function measure(
  name: string,
  store: Store,
  url: string | undefined,
  many: number,
): Promise<void> {
  await fillCodes(store.auth.db, store.engine, "smallowner", FEW);
  const calm = await points(store, "smallowner", FEW);
  const begun = performance.now();
  await loadCodes(store, url, "largeowner", many);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`\n${name}: ${many} codes filled in ${seconds} s; median of ${REPEATS} in ms, worst`);
  console.log(
    `  ${"".padEnd(27)}${CODE_SORTS.flatMap((s) => [s, "p. 500"])
      .map(cell)
      .join("")}`,
  );
  for (const [title, filter] of filtersOf(many)) {
    const cells: string[] = [];
    for (const sort of CODE_SORTS) {
      cells.push(await browsing(store, filter, sort, 0));
      cells.push(await browsing(store, filter, sort, 499 * 20));
    }
    console.log(`  ${title.padEnd(27)}${cells.map(cell).join("")}`);
  }
  console.log(`  categories: ${await time(() => store.codes.categories("largeowner"))}`);
  const full = await points(store, "largeowner", many);
  console.log(
    `P10: by id ${full.id.toFixed(2)} ms with ${many}, ${calm.id.toFixed(2)} with ${FEW} = ${(full.id / calm.id).toFixed(2)}x; by token ${full.token.toFixed(2)}, ${calm.token.toFixed(2)} = ${(full.token / calm.token).toFixed(2)}x (target <= 1.2x)`,
  );
}

const browsing = (store: Store, filter: CodeFilter, sort: CodeSort, offset: number) =>
  time(() => store.codes.browse("largeowner", filter, Date.now(), { sort, offset, limit: 20 }));

/** Medians of reads of one code, a different one each time. */
async function points(store: Store, owner: string, count: number) {
  const times = { id: [] as number[], token: [] as number[] };
  for (let i = 0; i < 400; i++) {
    const n = (i * 7919) % count;
    times.id.push(await msOf(() => store.codes.find(owner, `${owner}-${n}`)));
    times.token.push(await msOf(() => store.codes.findByTokens([`${owner}${n}`])));
  }
  return { id: median(times.id), token: median(times.token) };
}

async function time(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) times.push(await msOf(work));
  return `${median(times).toFixed(0)} ${Math.max(...times).toFixed(0)}`;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const cell = (text: string) => text.padStart(10);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
