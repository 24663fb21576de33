import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { command } from "../support/command.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine, type TestPlace } from "../support/stores.ts";
import { freshCode, scansOf } from "./support.ts";

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
    const wrong = (i: number) => [`code ${codes[i]!.id}: scanCount is ${MANY}, its days add up to 20`];
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

  it("finds rows without a code, whatever its number", async () => {
    const { db } = store.auth;
    const [last] = [codes.at(-1)!.num];
    const orphan = { code_num: last + 1000, dimension: 0, day: 20_000, value: "", count: 3 };
    await db.insertInto("scan_daily").values(orphan).execute();
    const problems = (await ranges(last)).flatMap((range) => range.problems);
    assert.match(problems.join(), new RegExp(`code number ${last + 1000}, day 20000, .* 0 raw scans, 3 in the rollup`));
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
