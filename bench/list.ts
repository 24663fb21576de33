/** P12 and P10: lists, searches and single reads with 1,000,000 codes in one account, on both engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "pg";
import { CODE_SORTS, type CodeFilter, type CodeSort } from "../src/codes/code.ts";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import type { Store } from "../src/store/store.ts";
import { fillCodes, loadCodes, loadPlacements, loadTags } from "../test/support/many-codes.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median, msOf } from "./support/times.ts";

const SIZES = {
  full: { many: 1_000_000, few: 1000, copies: 10_000, repeats: 5, points: 1000 },
  small: { many: 300, few: 100, copies: 20, repeats: 1, points: 20 },
};
type Sizes = (typeof SIZES)[Size];
const lifetimeMs = 365 * DAY_MS;
const WORKSPACE = "workspace";

/** By the numbers of codes; names repeat every ten, and the fourth of each ten begins with the last word. */
const TAGS = {
  all: { id: "all" },
  tenth: { id: "tenth", every: 10, rest: 1 },
  hundredth: { id: "hundredth", every: 100, rest: 7 },
  lastNames: { id: "last names", every: 10, rest: 4 },
};

/** One of a hundred codes has a placement with a name, and one code of all has very many. */
const placementsOf = ({ many, copies }: Sizes) => [
  { name: "Terrace", every: 100 },
  { name: "Stool", every: many, copies },
];

const filtersOf = (many: number): [string, CodeFilter][] => [
  ["all", {}],
  ["type", { type: "wifi" }],
  ["category", { category: "Category 3" }],
  ["favorite", { favorite: true }],
  ["not favorite", { favorite: false }],
  ["active", { state: "active" }],
  ["paused", { state: "paused" }],
  ["expired", { state: "expired" }],
  ["tag of all", { tag: [TAGS.all.id] }],
  ["tag of a tenth", { tag: [TAGS.tenth.id] }],
  ["tag of a hundredth", { tag: [TAGS.hundredth.id] }],
  ["tag of the last names", { tag: [TAGS.lastNames.id] }],
  ["two tags", { tag: [TAGS.all.id, TAGS.tenth.id] }],
  ["tag and category", { tag: [TAGS.tenth.id], category: "Category 3" }],
  ["tag, active", { tag: [TAGS.tenth.id], state: "active" }],
  ["tag and q", { tag: [TAGS.tenth.id], q: "Lantern" }],
  ["q of one code", { q: `/${many - 77}` }],
  ["q of a share address", { q: `https://example.com/r/${WORKSPACE}${many - 77}` }],
  ["q of few", { q: "ster 777" }],
  ["q of thousands", { q: "/12" }],
  ["q of many", { q: "Lantern" }],
  ["q of all", { q: "example.com" }],
  ["q of none", { q: "nothing like it" }],
  ["q of none, pieces of many", { q: "lantable" }],
  ["q of one letter", { q: "m" }],
  ["q of two letters, none", { q: "zq" }],
  ["q of 200, hostile", { q: `${"a".repeat(199)}b` }],
  ["q of signs", { q: "://" }],
  ["q of a placement of many", { q: "Terrace" }],
  ["q of very many copies", { q: "stool" }],
  ["q of one copy", { q: "stool 17" }],
];

export async function run(report: Report, size: Size): Promise<void> {
  const sizes = SIZES[size];
  const dirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), "tessera-bench-")));
  try {
    const open = (dataDir: string) => openSqlite({ dataDir, lifetimeMs, clock: createSystemClock() });
    const [small, large] = [await open(dirs[0]!), await open(dirs[1]!)];
    await measure(report, "SQLite", small, large, undefined, sizes);
  } finally {
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    const admin = new Pool({ connectionString: server.url("postgres"), max: 1 });
    await admin.query("CREATE DATABASE small");
    await admin.end();
    const [small, large] = [
      await openPostgres({ url: server.url("small"), lifetimeMs }),
      await openPostgres({ url: server.url("postgres"), lifetimeMs }),
    ];
    await measure(report, "PostgreSQL", small, large, server.url("postgres"), sizes);
  } finally {
    await server.destroy();
  }
}

/** Closes both stores. `url` is the large one's; undefined on SQLite. */
async function measure(
  report: Report,
  name: string,
  small: Store,
  large: Store,
  url: string | undefined,
  sizes: Sizes,
): Promise<void> {
  const { many, few, repeats } = sizes;
  let slowest = { ms: 0, what: "" };
  const timed = async (what: string, work: () => Promise<unknown>): Promise<string> => {
    const { ms, worst } = await time(repeats, work);
    if (ms > slowest.ms) slowest = { ms, what };
    return `${ms.toFixed(0)} ${worst.toFixed(0)}`;
  };
  const browsing = (title: string, filter: CodeFilter, sort: CodeSort, offset: number) =>
    timed(`${title} by ${sort}${offset > 0 ? ", page 500" : ""}`, () =>
      large.codes.browse(WORKSPACE, filter, Date.now(), { sort, offset, limit: 20 }),
    );
  await fillCodes(small.auth.db, small.engine, WORKSPACE, few);
  const begun = performance.now();
  await loadCodes(large, url, WORKSPACE, many);
  await large.auth.db
    .insertInto("workspaces")
    .values({ id: WORKSPACE, name: WORKSPACE, plan: "pro", created_at: 1 } as never)
    .execute();
  await loadTags(large, url, WORKSPACE, Object.values(TAGS));
  await loadPlacements(large, url, WORKSPACE, placementsOf(sizes));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  report.say(`\n${name}: ${many} codes created in ${seconds} s; median of ${repeats} in ms, worst`);
  report.say(
    `  ${"".padEnd(27)}${CODE_SORTS.flatMap((s) => [s, "p. 500"])
      .map(cell)
      .join("")}`,
  );
  for (const [title, filter] of filtersOf(many)) {
    const cells: string[] = [];
    for (const sort of CODE_SORTS) {
      cells.push(await browsing(title, filter, sort, 0));
      cells.push(await browsing(title, filter, sort, 499 * 20));
    }
    report.say(`  ${title.padEnd(27)}${cells.map(cell).join("")}`);
  }
  report.tell({
    name: "P12",
    what: `${name}: the slowest list of ${many} codes`,
    ours: `${slowest.ms.toFixed(0)} ms`,
    peer: slowest.what,
    value: slowest.ms,
    target: { most: 100, unit: " ms" },
  });
  await comparePoints(report, name, small, large, sizes);
  await small.close();
  await large.close();
}

/** P10: reads of one code, a different one each time, alternating between the small and the large store. */
async function comparePoints(
  { tell }: Report,
  engine: string,
  small: Store,
  large: Store,
  { few, many, points }: Sizes,
): Promise<void> {
  const times = { id: [[], []] as number[][], token: [[], []] as number[][] };
  for (let i = 0; i < points; i++) {
    for (const [at, [store, count]] of (
      [
        [small, few],
        [large, many],
      ] as const
    ).entries()) {
      const n = (i * 7919) % count;
      times.id[at]!.push(await msOf(() => found(store.codes.find(WORKSPACE, `${WORKSPACE}-${n}`))));
      times.token[at]!.push(await msOf(() => store.codes.findByTokens([`${WORKSPACE}${n}`])));
    }
  }
  for (const key of ["id", "token"] as const) {
    const [calm, full] = times[key].map(median) as [number, number];
    tell({
      name: "P10",
      what: `${engine}: one of ${many} codes by its ${key}`,
      ours: `${full.toFixed(2)} ms`,
      peer: `of ${few} ${calm.toFixed(2)} ms`,
      value: full / calm,
      target: { most: 1.2 },
    });
  }
}

/** The median and the worst, in ms. */
async function time(repeats: number, work: () => Promise<unknown>): Promise<{ ms: number; worst: number }> {
  const times: number[] = [];
  for (let i = 0; i < repeats; i++) {
    times.push(await msOf(work));
    // Wait for the cool-down after a long list, which people would not notice.
    if (times.at(-1)! > 15) await pause(520);
  }
  return { ms: median(times), worst: Math.max(...times) };
}

async function found<T>(code: Promise<T | null>): Promise<T> {
  const there = await code;
  if (there === null) throw new Error("a code that was filled in is not found");
  return there;
}

const cell = (text: string) => text.padStart(10);
