import assert from "node:assert/strict";
import { it } from "node:test";
import { createIds } from "../../src/shared/ids.ts";
import type { RunLines } from "../../src/store/run-lines.ts";
import { scanLine, uncountedLine } from "../../src/store/scan-lines.ts";
import { PATH, useApp } from "../api/support.ts";
import { onEachEntryPoint } from "../share/support.ts";
import { journalRows } from "../support/settle.ts";

const AGENTS = ['["mobile","Safari","iOS"]', '["desktop","Chrome","Windows"]'];
const PLACES = ['["DE","Berlin",52.5,13.4]', '["Unknown",null,null,null]', '["FR","Paris",48.9,2.4]'];
const DAY = 86_400_000;

onEachEntryPoint("a journal settled again", (engine) => {
  const use = useApp(engine);

  /** Twenty rows of scans and uncounted visits of a code, over three days. */
  async function rowsFor(id: string): Promise<RunLines[]> {
    const start = use.clock.now();
    use.clock.move(2 * DAY);
    const texts = Array.from({ length: 20 }, (_, row) => {
      const createId = createIds(() => start + row * 8_640_000);
      const scans = Array.from({ length: 10 }, (_, i) =>
        scanLine(createId(), id, start + row * 8_640_000 + i, AGENTS[i % 2]!, PLACES[i % 3]!),
      );
      const day = Math.floor(start / DAY);
      const uncounted = uncountedLine({ id: createId(), code: id, day, reason: "head", count: 3 });
      return scans.join("") + uncounted;
    });
    return journalRows(texts);
  }

  async function stateOf(id: string): Promise<object> {
    const answers = await Promise.all(
      ["", "/scans?limit=500", "/analytics", "/traffic"].map((end) => use.ask("GET", `${PATH}/${id}${end}`)),
    );
    const [code, scans, analytics, traffic] = answers.map((answer) => answer.json);
    return { code: { ...code, updatedAt: null }, scans, analytics, traffic };
  }

  it("changes nothing: three times over, in reverse, row by row, twice in one batch", async () => {
    const { id } = await use.code();
    const rows = await rowsFor(id);
    await use.app.store.settleScans(rows);
    const before = await stateOf(id);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 200);
    for (let i = 0; i < 3; i++) await use.app.store.settleScans(rows);
    await use.app.store.settleScans(rows.toReversed());
    for (const row of rows) await use.app.store.settleScans([row]);
    await use.app.store.settleScans([...rows, ...rows]);
    assert.deepEqual(await stateOf(id), before);
    assert.deepEqual(await use.app.store.scans.check(), []);
  });

  it("applies the rest when it was cut off mid-way, in whatever order", async () => {
    const { id } = await use.code();
    const rows = await rowsFor(id);
    const { first, lines } = rows[9]!;
    const half = { ...rows[9]!, last: first + 4, lines: `${lines.split("\n").slice(0, 5).join("\n")}\n` };
    await use.app.store.settleScans([...rows.slice(0, 9), half]);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 95);
    await use.app.store.settleScans(rows.toReversed());
    const { scanCount } = (await use.ask("GET", `${PATH}/${id}`)).json;
    const { missed } = (await use.ask("GET", `${PATH}/${id}/traffic`)).json;
    assert.equal(scanCount, 200);
    assert.equal(missed.head, 60);
    assert.deepEqual(await use.app.store.scans.check(), []);
  });

  it("counts each once when several settle the same rows at a time", async () => {
    const { id } = await use.code();
    const rows = await rowsFor(id);
    const oneByOne = async () => {
      for (const row of rows) await use.app.store.settleScans([row]);
    };
    await Promise.all([oneByOne(), use.app.store.settleScans(rows), use.app.store.settleScans(rows.toReversed())]);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 200);
    assert.deepEqual(await use.app.store.scans.check(), []);
  });
});
