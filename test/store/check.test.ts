/** Whatever is damaged in a database, a check says so in one sentence. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { createIdCheck } from "../../src/check/ids.queries.ts";
import type { FoundScans } from "../../src/check/walk.queries.ts";
import { idText } from "../../src/database/scan-ids.ts";
import type { Tables } from "../../src/database/tables.ts";
import { MAX_IN_BLOCK, packBlock, unpackBlock } from "../../src/scans/block.ts";
import { columnsOf, factsAt, forget, merge, type OneScan, type ScanColumns } from "../../src/scans/columns.ts";
import { DAY_MS, QUARTER_MS, QUARTERS_PER_DAY, timestamp } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { command } from "../support/command.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine, type TestPlace } from "../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "./counted-model.ts";
import { idOf } from "./scans/some-scans.ts";
import { lineOf } from "./scans/visits.ts";
import { freshCode, scansOf, WORKSPACE } from "./support.ts";
import { lineOf as taggedLine, tagger } from "./visitor-scans.ts";

const NOW = TODAY * DAY_MS;
const MONTH = 2026 * 12 + 4;
/** More than are checked together. */
const MANY = 60_000;

onEachEngine("A full check", (engine) => {
  let store: Store;
  let place: TestPlace;
  const codes: { id: string; num: number }[] = [];
  before(async () => {
    place = await engine.migratedPlace();
    store = await engine.open(place);
    for (let i = 0; i < 3; i++) {
      const code = await freshCode(store);
      await settleLines(store, scansOf(code.id, 20));
      codes.push(code);
    }
  });
  const ranges = async (after?: number) => Array.fromAsync(store.scans.checkRanges(after));

  it("goes by ranges of codes, each with few scans, and can continue after any", async () => {
    assert.deepEqual(await ranges(), [{ upTo: Number.MAX_SAFE_INTEGER, share: 1, problems: [] }]);
    const { db } = store.auth;
    for (const { num } of codes.slice(0, 2)) {
      await db.updateTable("code_counters").set({ scan_count: MANY }).where("code_num", "=", num).execute();
    }
    const [one, two, three] = codes.map(({ num }) => num);
    const wrong = (i: number) => [`code ${codes[i]!.id}: scanCount is ${MANY}, but 20 scans are stored`];
    const all = await ranges();
    assert.deepEqual(
      all.map(({ upTo, problems }) => [upTo, problems]),
      [
        [one, wrong(0)],
        [two, wrong(1)],
        [Number.MAX_SAFE_INTEGER, []],
      ],
    );
    assert.deepEqual(
      all.map(({ share }) => share),
      [one! / three!, two! / three!, 1],
    );
    assert.deepEqual(await ranges(one), all.slice(1));
    assert.deepEqual(await store.scans.check(), [...wrong(0), ...wrong(1)]);
  });

  it("finds scans without a code, whatever its number, unless it is being erased", async () => {
    const { db } = store.auth;
    const last = codes.at(-1)!.num;
    for (const num of [last + 1000, -5]) {
      await sql`INSERT INTO scans (code_num, id, at, agent_id, place_id)
        SELECT ${num}, id, at, agent_id, place_id FROM scans WHERE code_num = ${last}`.execute(db);
    }
    const said = (num: number) => `code number ${num}: 20 scans are stored, but there is no such code`;
    const problems = (await ranges()).flatMap((range) => range.problems);
    assert.deepEqual(
      problems.filter((problem) => problem.includes("no such code")),
      [said(-5), said(last + 1000)],
    );
    await db.insertInto("erasing").values({ code_num: -5 }).execute();
    const fewer = (await ranges()).flatMap((range) => range.problems);
    assert.equal(fewer.length, problems.length - 1);
  });

  it("as a command, continues after a code number, and accepts nothing else as one", async () => {
    const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
    const whole = await command(["check"], { env });
    assert.equal(whole.code, 1);
    assert.match(whole.stderr, /tessera: 3 mismatches were found\.\n$/);
    const rest = await command(["check", "--after", String(codes[1]!.num)], { env });
    assert.match(rest.stderr, /^code number [^\n]*\ntessera: 1 mismatches were found\.\n$/);
    const wrong = await command(["check", "--after", "-1"], { env });
    assert.equal(wrong.code, 2);
  });
});

onEachEngine("A check of scans", (engine) => {
  let store: Store;
  let db: Kysely<Tables>;
  let code: { id: string; num: number };

  /** Two months with blocks, one of them forgotten in part, and rows. */
  async function fill(): Promise<void> {
    store = await engine.fresh();
    db = store.auth.db;
    code = await freshCode(store, NOW - 100 * DAY_MS);
    const seen = [40, 30, 3, 2, 0].flatMap((ago) =>
      Array.from({ length: 6 }, (_, i) => ({
        at: NOW - ago * DAY_MS + i * 2_000_000 + 321,
        ...{ agent: AGENTS[i % AGENTS.length]!, place: PLACES[i]! },
      })),
    );
    await settleLines(
      store,
      seen.map((each) => lineOf(code.id, each)),
    );
    await store.maintain(NOW + 10_000, TODAY - 30);
    assert.deepEqual(await store.scans.check(), []);
  }
  before(fill);

  /** Changes something, expects what a check says, and undoes it. */
  async function damage(changed: string, values: object, said: readonly string[], where = sql<boolean>`true`) {
    const rows = await db
      .selectFrom(changed as "scans")
      .selectAll()
      .where(where)
      .execute();
    const count = await db
      .updateTable(changed as "scans")
      .set(values)
      .where(where)
      .executeTakeFirst();
    assert.equal(Number(count.numUpdatedRows), rows.length);
    assert.ok(rows.length > 0);
    assert.deepEqual(await store.scans.check(), said);
    await db
      .deleteFrom(changed as "scans")
      .where(where)
      .execute();
    await db
      .insertInto(changed as "scans")
      .values(rows)
      .execute();
    assert.deepEqual(await store.scans.check(), []);
  }

  const ofMay = sql<boolean>`month = ${MONTH}`;
  const name = () => `code number ${code.num}, block 0 of 2026-05`;

  /** Packs the block of May again with other scans. */
  async function repack(change: (columns: ScanColumns) => ScanColumns, ...said: string[]): Promise<void> {
    const block = await db.selectFrom("scan_blocks").selectAll().where("month", "=", MONTH).executeTakeFirstOrThrow();
    await damage("scan_blocks", packBlock(change(unpackBlock(block, MONTH)), MONTH), said, ofMay);
  }

  it("reports a count of a code that is not that of its scans", async () => {
    await db.updateTable("code_counters").set({ scan_count: 29 }).execute();
    assert.deepEqual(await store.scans.check(), [`code ${code.id}: scanCount is 29, but 30 scans are stored`]);
    await db.updateTable("code_counters").set({ scan_count: 30 }).execute();
  });

  it("reports a block whose bytes or whose count were changed", async () => {
    const { ids } = await db.selectFrom("scan_blocks").select("ids").where(ofMay).executeTakeFirstOrThrow();
    const flipped = Uint8Array.from(ids).with(5, ids[5]! ^ 16);
    await damage("scan_blocks", { ids: flipped }, [`${name()}: it cannot be read: Its checksum is wrong.`], ofMay);
    const counts = [`code ${code.id}: scanCount is 30, but 31 scans are stored`];
    const other = `${name()}: it cannot be read: It has 12 scans, not 13.`;
    await damage("scan_blocks", { count: 13 }, [other, ...counts], ofMay);
    const many = MAX_IN_BLOCK + 1;
    await damage(
      "scan_blocks",
      { count: many },
      [
        `${name()}: it cannot be read: It has ${many} scans, more than ${MAX_IN_BLOCK}.`,
        `code ${code.id}: scanCount is 30, but ${many + 18} scans are stored`,
      ],
      ofMay,
    );
  });

  it("reports a block that is stored as one of another month, and scans of another month in it", async () => {
    await db
      .updateTable("scan_blocks")
      .set({ month: MONTH + 1 })
      .where(ofMay)
      .execute();
    assert.deepEqual(await store.scans.check(), [
      `code number ${code.num}, block 0 of 2026-06: it cannot be read: Its checksum is wrong.`,
    ]);
    await db
      .updateTable("scan_blocks")
      .set({ month: MONTH })
      .where("month", "=", MONTH + 1)
      .execute();
    const june = Date.UTC(2026, 5, 1);
    const last = timestamp(NOW + 5 * 2_000_000 + 321);
    const later = (columns: ScanColumns) => ({ ...columns, at: columns.at.with(-1, june) });
    await repack(
      later,
      `${name()}: a scan is at 2026-06-01T00:00:00.000Z`,
      `code ${code.id}: its last scan is from ${timestamp(june)} on, noted is ${last.slice(0, 11)}02:45:00.000Z`,
      `code ${code.id}: its last scan is at ${timestamp(june)}, noted is ${last}`,
    );
  });

  it("reports quarters of an hour that are not those of the scans' times, and times of ids that are elsewhere", async () => {
    const block = await db.selectFrom("scan_blocks").selectAll().where(ofMay).executeTakeFirstOrThrow();
    const columns = unpackBlock(block, MONTH);
    const by = (ms: number) => ({ runs: packBlock({ ...columns, at: columns.at.map((at) => at + ms) }, MONTH).runs });
    const ahead = (ms: number) =>
      `${name()}: the id of the scan at ${timestamp(columns.at[0]!)} is 0 ms ahead, which is not from ${ms} to ${ms}`;
    await damage("scan_blocks", by(100), [ahead(-100)], ofMay);
    const quarters = `${name()}: its scans are not in the quarters of an hour that it says`;
    await damage("scan_blocks", by(QUARTER_MS), [quarters, ahead(-QUARTER_MS)], ofMay);
  });

  it("reports scans that are there twice, in blocks or as a row too, and only those", async () => {
    const last = await db.selectFrom("scan_blocks").selectAll().where(ofMay).executeTakeFirstOrThrow();
    const columns = unpackBlock(last, MONTH);
    const id = idText(columns.ids.slice(0, 16));
    await db
      .insertInto("scan_blocks")
      .values({ ...last, n: 1, ...packBlock(mergeFirst(columns), MONTH) })
      .execute();
    await db.updateTable("code_counters").set({ scan_count: 31 }).execute();
    assert.deepEqual(await store.scans.check(), [`code number ${code.num}: scan ${id} is stored 2 times`]);
    await db.deleteFrom("scan_blocks").where("n", "=", 1).execute();

    const row = { code_num: code.num, at: columns.at[0]!, agent_id: columns.agent[0]!, place_id: columns.place[0]! };
    await db
      .insertInto("scans")
      .values({ ...row, id: engine.name === "sqlite" ? columns.ids.slice(0, 16) : id })
      .execute();
    assert.deepEqual(await store.scans.check(), [`code number ${code.num}: scan ${id} is stored 2 times`]);
    await db.deleteFrom("scans").where("at", "=", columns.at[0]!).execute();
    await db.updateTable("code_counters").set({ scan_count: 30 }).execute();
    assert.deepEqual(await store.scans.check(), []);
  });

  it("reports agents and places that do not exist, of rows and of blocks", async () => {
    const withAgent = (columns: ScanColumns) => ({ ...columns, agent: columns.agent.map(() => 999) });
    const withPlace = (columns: ScanColumns) => ({ ...columns, place: columns.place.map(() => 888) });
    const said = (what: string) => `code number ${code.num}: there is no ${what}, which its scans have`;
    await repack(withAgent, said("agent 999"));
    await repack(withPlace, said("place 888"));
    await damage("scans", { agent_id: 777 }, [said("agent 777")]);
  });

  it("reports a last and a first scan at another time", async () => {
    const at = NOW + 5 * 2_000_000 + 321;
    const set = (values: object) => db.updateTable("code_counters").set(values).execute();
    const last = Math.floor(at / QUARTER_MS);
    const quarter = timestamp(last * QUARTER_MS);
    await set({ last_scan_at: at - 1 });
    assert.deepEqual(await store.scans.check(), [
      `code ${code.id}: its last scan is at ${timestamp(at)}, noted is ${timestamp(at - 1)}`,
    ]);
    await set({ last_scan_at: at, last_quarter: null });
    assert.deepEqual(await store.scans.check(), [
      `code ${code.id}: its last scan is from ${quarter} on, noted is none`,
    ]);
    await set({ last_quarter: last, first_quarter: 20_000 });
    const first = timestamp(NOW - 40 * DAY_MS);
    assert.deepEqual(await store.scans.check(), [
      `code ${code.id}: its first scan is from ${first} on, noted is ${timestamp(20_000 * QUARTER_MS)}`,
    ]);
    await set({ first_quarter: null });
    assert.deepEqual(await store.scans.check(), []);
  });

  it("reports forgotten scans that are not sorted, or of a day that is not forgotten as a whole", async () => {
    const partly = (columns: ScanColumns): ScanColumns => {
      const forgotten = forget(columns, NOW - 2 * DAY_MS);
      return { ...forgotten, forgotten: forgotten.forgotten - 2, at: columns.at, ids: columns.ids };
    };
    await repack(partly, `${name()}: scans of 2026-05-17 are forgotten in part`);
    const unsorted = (columns: ScanColumns): ScanColumns => {
      const forgotten = forget(columns, NOW - 2 * DAY_MS);
      return { ...forgotten, agent: forgotten.agent.slice().reverse() };
    };
    await repack(unsorted, `${name()}: forgotten scans of 2026-05-17 are not sorted`);
  });

  it("reports a placement's count that is not what its scans say", async () => {
    const set = (values: object) => db.updateTable("placements").set(values).execute();
    const placement = {
      ...{ id: "0199c0de-0000-7000-8000-000000000001", name: "Door", token: "door-1", isSlug: false },
      ...{ isPaused: false, createdAt: NOW, scanCount: 0 },
    };
    await store.placements.create({ workspaceId: WORKSPACE, codeId: code.id }, [placement as never]);
    const visit = { agent: AGENTS[0]!, place: PLACES[0]! };
    await settleLines(
      store,
      [5, 3, 0].map((ago) => lineOf(code.id, { ...visit, at: NOW - ago * DAY_MS + 77 }, placement.id)),
    );
    await store.maintain(NOW + 20_000);
    assert.deepEqual(await store.scans.check(), []);
    await set({ scan_count: 4 });
    assert.deepEqual(await store.scans.check(), [`placement ${placement.id}: scanCount is 4, but 3 scans are stored`]);
    await set({ scan_count: 3 });
    assert.deepEqual(await store.scans.check(), []);
  });

  it("reports more visitors of a day than scans, tagged scans or tags", async () => {
    const fresh = await engine.fresh();
    const tagged = await freshCode(fresh, NOW);
    const tags = tagger(fresh);
    for (const address of ["1.2.3.4", "1.2.3.5", "1.2.3.5"]) {
      await settleLines(fresh, [await taggedLine(tags, "UTC", { code: tagged, at: NOW + 5, address })]);
    }
    tags.close();
    assert.deepEqual(await fresh.scans.check(), []);
    const said = (problem: string) => `code number ${tagged.num}, visitors of day ${TODAY}: ${problem}`;
    for (const [values, ...problems] of [
      [{ visitors: 4 }, "4, but only 3 scans have one", "4, but there are 2 tags"],
      [{ scans: 4 }, "4 scans have one, but there are 3 scans"],
      [{ visitors: 1 }, "1, but there are 2 tags"],
      [{ begins: QUARTERS_PER_DAY / 2 }, "3 scans have one, but there are 0 scans"],
    ] as const) {
      await fresh.auth.db.updateTable("scan_visitors").set(values).execute();
      assert.deepEqual(await fresh.scans.check(), problems.map(said));
      await fresh.auth.db.updateTable("scan_visitors").set({ visitors: 2, scans: 3, begins: 0 }).execute();
    }
    assert.deepEqual(await fresh.scans.check(), []);
  });
});

/** The first scan alone. */
function mergeFirst(columns: ScanColumns): ScanColumns {
  const first: OneScan = { at: columns.at[0]!, id: columns.ids.slice(0, 16), ...factsAt(columns, 0) };
  return merge(columnsOf([]), columnsOf([first]));
}

it("A search for repeated ids finds them in several walks, each in a part of the memory", async () => {
  const made = (at: number) => idOf(at, 0, new Uint8Array(8));
  const found = (codeNum: number, ns: readonly number[]): FoundScans => {
    const scans = ns.map((at): OneScan => ({ at, id: made(at), agent: 1, place: 1, placement: 0, route: 0 }));
    return { codeNum, count: ns.length, block: null, columns: columnsOf(scans) };
  };
  const all = Array.from({ length: 5000 }, (_, i) => i * 16);
  const pages = [found(1, all), found(2, all), found(2, [160, 160, 48_000]), found(1, [80_000])];
  async function* walk() {
    yield* pages;
  }
  const repeated = [];
  for (let part = 0; part < 3; part++) {
    const ids = createIdCheck(3, part);
    for await (const page of walk()) ids.add(page);
    repeated.push(...(await ids.repeated(walk)));
  }
  const said = repeated.map(({ codeNum, id, count }) => `${codeNum} ${id} ${count}`).sort();
  assert.deepEqual(said, [`2 ${idText(made(160))} 3`, `2 ${idText(made(48_000))} 2`].sort());
});
