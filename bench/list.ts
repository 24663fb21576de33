/** P12 and P10: lists, searches and single reads with 1,000,000 codes in one account, on both engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { CODE_SORTS, type CodeFilter, type CodeSort } from "../src/store/code-store.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import type { Store } from "../src/store/store.ts";
import { fillCodes, loadCodes } from "../test/support/many-codes.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { many: 1_000_000, few: 1000, repeats: 7, points: 400 },
  small: { many: 300, few: 100, repeats: 1, points: 20 },
};
type Sizes = (typeof SIZES)[Size];
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
  const sizes = SIZES[size];
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  try {
    const store = await openSqlite({ dataDir, lifetimeMs, clock: createSystemClock() });
    await measure("SQLite", store, undefined, sizes);
    await store.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    const url = server.url("postgres");
    const store = await openPostgres({ url, lifetimeMs });
    await measure("PostgreSQL", store, url, sizes);
    await store.close();
  } finally {
    await server.destroy();
  }
}

async function measure(
  name: string,
  store: Store,
  url: string | undefined,
  sizes: Sizes,
): Promise<void> {
  const { many, few, repeats } = sizes;
  const browsing = (filter: CodeFilter, sort: CodeSort, offset: number) =>
    time(repeats, () =>
      store.codes.browse("largeowner", filter, Date.now(), { sort, offset, limit: 20 }),
    );
  await fillCodes(store.auth.db, store.engine, "smallowner", few);
  const calm = await points(store, "smallowner", few, sizes.points);
  const begun = performance.now();
  await loadCodes(store, url, "largeowner", many);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`\n${name}: ${many} codes filled in ${seconds} s; median of ${repeats} in ms, worst`);
  console.log(
    `  ${"".padEnd(27)}${CODE_SORTS.flatMap((s) => [s, "p. 500"])
      .map(cell)
      .join("")}`,
  );
  for (const [title, filter] of filtersOf(many)) {
    const cells: string[] = [];
    for (const sort of CODE_SORTS) {
      cells.push(await browsing(filter, sort, 0));
      cells.push(await browsing(filter, sort, 499 * 20));
    }
    console.log(`  ${title.padEnd(27)}${cells.map(cell).join("")}`);
  }
  console.log(`  categories: ${await time(repeats, () => store.codes.categories("largeowner"))}`);
  const full = await points(store, "largeowner", many, sizes.points);
  console.log(
    `P10: by id ${full.id.toFixed(2)} ms with ${many}, ${calm.id.toFixed(2)} with ${few} = ${(full.id / calm.id).toFixed(2)}x; by token ${full.token.toFixed(2)}, ${calm.token.toFixed(2)} = ${(full.token / calm.token).toFixed(2)}x (target <= 1.2x)`,
  );
}

/** Medians of reads of one code, a different one each time. */
async function points(store: Store, owner: string, count: number, reads: number) {
  const times = { id: [] as number[], token: [] as number[] };
  for (let i = 0; i < reads; i++) {
    const n = (i * 7919) % count;
    times.id.push(await msOf(() => store.codes.find(owner, `${owner}-${n}`)));
    times.token.push(await msOf(() => store.codes.findByTokens([`${owner}${n}`])));
  }
  return { id: median(times.id), token: median(times.token) };
}

async function time(repeats: number, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < repeats; i++) times.push(await msOf(work));
  return `${median(times).toFixed(0)} ${Math.max(...times).toFixed(0)}`;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const cell = (text: string) => text.padStart(10);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
