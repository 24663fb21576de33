/** Sums of a large workspace, whatever happens to its codes. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { createInsights } from "../../src/analytics/insights.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { eraseDeletedCodes } from "../../src/store/queries/removal.ts";
import { sumWorkspaces } from "../../src/store/queries/workspace-sums.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import type { Store } from "../../src/store/store.ts";
import { withManyScans } from "../analytics/support.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, PLACES } from "./counted-model.ts";
import { addWorkspace, NOON } from "./support.ts";
import { tagger } from "./visitor-scans.ts";

const RUNS = 3;
const CODES = 4;
const START = NOON - 20 * DAY_MS;

type Step =
  | { do: "scan"; scans: { code: number; at: number; agent: number; place: number; visitor: number }[] }
  | { do: "sum" }
  | { do: "erase" }
  | { do: "delete" | "restore" | "move"; code: number };

const code = fc.nat(CODES - 1);
const scan = fc.record({
  code,
  // Close together, so that days have pairs, values and repeated visitors.
  at: fc.integer({ min: 0, max: 80 }).map((n) => START + n * 6 * 3_600_000 + (n % 7) * 1_000_000),
  agent: fc.nat(AGENTS.length - 1),
  place: fc.nat(PLACES.length - 1),
  visitor: fc.nat(3),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        do: fc.constant("scan" as const),
        scans: fc.array(scan, { minLength: 1, maxLength: 40 }),
      }),
      weight: 5,
    },
    { arbitrary: fc.constantFrom<Step>({ do: "sum" }, { do: "erase" }), weight: 3 },
    {
      arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "restore" as const, "move" as const), code }),
      weight: 5,
    },
  ),
  { minLength: 12, maxLength: 30 },
);

onEachEngine("the sums of a workspace", (engine) => {
  let store: Store;
  let count = 0;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store, "ada");
    await addWorkspace(store, "nobody");
  });

  const summed = async (): Promise<string[]> => {
    const rows = await store.auth.db.selectFrom("summed_workspaces").select("workspace_id").execute();
    return rows.map((row: { workspace_id: string }) => row.workspace_id);
  };
  const sumAll = () => sumWorkspaces(store.auth.db, store.engine, NOON, 0);

  const report = (from: Store, workspaceId: string) => {
    const clock = { now: () => NOON, steady: () => NOON };
    const insights = createInsights({ store: from, clock, scansSettled: async () => {} });
    return insights.ofWorkspace({ workspaceId }, { period: "28d", timezone: "UTC", compare: "previous", filter: {} });
  };

  /** From the rollups of each code. */
  async function reportWithoutSums(workspaceId: string) {
    const { db } = store.auth;
    const rename = (from: string, to: string) =>
      db.updateTable("summed_workspaces").set({ workspace_id: to }).where("workspace_id", "=", from).execute();
    await rename(workspaceId, "nobody");
    const found = await report(withManyScans(store), workspaceId);
    await rename("nobody", workspaceId);
    return found;
  }

  it(`equal those of its codes after any steps, in ${RUNS} cases`, async () => {
    const tags = tagger(store);
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        count += 1;
        const homes = [`one ${count}`, `two ${count}`] as const;
        for (const id of homes) await store.workspaces.create({ id, name: id, plan: "pro", createdAt: NOON }, "ada");
        const codes = Array.from({ length: CODES }, () => newCode(homes[0], START - DAY_MS));
        for (const each of codes) await store.codes.create(each);
        const homeOf = new Map(codes.map(({ id }) => [id, homes[0] as string]));

        async function take(step: Step): Promise<unknown> {
          if (step.do === "sum") return sumAll();
          if (step.do === "erase") return eraseDeletedCodes(store.auth.db, store.engine, NOON + 31 * DAY_MS);
          if (step.do === "scan") {
            const lines = [];
            for (const { code: n, at, agent, place, visitor } of step.scans) {
              const { id } = codes[n]!;
              await tags.ready("UTC", at);
              const seen = { zone: "UTC", codeId: id, at, address: `10.0.0.${visitor}`, userAgent: "Mozilla/5.0" };
              const names = [JSON.stringify(AGENTS[agent]), JSON.stringify(PLACES[place])] as const;
              lines.push(scanLine(createIds(() => at)(), id, at, ...names, tags.tagOf(seen)!));
            }
            return settleLines(store, lines);
          }
          const { id } = codes[step.code]!;
          const home = homeOf.get(id)!;
          if (step.do === "delete") return store.codes.remove(home, id, NOON);
          if (step.do === "restore") return store.codes.restore(home, id, NOON);
          const to = homes.find((each) => each !== home)!;
          const moved = await store.codes.move({ id, from: home, to, userId: "ada", now: NOON });
          if (typeof moved !== "string") homeOf.set(id, to);
        }

        async function compare(): Promise<void> {
          for (const id of homes) {
            const expected = await reportWithoutSums(id);
            assert.deepEqual(await report(store, id), expected);
            assert.deepEqual(await report(withManyScans(store, { firstCodes: 1 }), id), expected, "packed by day");
          }
        }
        for (const step of all) await take(step);
        assert.deepEqual(await store.scans.check(), []);
        await compare();
        await sumAll();
        await compare();
        assert.deepEqual(await store.scans.check(), []);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("are only made for workspaces with many scans and more than one code", async () => {
    const { db } = store.auth;
    for (const id of ["small", "single"]) {
      await store.workspaces.create({ id, name: id, plan: "pro", createdAt: NOON }, "ada");
      const codes = Array.from({ length: id === "small" ? 2 : 1 }, () => newCode(id, START));
      for (const each of codes) {
        await store.codes.create(each);
        await settleLines(store, [scanLine(createIds(() => START)(), each.id, START, ...plain)]);
      }
    }
    await sumWorkspaces(db, store.engine, NOON, 3);
    assert.equal((await summed()).includes("small"), false);
    await sumWorkspaces(db, store.engine, NOON, 2);
    assert.equal((await summed()).includes("small"), true);
    assert.equal((await summed()).includes("single"), false);
  });

  it("are checked: a wrong one is reported", async () => {
    const { db } = store.auth;
    const { num } = await db.selectFrom("summed_workspaces").select("num").limit(1).executeTakeFirstOrThrow();
    const change = (by: number, dimension: number) =>
      sql`INSERT INTO workspace_daily (workspace_num, dimension, day, value, count)
        VALUES (${num}, ${dimension}, 20000, '5', ${by}) ON CONFLICT (workspace_num, dimension, day, value)
        DO UPDATE SET count = workspace_daily.count + excluded.count`.execute(db);
    for (const [dimension, by] of [
      [1, 3],
      [7, 3],
      // Visitors, of which the sums may have more.
      [8, -3],
      [9, -3],
    ] as const) {
      await change(by, dimension);
      const problems = await store.scans.check();
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, new RegExp(`workspace number ${num}.*day 20000.*3`));
      await change(-by, dimension);
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are packed by code and day: a wrong day is reported, and read until it is packed again", async () => {
    const { db } = store.auth;
    await store.workspaces.create({ id: "packed", name: "packed", plan: "pro", createdAt: NOON }, "ada");
    const codes = Array.from({ length: 3 }, () => newCode("packed", START));
    for (const each of codes) await store.codes.create(each);
    const scansOn = (day: number, counts: readonly number[]) => {
      const at = START + day * DAY_MS;
      const lines = counts.flatMap((n, i) =>
        Array.from({ length: n }, () => scanLine(createIds(() => at)(), codes[i]!.id, at, ...plain)),
      );
      return settleLines(store, lines);
    };
    await scansOn(0, [3, 2, 1]);
    await scansOn(1, [1, 2, 3]);
    await sumAll();
    const counts = async () => {
      const { byCode } = await report(withManyScans(store, { firstCodes: 1 }), "packed");
      return codes.map(({ id }) => byCode.find((code) => code.id === id)!.scans);
    };
    assert.deepEqual(await counts(), [4, 4, 4]);
    const { num } = await db
      .selectFrom("summed_workspaces")
      .select("num")
      .where("workspace_id", "=", "packed")
      .executeTakeFirst();
    const [first, second] = await db
      .selectFrom("workspace_codes")
      .selectAll()
      .where("workspace_num", "=", num)
      .orderBy("day")
      .execute();
    await db.updateTable("workspace_codes").set({ codes: second.codes }).where("workspace_num", "=", num).execute();
    assert.notDeepEqual(await counts(), [4, 4, 4], "it is read");
    assert.deepEqual(await store.scans.check(), [
      `workspace number ${num}, day ${first.day}: its packed counts differ from those of its codes`,
    ]);
    // A late scan: the day's count is another one.
    await scansOn(0, [1, 0, 0]);
    assert.deepEqual(await counts(), [5, 4, 4]);
    assert.deepEqual(await store.scans.check(), []);
    await sumAll();
    const again = await db
      .selectFrom("workspace_codes")
      .selectAll()
      .where("workspace_num", "=", num)
      .orderBy("day")
      .execute();
    assert.deepEqual(
      again.map((row: { count: number }) => Number(row.count)),
      [7, 6],
    );
    assert.deepEqual(await counts(), [5, 4, 4]);
  });

  it("are compared with the codes that are not in the bin, also if another one has as many scans", async () => {
    await store.workspaces.create({ id: "binned", name: "binned", plan: "pro", createdAt: NOON }, "ada");
    const [early, late] = [newCode("binned", START), newCode("binned", START)];
    const before = NOON - DAY_MS;
    for (const [code, at] of [
      [early, before + 60_000],
      [late, before + 600_000],
    ] as const) {
      await store.codes.create(code);
      await settleLines(store, [scanLine(createIds(() => at)(), code.id, at, ...plain)]);
    }
    await sumAll();
    // Between the two scans, on the next day.
    const now = NOON + 300_000;
    const insights = createInsights({
      store,
      clock: { now: () => now, steady: () => now },
      scansSettled: async () => {},
    });
    const previous = async () => {
      const query = { period: "today", timezone: "UTC", compare: "previous", filter: {} } as const;
      return (await insights.ofWorkspace({ workspaceId: "binned" }, query)).previous!.scans;
    };
    await store.codes.remove("binned", late.id, NOON);
    assert.equal(await previous(), 1);
    await store.codes.restore("binned", late.id, NOON);
    await store.codes.remove("binned", early.id, NOON);
    assert.equal(await previous(), 0);
  });

  it("list codes with equally many scans by name, however many there are, with sums and without", async () => {
    const { db } = store.auth;
    await store.workspaces.create({ id: "equal", name: "equal", plan: "pro", createdAt: NOON }, "ada");
    const codes = Array.from({ length: 105 }, (_, i) => ({
      ...newCode("equal", START),
      name: `Poster ${(i * 37) % 105}`,
    }));
    for (const each of codes) await store.codes.create(each);
    const scans = [codes[50]!, ...codes];
    await settleLines(
      store,
      scans.map(({ id }) => scanLine(createIds(() => START)(), id, START, ...plain)),
    );
    const names = codes.map(({ name }) => name.toLowerCase()).filter((name) => name !== codes[50]!.name.toLowerCase());
    const expected = [codes[50]!.name.toLowerCase(), ...names.sort().slice(0, 9)];
    const listed = async () => (await report(store, "equal")).byCode.map(({ name }) => name.toLowerCase());
    assert.deepEqual(await listed(), expected);
    await sumWorkspaces(db, store.engine, NOON, 106);
    assert.ok((await summed()).includes("equal"));
    assert.deepEqual(await listed(), expected);
  });

  it("are removed with their workspace", async () => {
    const { db } = store.auth;
    await store.workspaces.create({ id: "gone", name: "gone", plan: "pro", createdAt: NOON }, "ada");
    const codes = [newCode("gone", START), newCode("gone", START)];
    for (const each of codes) {
      await store.codes.create(each);
      await settleLines(store, [scanLine(createIds(() => START)(), each.id, START, ...plain)]);
    }
    await sumAll();
    const held = () => db.selectFrom("workspace_daily").selectAll().where("workspace_num", "=", num).execute();
    const { num } = await db
      .selectFrom("summed_workspaces")
      .select("num")
      .where("workspace_id", "=", "gone")
      .executeTakeFirstOrThrow();
    assert.ok((await held()).length > 0);
    await db.deleteFrom("workspaces").where("id", "=", "gone").execute();
    await sumAll();
    assert.deepEqual(await held(), []);
    const packed = await db.selectFrom("workspace_codes").selectAll().where("workspace_num", "=", num).execute();
    assert.deepEqual(packed, []);
  });
});

const plain = ['["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]'] as const;
