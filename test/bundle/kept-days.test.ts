/** Bundles of a service whose old scans are forgotten, or whose clock was ahead, imported next to others' codes. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { sql } from "kysely";
import { exportTo } from "../../src/bundle/export.ts";
import { MANIFEST } from "../../src/bundle/format.ts";
import { importBundle } from "../../src/bundle/import.ts";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import { codeFilesOf } from "../../src/services.ts";
import { DAY_MS, dayOf, monthOf, QUARTER_MS, QUARTERS_PER_DAY } from "../../src/shared/days.ts";
import { createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { quartersOf, rowsOf } from "../store/insight-rows.ts";
import { addWorkspace, scansOf } from "../store/support.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { intoOne, NOW } from "./support.ts";

const TODAY = dayOf(NOW);
const WORKSPACE = "0197a000-0000-4000-8000-000000000001";
const OTHER = "0197a000-0000-4000-8000-000000000002";

async function codeOf(store: Store, workspaceId: string): Promise<{ id: string; num: number }> {
  await addWorkspace(store, workspaceId);
  const code = newCode(workspaceId, NOW - 600 * DAY_MS);
  await store.codes.create(code);
  return { id: code.id, num: (await store.codes.find(workspaceId, code.id))!.num };
}

async function writeBundle(store: Store): Promise<string> {
  const dir = join(freshDir(), "bundle");
  const { files } = codeFilesOf(
    () => "https://codes.example",
    async () => null,
  );
  const address = { baseUrl: "https://codes.example", shareBase: () => "https://codes.example", basePath: "" };
  await exportTo(dir, { ...address, store, files, now: NOW });
  return dir;
}

const takeIn = (store: Store, dir: string, isOwn = false) =>
  importBundle({
    dir,
    store,
    isDryRun: false,
    now: NOW,
    isOwn,
    targets: intoOne(WORKSPACE),
    personOf: async () => null,
    readLogo,
    shareRule: () => null,
    refuse: (problem) => assert.fail(problem),
    warn: () => {},
  });

const [FIRST, END] = [(TODAY - 599) * QUARTERS_PER_DAY, (TODAY + 1) * QUARTERS_PER_DAY];

async function saidOf(store: Store, id: string) {
  const code = (await store.codes.find(WORKSPACE, id))!;
  const { num } = code;
  const { device, browser, os, country, city, exactFrom } = await rowsOf(store, num, FIRST, END);
  const sorted = (counts: readonly object[]) => counts.map((count) => JSON.stringify(count)).sort();
  return {
    code: { ...code, num: 0 },
    counts: [device, browser, os, country, city].map(sorted),
    exactFrom,
    quarters: await quartersOf(store, num, FIRST, END),
    scans: await store.scans.page(num, 1000),
    versions: await store.history.page(num, 10),
    changes: await store.history.changes(num, 10),
  };
}

const marksOf = (store: Store) =>
  store.auth.db.selectFrom("meta").selectAll().where("name", "=", "forgotten_before_day").execute();

onEachEngine("A bundle without old scans", (engine) => {
  it("gives the same answers, leaves others' codes alone, and can be exported again", async () => {
    const source = await engine.fresh();
    const { id } = await codeOf(source, WORKSPACE);
    for (const daysAgo of [550, 100]) await settleLines(source, scansOf(id, 60, NOW - daysAgo * DAY_MS));
    const change = () => ({ content: "https://example.com/new" });
    await source.codes.update(WORKSPACE, id, NOW - 20 * DAY_MS, change);
    await settleLines(source, scansOf(id, 60, NOW - 10 * DAY_MS));
    for (const [i, isPublic] of [false, true].entries()) {
      await source.codes.update(WORKSPACE, id, NOW - (9 - i) * DAY_MS, () => ({ isPublic }));
    }
    await source.maintain(NOW, TODAY - 30);
    assert.deepEqual(await source.scans.check(), []);
    const said = await saidOf(source, id);
    assert.deepEqual(
      said.changes.map(({ kind }) => kind),
      ["resumed", "paused"],
    );
    assert.equal(said.scans.length, 60, "only the latest are kept");
    assert.deepEqual(
      said.versions!.versions.map(({ scanCount }) => scanCount),
      [60, 120],
    );

    const target = await engine.fresh();
    await addWorkspace(target, WORKSPACE);
    const others = await codeOf(target, OTHER);
    await settleLines(target, scansOf(others.id, 30, NOW - 100 * DAY_MS));
    const dir = await writeBundle(source);
    await takeIn(target, dir);
    assert.deepEqual(await saidOf(target, id), said);
    assert.deepEqual(await marksOf(target), [], "others' old scans are still kept");
    const late = await settleLines(target, scansOf(others.id, 1, NOW - 90 * DAY_MS));
    assert.deepEqual(late, { aside: [], dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 });
    assert.equal((await target.scans.page(others.num, 100)).length, 31);
    assert.deepEqual(await target.scans.check(), []);

    const again = await engine.fresh();
    await addWorkspace(again, WORKSPACE);
    await takeIn(again, await writeBundle(target));
    assert.deepEqual(await saidOf(again, id), said);
    assert.deepEqual(await again.scans.check(), []);
    await again.auth.db
      .deleteFrom("scan_blocks")
      .where("month", "=", monthOf(TODAY - 100))
      .execute();
    assert.notDeepEqual(await again.scans.check(), [], "forgotten scans are still counted");
  });

  it("leaves no exact time of a forgotten scan where scans are kept for fewer days", async () => {
    const source = await engine.fresh();
    const { id } = await codeOf(source, WORKSPACE);
    await settleLines(source, scansOf(id, 1, NOW - 100 * DAY_MS + 1234));
    const exact = (await source.codes.find(WORKSPACE, id))!.expiresAt;
    const target = await engine.fresh();
    await addWorkspace(target, WORKSPACE);
    await target.maintain(NOW, TODAY - 30);
    await takeIn(target, await writeBundle(source));
    const { num, expiresAt } = (await target.codes.find(WORKSPACE, id))!;
    assert.equal(expiresAt, Math.ceil(exact / QUARTER_MS) * QUARTER_MS);
    const { rows } = await sql<Record<"last_scan_at" | "renewed_at", number>>`
      SELECT last_scan_at, renewed_at FROM code_counters WHERE code_num = ${num}`.execute(target.auth.db);
    for (const time of Object.values(rows[0]!)) assert.equal(Number(time) % QUARTER_MS, 0);
    assert.deepEqual(await target.scans.check(), []);
  });

  it("of a clock that was ahead is valid, and imported where it is believed", async () => {
    const source = await engine.fresh();
    const { id } = await codeOf(source, WORKSPACE);
    await settleLines(source, scansOf(id, 30, NOW - 10 * DAY_MS));
    await settleLines(source, scansOf(id, 30, NOW + 40 * DAY_MS));
    await source.codes.update(WORKSPACE, id, NOW + 41 * DAY_MS, () => ({ name: "Later" }));
    await source.maintain(NOW);
    const dir = await writeBundle(source);
    assert.deepEqual((await verifyBundle(dir)).problems, []);
    const target = await engine.fresh();
    await addWorkspace(target, WORKSPACE);
    const future = /^Error: Nothing was imported: the bundle has times up to 2026-11-27T.*future.*--same\.$/;
    await assert.rejects(takeIn(target, dir), future);
    assert.equal(await target.codes.find(WORKSPACE, id), null);
    await takeIn(target, dir, true);
    assert.deepEqual((await target.scans.page((await target.codes.find(WORKSPACE, id))!.num, 100)).length, 60);
    assert.deepEqual(await target.scans.check(), []);
    const manifest = JSON.parse(readFileSync(join(dir, MANIFEST), "utf8"));
    writeFileSync(join(dir, MANIFEST), JSON.stringify({ ...manifest, latest: manifest.madeAt }));
    assert.match((await verifyBundle(dir)).problems[0]!, /updatedAt is later than the bundle/);
  });

  it("has no half-moved placement: the export finishes a move first", async () => {
    const source = await engine.fresh();
    const [from, to] = [await codeOf(source, WORKSPACE), await codeOf(source, WORKSPACE)];
    const door = { id: randomUUID(), name: "Door", token: createToken(), isSlug: false, createdAt: NOW - 500 * DAY_MS };
    const of = { workspaceId: WORKSPACE, codeId: from.id };
    assert.equal(await source.placements.create(of, [door]), null);
    await settleLines(source, scansOf(from.id, 60, NOW - 10 * DAY_MS, [door.id, null]));
    const moved = await source.placements.move(of, door.id, to.id, NOW);
    assert.ok(moved !== null && typeof moved === "object" && moved.isMoving);
    const dir = await writeBundle(source);
    const target = await engine.fresh();
    await addWorkspace(target, WORKSPACE);
    await takeIn(target, dir);
    assert.deepEqual(await target.scans.check(), []);
    for (const store of [source, target]) {
      const { num } = (await store.codes.find(WORKSPACE, to.id))!;
      const found = await store.placements.find(num, door.id);
      const searched = await store.codes.list(WORKSPACE, { q: door.name }, NOW, 10);
      assert.deepEqual(
        searched.codes.map((code) => code.num),
        [num],
      );
      assert.deepEqual([found?.scanCount, found?.isMoving], [30, false]);
    }
  });
});
