import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { sql } from "kysely";
import type { NewCode } from "../../src/codes/code.ts";
import { tagText } from "../../src/scans/lines.ts";
import { slotOf, tagTable } from "../../src/scans/visitors.ts";
import { DAY_MS, dayOf, QUARTERS_PER_DAY } from "../../src/shared/days.ts";
import { EVENTS } from "../../src/shared/events.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, packPast, pictureOf, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

type Step = [table: string, event: "INSERT" | "UPDATE" | "DELETE"];

const CREATING: Step[] = [
  ["idempotency", "INSERT"],
  ["codes", "INSERT"],
  ["code_counters", "INSERT"],
  ["webhook_deliveries", "INSERT"],
];

const CHANGING: Step[] = [
  ["code_versions", "INSERT"],
  ["codes", "UPDATE"],
  ["webhook_deliveries", "INSERT"],
];

/** The tags of scans on the first day. */
const TAGS = tagTable(slotOf(dayOf(NOON) * QUARTERS_PER_DAY));

const SETTLING: Step[] = [
  ["agents", "INSERT"],
  ["places", "INSERT"],
  ["scans", "INSERT"],
  [TAGS, "INSERT"],
  ["scan_visitors", "INSERT"],
  ["code_counters", "UPDATE"],
  ["journal_marks", "INSERT"],
  ["uncounted_daily", "INSERT"],
  ["set_aside", "INSERT"],
  ["webhook_workspaces", "UPDATE"],
  ["webhook_notes", "INSERT"],
];

const PACKING: Step[] = [
  ["scan_blocks", "INSERT"],
  ["scan_blocks", "UPDATE"],
  ["scans", "DELETE"],
];

/** After the first row of a statement is written: PostgreSQL cuts the connection, SQLite fails the statement. */
async function cutAt(store: Store, [table, event]: Step): Promise<() => Promise<void>> {
  const { db } = store.auth;
  const run = (text: string) => sql.raw(text).execute(db);
  if (store.engine === "sqlite") {
    await run(`CREATE TRIGGER cut AFTER ${event} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'the power is cut'); END`);
    return async () => void (await run("DROP TRIGGER cut"));
  }
  await run(`CREATE OR REPLACE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NEW; END'`);
  await run(`CREATE TRIGGER cut AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION cut()`);
  return async () => void (await run(`DROP TRIGGER cut ON ${table}`));
}

/** All of the tables that a change may touch. */
async function everything(store: Store) {
  const { db } = store.auth;
  const all = (table: string) => db.selectFrom(table).selectAll().execute();
  return {
    ...(await pictureOf(store)),
    codes: (await all("codes")).length,
    answers: (await all("idempotency")).length,
    marks: await all("journal_marks"),
    aside: (await all("set_aside")).length,
    events: (await all("webhook_deliveries")).length,
    notes: await all("webhook_notes"),
    tags: await all(TAGS),
  };
}

/** A webhook for every event, so that each change writes one. */
async function addWebhook(store: Store): Promise<void> {
  await addWorkspace(store);
  const webhook = { id: createIds(Date.now)(), workspaceId: WORKSPACE, url: "https://example.com" };
  const secret = "whsec_AAAA";
  const kept = { ...webhook, secret, events: [...EVENTS], isActive: true, createdAt: NOON };
  assert.equal(await store.webhooks.create(kept, 1), null);
}

/** Retries if the pool does not yet know that the connection was cut. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

onEachEngine("a power cut between any two steps", (engine) => {
  it("of creating a code leaves everything as before, and the next try creates it completely", async () => {
    const store = await engine.fresh();
    await addWebhook(store);
    for (const [i, step] of CREATING.entries()) {
      const id = createIds(Date.now)();
      const token = createToken();
      const template = await freshCode(store);
      const code: NewCode = { ...(await store.codes.find(WORKSPACE, template.id))!, id, token };
      const once = { key: `key ${i}`, bodyHash: "h", answer: `answer ${i}`, notBefore: 0 };
      const before = await everything(store);
      const restore = await cutAt(store, step);
      await assert.rejects(store.codes.create(code, once), step.join(" "));
      await persist(restore);
      assert.deepEqual(await everything(store), before, step.join(" "));
      assert.equal(await store.codes.find(WORKSPACE, id), null);
      assert.equal(await store.codes.create(code, once), null, "it is created now");
      assert.equal((await everything(store)).events, before.events + 1);
      assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 0);
      const { bodyHash, answer } = once;
      assert.deepEqual(await store.codes.create(code, once), { bodyHash, answer }, "and once");
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("of changing or deleting a code leaves everything as before, and no event without its change", async () => {
    const store = await engine.fresh();
    await addWebhook(store);
    for (const step of CHANGING) {
      const { id } = await freshCode(store);
      const change = (): Promise<unknown> =>
        store.codes.update(WORKSPACE, id, NOON, () => ({ content: "https://b.com" }));
      const remove = (): Promise<unknown> => store.codes.remove(WORKSPACE, id, NOON);
      for (const work of step[0] === "code_versions" ? [change] : [change, remove]) {
        const before = await everything(store);
        const restore = await cutAt(store, step);
        await assert.rejects(work(), step.join(" "));
        await persist(restore);
        assert.deepEqual(await everything(store), before, step.join(" "));
        assert.ok(await persist(work));
        assert.equal((await everything(store)).events, before.events + 1);
      }
    }
  });

  it("of settling leaves everything as before, sets nothing aside, and the next try settles everything", async () => {
    const store = await engine.fresh();
    await addWebhook(store);
    for (const step of SETTLING) {
      const { id } = await freshCode(store);
      const odd = createIds(Date.now)();
      // Something for every table: a new user agent and location, visitors, and late scans.
      const [salted] = await store.visitors.salts([
        { from: dayOf(NOON) * QUARTERS_PER_DAY, quarters: QUARTERS_PER_DAY },
      ]);
      const tag = tagText(salted!.id, randomBytes(8).toString("base64url"));
      const lines = [
        ...scansOf(id, 20).map((line, i) => (i < 2 ? line.replace("\n", `\t${tag}\n`) : line)),
        ...scansOf(id, 11, NOON + 60 * DAY_MS - DAY_MS / 2),
        uncountedOf(id, dayOf(NOON), "head", 2),
        `${odd}\t${odd}\t${NOON}\t["${odd}","b","c"]\t["DE",null,1,1]\n`,
        ...scansOf(id, 1, NOON + 61 * DAY_MS).map((line) => line.replace("Safari", odd).replace("Berlin", odd)),
      ];
      await settleLines(store, scansOf(id, 20, NOON + 18 * DAY_MS));
      await settleLines(store, scansOf(id, 2, NOON + 35 * DAY_MS));
      await settleLines(store, scansOf(id, 2, NOON + 60 * DAY_MS - DAY_MS / 2));
      const before = await everything(store);
      const restore = await cutAt(store, step);
      await assert.rejects(settleLines(store, lines), step.join(" "));
      await persist(restore);
      assert.deepEqual(await everything(store), before, step.join(" "));
      const report = await persist(() => settleLines(store, lines));
      assert.equal(report.aside.length, 1, "only what has no code");
      assert.equal((await everything(store)).notes.length, before.notes.length + 1);
      assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 56);
      assert.deepEqual(await store.scans.check(), []);
    }
  });

  it("of packing leaves every scan where it was, and the next try packs all of them", async () => {
    const store = await engine.fresh();
    const { id } = await freshCode(store);
    const now = NOON + 100 * DAY_MS;
    for (const step of PACKING) {
      // Late scans, whose months have blocks, and those of another month.
      const late = (await store.codes.find(WORKSPACE, id))!.scanCount;
      await settleLines(store, [...scansOf(id, 20, NOON + late), ...scansOf(id, 5, NOON + 40 * DAY_MS + late)]);
      const before = await everything(store);
      const restore = await cutAt(store, step);
      await assert.rejects(packPast(store, now), step.join(" "));
      await persist(restore);
      assert.deepEqual(await everything(store), before, step.join(" "));
      await persist(() => packPast(store, now));
      assert.deepEqual(await everything(store), before, "the scans are the same");
      assert.deepEqual(await store.auth.db.selectFrom("scans").select("id").execute(), []);
      assert.deepEqual(await store.scans.check(), []);
    }
  });
});
