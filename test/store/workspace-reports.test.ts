/** Reports of a workspace, whatever happens to its codes and their scans. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { eraseDeletedCodes } from "../../src/codes/removal.queries.ts";
import { createInsights } from "../../src/insights/insights.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { packBefore } from "../../src/scans/pack-rows.queries.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, PLACES } from "./counted-model.ts";
import { partsOf } from "./scans/packed.ts";
import { addWorkspace, NOON } from "./support.ts";

const RUNS = 5;
const CODES = 4;
const START = NOON - 20 * DAY_MS;

interface Scan {
  code: number;
  at: number;
  agent: number;
  place: number;
}

type Step =
  | { do: "scan"; scans: Scan[] }
  | { do: "pack"; before: number }
  | { do: "erase" }
  | { do: "delete" | "restore" | "move"; code: number };

const code = fc.nat(CODES - 1);
const at = fc.integer({ min: 0, max: 80 }).map((n) => START + n * 6 * 3_600_000 + (n % 7) * 1_000_000);
const scan = fc.record({ code, at, agent: fc.nat(AGENTS.length - 1), place: fc.nat(PLACES.length - 1) });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        do: fc.constant("scan" as const),
        scans: fc.array(scan, { minLength: 1, maxLength: 40 }),
      }),
      weight: 5,
    },
    { arbitrary: fc.record({ do: fc.constant("pack" as const), before: at }), weight: 3 },
    { arbitrary: fc.constant<Step>({ do: "erase" }), weight: 1 },
    {
      arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "restore" as const, "move" as const), code }),
      weight: 5,
    },
  ),
  { minLength: 12, maxLength: 30 },
);

const insightsOf = (store: Store, now = NOON) =>
  createInsights({ store, clock: { now: () => now, steady: () => now }, scansSettled: async () => {} });

const QUERY = { period: "28d", timezone: "UTC", compare: "previous", filter: {} } as const;

const plain = ['["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]'] as const;

onEachEngine("the report of a workspace", (engine) => {
  let store: Store;
  let count = 0;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store, "ada");
  });

  const addHome = (id: string) =>
    store.workspaces.create({ id, name: id, plan: "pro", createdAt: NOON }, "ada").then(() => id);

  it(`is that of the scans of its codes after any steps, in ${RUNS} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        count += 1;
        const homes = [await addHome(`one ${count}`), await addHome(`two ${count}`)] as const;
        const codes = Array.from({ length: CODES }, () => newCode(homes[0], START - DAY_MS));
        for (const each of codes) await store.codes.create(each);
        const homeOf = new Map(codes.map(({ id }) => [id, homes[0]]));
        const deleted = new Set<string>();
        const erased = new Set<string>();
        const seen: Scan[] = [];

        async function take(step: Step): Promise<void> {
          if (step.do === "pack") return packBefore(partsOf(store, 9), step.before);
          if (step.do === "erase") {
            for (const id of deleted) erased.add(id);
            return eraseDeletedCodes(store.auth.db, store.engine, NOON + 31 * DAY_MS);
          }
          if (step.do === "scan") {
            const lines = step.scans.map(({ code: n, at, agent, place }) => {
              const names = [JSON.stringify(AGENTS[agent]), JSON.stringify(PLACES[place])] as const;
              return scanLine(createIds(() => at)(), codes[n]!.id, at, ...names);
            });
            await settleLines(store, lines);
            seen.push(...step.scans);
            return;
          }
          const { id } = codes[step.code]!;
          const home = homeOf.get(id)!;
          if (erased.has(id)) return;
          if (step.do === "delete") {
            await store.codes.remove(home, id, NOON);
            deleted.add(id);
          } else if (step.do === "restore") {
            await store.codes.restore(home, id, NOON);
            deleted.delete(id);
          } else {
            const to = homes.find((each) => each !== home)!;
            const moving = store.codes.move({ id, from: home, to, userId: "ada", now: NOON });
            if (deleted.has(id)) return assert.rejects(moving, { code: "not_found" });
            await moving;
            homeOf.set(id, to);
          }
        }

        for (const step of all) await take(step);
        for (const home of homes) {
          const report = await insightsOf(store).ofWorkspace({ workspaceId: home }, QUERY);
          const own = codes.filter(({ id }) => homeOf.get(id) === home && !deleted.has(id));
          const counted = seen.filter((each) => own.includes(codes[each.code]!));
          assert.equal(report.scans, counted.length);
          const byCode = Map.groupBy(counted, (each) => codes[each.code]!.id);
          assert.deepEqual(
            report.byCode.map(({ id, scans }) => `${id} ${scans}`).sort(),
            Array.from(byCode, ([id, { length }]) => `${id} ${length}`).sort(),
          );
          const byOs = Map.groupBy(counted, ({ agent }) => AGENTS[agent]![2]);
          assert.deepEqual(
            report.byOs.map(({ os: name, scans }) => `${name} ${scans}`).sort(),
            Array.from(byOs, ([os, { length }]) => `${os} ${length}`).sort(),
          );
        }
        assert.deepEqual(await store.scans.check(), []);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("compares with the codes that are not in the bin, also if another one has as many scans", async () => {
    await addHome("binned");
    const [early, late] = [newCode("binned", START), newCode("binned", START)];
    const before = NOON - DAY_MS;
    for (const [each, at] of [
      [early, before + 60_000],
      [late, before + 600_000],
    ] as const) {
      await store.codes.create(each);
      await settleLines(store, [scanLine(createIds(() => at)(), each.id, at, ...plain)]);
    }
    const insights = insightsOf(store, NOON + 300_000);
    // Between the two scans, on the next day.
    const previous = async () => {
      const query = { ...QUERY, period: "today" } as const;
      return (await insights.ofWorkspace({ workspaceId: "binned" }, query)).previous!.scans;
    };
    for (const isPacked of [false, true]) {
      if (isPacked) await packBefore(partsOf(store), NOON);
      await store.codes.remove("binned", late.id, NOON);
      assert.equal(await previous(), 1);
      await store.codes.restore("binned", late.id, NOON);
      await store.codes.remove("binned", early.id, NOON);
      assert.equal(await previous(), 0);
      await store.codes.restore("binned", early.id, NOON);
    }
  });

  it("lists codes with equally many scans by name, however many there are", async () => {
    await addHome("equal");
    const codes = Array.from({ length: 105 }, (_, i) => ({
      ...newCode("equal", START),
      name: `Poster ${(i * 37) % 105}`,
    }));
    for (const each of codes) await store.codes.create(each);
    await settleLines(
      store,
      [codes[50]!, ...codes].map(({ id }) => scanLine(createIds(() => START)(), id, START, ...plain)),
    );
    const first = codes[50]!.name.toLowerCase();
    const names = codes.map(({ name }) => name.toLowerCase()).filter((name) => name !== first);
    const expected = [first, ...names.sort().slice(0, 9)];
    for (const isPacked of [false, true]) {
      if (isPacked) await packBefore(partsOf(store), NOON);
      const { byCode } = await insightsOf(store).ofWorkspace({ workspaceId: "equal" }, QUERY);
      assert.deepEqual(
        byCode.map(({ name }) => name.toLowerCase()),
        expected,
      );
    }
  });
});
