/** Webhooks in the store, without a service: what is written, collected, dropped and removed. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import fc from "fast-check";
import type { RunLines } from "../../src/scans/run-lines.ts";
import { serializeEventScan } from "../../src/server/serializers.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { EVENTS } from "../../src/shared/events.ts";
import { createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { bodyOf } from "../../src/webhooks/message.ts";
import { EXPIRING_MS } from "../../src/webhooks/webhook.ts";
import { packAll } from "../store/steps.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { createId, scanIds, take, takeAll, webhookOf } from "../store/webhook-support.ts";
import { newCode } from "../support/fixtures.ts";
import { fillCodes } from "../support/many-codes.ts";
import { GONE, wrong } from "../support/refusals.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

onEachEngine("webhooks in the store", (engine) => {
  /** Shared by tests that do not depend on the dates of codes. */
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store, "admin", "admin");
  });
  beforeEach(async () => {
    for (const { id } of await store.webhooks.list(WORKSPACE)) await store.webhooks.remove(WORKSPACE, id, 1);
  });

  const typesOf = async (...asked: Parameters<typeof takeAll>) => (await takeAll(...asked)).map(({ type }) => type);
  const expires = (store: Store, id: string, expiresAt: number, now = NOON) =>
    store.codes.update(WORKSPACE, id, now, () => ({ expiresAt, expiresFixed: true }));
  const countOf = async (store: Store, table: string): Promise<number> =>
    (await store.auth.db.selectFrom(table).selectAll().execute()).length;

  it("get every settled scan once, however late and however often its journal is settled", async () => {
    const webhooks = [await webhookOf(store, ["qrcode.scanned"]), await webhookOf(store)];
    const codes = [await freshCode(store), await freshCode(store)];
    const batch = fc.record({ journal: fc.nat(2), again: fc.boolean(), gather: fc.nat(2) });
    const scenario = fc.array(batch, { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(scenario, async (batches) => {
        // Ids of the three journals are far apart in time, so that most settle after later ones.
        const settled: RunLines[][] = [];
        const told: string[][] = [[], []];
        const drain = async (i: number) => {
          await store.deliveries.gather(webhooks[i]!.num, NOON, randomUUID);
          for (const next of await takeAll(store, webhooks[i]!)) told[i]!.push(...scanIds(next));
        };
        for (const { journal, again, gather } of batches) {
          const lines = codes.flatMap(({ id }) => scansOf(id, 2, NOON + (3 - journal) * DAY_MS));
          settled.push(journalRows(lines));
          await store.settleScans(settled.at(-1)!);
          if (again) await store.settleScans(settled[journal % settled.length]!);
          // Each webhook at its own pace.
          if (gather < 2) await drain(gather);
        }
        await drain(0);
        await drain(1);
        const all = settled.flat().map(({ lines }) => lines.split("\t")[0]!);
        for (const each of told) assert.deepEqual(each.toSorted(), all.toSorted());
      }),
      { numRuns: 5 },
    );
    assert.equal(await countOf(store, "webhook_notes"), 0, "notes that both have received are removed");
    assert.deepEqual(await Promise.all(webhooks.map(({ num }) => store.webhooks.dropped(num))), [0, 0]);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("share one note of a settlement, however many there are", async () => {
    for (let i = 0; i < 5; i++) await webhookOf(store);
    const { id } = await freshCode(store);
    await settleLines(store, scansOf(id, 30));
    assert.equal(await countOf(store, "webhook_notes"), 1);
    for (const webhook of await store.webhooks.list(WORKSPACE)) await store.webhooks.remove(WORKSPACE, webhook.id, 1);
    await store.maintain(NOON);
    assert.equal(await countOf(store, "webhook_notes"), 0, "no webhook needs it any more");
    assert.equal(await countOf(store, "webhook_deliveries"), 0);
  });

  it("count scans that were noted and never sent when they are deactivated", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const change = (isActive: boolean) => store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ isActive }));
    const { id } = await freshCode(store);
    await settleLines(store, scansOf(id, 3));
    await change(false);
    assert.equal(await store.webhooks.dropped(webhook.num), 3);
    await settleLines(store, scansOf(id, 2));
    assert.equal(await store.webhooks.dropped(webhook.num), 3, "it asked for none of these");
    const other = await webhookOf(store, ["qrcode.scanned"]);
    await settleLines(store, scansOf(id, 2));
    await store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ secret: "whsec_BBBB" }));
    assert.equal(await store.webhooks.dropped(webhook.num), 3, "nor of those that another one was sent");
    await store.webhooks.remove(WORKSPACE, other.id, 1);
    await change(true);
    assert.equal(await store.webhooks.dropped(webhook.num), 0);
    await settleLines(store, scansOf(id, 1));
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.equal((await takeAll(store, webhook)).flatMap(scanIds).length, 1);
  });

  it("get scans with their placement, also if they were packed, or moved to another code with it meanwhile", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const codes = [await freshCode(store), await freshCode(store), await freshCode(store)] as const;
    const placement = { id: createId(), name: "Door", token: createToken(), isSlug: false, createdAt: NOON };
    assert.equal(await store.placements.create({ workspaceId: WORKSPACE, codeId: codes[0].id }, [placement]), null);
    const move = async (from: number, to: number) => {
      const of = { workspaceId: WORKSPACE, codeId: codes[from]!.id };
      const moved = await store.placements.move(of, placement.id, codes[to]!.id, NOON);
      assert.ok(moved !== null && typeof moved === "object");
      await store.placements.moveScans(moved.num);
    };
    const lines = scansOf(codes[0].id, 9, NOON, [placement.id, null, placement.id]);
    await settleLines(store, lines.slice(0, 6));
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    await settleLines(store, lines.slice(6));
    await move(0, 1);
    const bodies: string[] = [];
    const read = async () => {
      const deliveries = (await store.webhooks.deliveries(webhook.num, 10))!;
      for (const { id } of deliveries) {
        const delivery = (await store.webhooks.delivery(webhook.num, id))!;
        bodies.push(bodyOf(delivery, { code: () => assert.fail(), scan: serializeEventScan }));
      }
    };
    await read();
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    for (const [from, to] of [
      [1, 2],
      [2, 0],
      [0, 1],
    ] as const) {
      await packAll(store, [codes[from].num]);
      await move(from, to);
      await read();
    }
    const scans = (await takeAll(store, webhook)).flatMap((delivery) => {
      assert.ok("scans" in delivery.data && delivery.data.codeId === codes[0].id);
      return delivery.data.scans;
    });
    const told = scans.map(({ id, placement: through }) => ({ id, through: through?.id ?? null }));
    const made = lines.map((line, i) => ({ id: line.split("\t")[0]!, through: i % 3 === 1 ? null : placement.id }));
    assert.deepEqual(told, made);
    assert.ok(scans.every(({ placement: through }) => through === null || through!.name === "Door"));
    const counts = bodies.map((body) => body.match(/"placement":\{"id":"[^"]+","name":"Door"\}/g)!.length);
    assert.deepEqual(counts.toSorted(), [2, 2, 2, 4, 4, 4, 4], "bodies have it for those made through one");
  });

  it("name no placement that is another workspace's by now", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const codes = [await freshCode(store), await freshCode(store)] as const;
    const placements = ["Door", "Bar"].map((name) => {
      return { id: createId(), name, token: createToken(), isSlug: false, createdAt: NOON };
    });
    const of = { workspaceId: WORKSPACE, codeId: codes[0].id };
    assert.equal(await store.placements.create(of, placements), null);
    const through = placements.map(({ id }) => id);
    await settleLines(store, scansOf(codes[0].id, 4, NOON, through));
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    const named = async () => {
      const [listed] = (await store.webhooks.deliveries(webhook.num, 1))!;
      const { data } = (await store.webhooks.delivery(webhook.num, listed!.id))!;
      assert.ok("scans" in data);
      return data.scans.map(({ placement }) => placement?.name ?? null);
    };
    assert.deepEqual(await named(), ["Door", "Bar", "Door", "Bar"]);
    const moved = await store.placements.move(of, through[0]!, codes[1].id, NOON);
    assert.ok(moved !== null && typeof moved === "object");
    await store.placements.moveScans(moved.num);
    assert.deepEqual(await named(), ["Door", "Bar", "Door", "Bar"]);
    await addWorkspace(store, "elsewhere");
    const leave = (num: number) =>
      store.auth.db.updateTable("codes").set({ workspace_id: "elsewhere" }).where("num", "=", num).execute();
    await leave(codes[1].num);
    assert.deepEqual(await named(), [null, "Bar", null, "Bar"]);
    await leave(codes[0].num);
    assert.deepEqual(await named(), [null, null, null, null]);
  });

  it("get a busy code's scans in few bodies, dated when they were stored", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    const lines = scansOf(id, 500);
    for (let at = 0; at < 500; at += 50) await settleLines(store, lines.slice(at, at + 50));
    const settled = Date.now();
    await store.deliveries.gather(webhook.num, settled, randomUUID);
    const bodies = await takeAll(store, webhook);
    const sizes = bodies.map((each) => scanIds(each).length);
    assert.deepEqual(sizes, [200, 200, 100]);
    assert.ok(bodies.every(({ at }) => at <= settled));
  });

  it("get larger bodies while they are behind, and smaller ones if these are refused", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    const lines = scansOf(id, 1_500);
    await settleLines(store, lines);
    await store.deliveries.gather(webhook.num, Date.now() + 10_000, randomUUID);
    const { delivery } = (await store.deliveries.next(webhook.num, NOON))!;
    assert.equal(scanIds(delivery).length, 1_000);
    assert.ok(await store.deliveries.split(delivery, randomUUID));
    assert.ok(!(await store.deliveries.split(delivery, randomUUID)), "it no longer exists");
    const bodies = await takeAll(store, webhook);
    assert.deepEqual(
      bodies.map((each) => scanIds(each).length),
      [200, 200, 200, 200, 200, 500],
      "the parts go first",
    );
    assert.ok(bodies.every(({ at }) => at === delivery.at));
    assert.equal(new Set(bodies.flatMap(scanIds)).size, lines.length);
    await settleLines(store, scansOf(id, 1));
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    const small = (await store.deliveries.next(webhook.num, NOON))!;
    assert.ok(!(await store.deliveries.split(small.delivery, randomUUID)), "it is already small");
  });

  it("get larger bodies while smaller ones made before have not been sent", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    const made = async (count: number) => {
      await settleLines(store, scansOf(id, count));
      await store.deliveries.gather(webhook.num, Date.now(), randomUUID);
    };
    await made(400);
    await made(300);
    await store.auth.db
      .updateTable("webhook_deliveries")
      .set({ at: Date.now() - 10_000 })
      .where("webhook_num", "=", webhook.num)
      .execute();
    await made(1_200);
    const sizes = (await takeAll(store, webhook)).map((each) => scanIds(each).length);
    assert.deepEqual(sizes, [200, 200, 200, 100, 1_000, 200]);
  });

  it("get the scans of very many codes in batches that may all wait", async () => {
    const store = await engine.emptied();
    const { db } = store.auth;
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    await fillCodes(db, engine.name, WORKSPACE, 5_500);
    const codes: { num: number }[] = await db.selectFrom("codes").select("num").orderBy("num").execute();
    const notes = Array.from({ length: 55 }, (_, i) => {
      const data = JSON.stringify(codes.slice(i * 100, (i + 1) * 100).map(({ num }) => [num, [randomUUID()]]));
      return { workspace_id: WORKSPACE, scan_to: (i + 1) * 100, scans: 100, at: NOON, data };
    });
    await db.insertInto("webhook_notes").values(notes).execute();
    await db.updateTable("webhook_workspaces").set({ scan_total: 5_500 }).execute();
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.equal((await store.webhooks.waiting(webhook.num)).count, 5_000);
    await db.updateTable("webhook_deliveries").set({ is_waiting: 0 }).execute();
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.equal((await store.webhooks.waiting(webhook.num)).count, 500);
    assert.equal(await store.webhooks.dropped(webhook.num), 0);
  });

  it("get a code's expiry two weeks before and when it passes, once, and a near one immediately", async () => {
    const store = await engine.emptied();
    const events = ["qrcode.created", "qrcode.expiring", "qrcode.expired"] as const;
    const webhook = await webhookOf(store, [...events]);
    const at = async (now: number) => {
      await store.deliveries.addExpiryEvents(now);
      return typesOf(store, webhook, now);
    };
    const { id } = await freshCode(store);
    const { expiresAt } = (await store.codes.find(WORKSPACE, id))!;
    assert.deepEqual(await at(expiresAt - EXPIRING_MS - 1), ["qrcode.created"]);
    assert.deepEqual(await at(expiresAt - EXPIRING_MS + 1), [], "less than a minute later");
    assert.deepEqual(await at(expiresAt - EXPIRING_MS + 100_000), ["qrcode.expiring"]);
    assert.deepEqual(await at(expiresAt - 1), []);
    assert.deepEqual(await at(expiresAt + 100_000), ["qrcode.expired"]);
    // A date nearer than the job looks ahead.
    const now = expiresAt + DAY_MS;
    await expires(store, id, now + 5 * DAY_MS, now);
    assert.deepEqual(await typesOf(store, webhook, now), ["qrcode.expiring"]);
    const near = { ...newCode(WORKSPACE, now), expiresAt: now + DAY_MS, expiresFixed: true };
    await store.codes.create(near);
    assert.deepEqual((await typesOf(store, webhook, now)).toSorted(), ["qrcode.created", "qrcode.expiring"]);
    assert.deepEqual(await at(now + 6 * DAY_MS), ["qrcode.expired", "qrcode.expired"]);
    assert.deepEqual(await at(now + 60 * DAY_MS), []);
  });

  it("get very many expiries of one moment, each once even if the job was interrupted", async () => {
    const store = await engine.emptied();
    const webhook = await webhookOf(store, ["qrcode.expired"]);
    const expiresAt = NOON + 20 * DAY_MS;
    const codes = Array.from({ length: 501 }, () => ({ ...newCode(WORKSPACE, NOON), expiresAt }));
    for (let at = 0; at < 501; at += 500) await store.codes.createAll(codes.slice(at, at + 500));
    await store.deliveries.addExpiryEvents(expiresAt + DAY_MS);
    // The mark is written last: after a crash before that, the job finds all of them again.
    await store.auth.db.deleteFrom("meta").where("name", "=", "expiry_events_to").execute();
    await store.deliveries.addExpiryEvents(expiresAt + DAY_MS);
    const rows = await takeAll(store, webhook, expiresAt + DAY_MS);
    const told = rows.map(({ data }) => "code" in data && data.code.id);
    assert.deepEqual(told.toSorted(), codes.map(({ id }) => id).toSorted());
  });

  it("do not get expiries from before they asked, or while their owner was suspended", async () => {
    const store = await engine.emptied();
    await addWorkspace(store, "admin", "admin");
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const codes = [await freshCode(store), await freshCode(store), await freshCode(store)];
    for (const [i, { id }] of codes.entries()) await expires(store, id, NOON + (20 + 10 * i) * DAY_MS);
    const events = ["qrcode.expired" as const];
    await store.webhooks.change(WORKSPACE, webhook.id, NOON + 25 * DAY_MS, () => ({ events }));
    await store.deliveries.addExpiryEvents(NOON + 26 * DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), []);
    await store.accounts.change(WORKSPACE, { suspended: true });
    await store.deliveries.addExpiryEvents(NOON + 35 * DAY_MS);
    assert.equal(await store.deliveries.oldestWaiting(), null);
    await store.accounts.change(WORKSPACE, { suspended: false });
    // The store's clock is far ahead of the test's dates.
    await store.deliveries.addExpiryEvents(Date.now() + DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), []);
  });

  it("are served by one lease holder at a time, and the next one when the lease has expired", async () => {
    const clock = createTestClock(NOON);
    const { deliveries } = await engine.fresh(clock);
    assert.ok(await deliveries.hold("a", 6000));
    assert.ok(!(await deliveries.hold("b", 6000)));
    clock.move(4000);
    assert.ok(await deliveries.hold("a", 6000));
    clock.move(5000);
    assert.ok(!(await deliveries.hold("b", 6000)));
    clock.move(1000);
    assert.ok(await deliveries.hold("b", 6000));
    assert.ok(!(await deliveries.hold("a", 6000)));
    await deliveries.release("a");
    assert.ok(!(await deliveries.hold("a", 6000)));
    await deliveries.release("b");
    assert.ok(await deliveries.hold("a", 6000));
  });

  it("are removed with their owner, their deliveries after 30 days, and their number is bounded", async () => {
    const webhook = await webhookOf(store);
    const other = await webhookOf(store, [...EVENTS], "another");
    await freshCode(store);
    await take(store, webhook);
    const count = async () => (await store.webhooks.deliveries(webhook.num, 100))!.length;
    await store.maintain(NOON + 29 * DAY_MS);
    assert.equal(await count(), 1);
    await store.maintain(NOON + 31 * DAY_MS);
    assert.equal(await count(), 0);
    const { id } = await freshCode(store, NOON + 1);
    await settleLines(store, scansOf(id, 1));
    assert.equal(await count(), 1);
    await store.accounts.remove(WORKSPACE, NOON);
    assert.equal(await count(), 0);
    assert.equal(await countOf(store, "webhook_notes"), 0);
    await settleLines(store, scansOf(id, 1));
    assert.equal(await store.webhooks.find(WORKSPACE, webhook.id), null);
    assert.ok(await store.webhooks.find("another", other.id));
    const more = { ...other, id: createId() };
    const full = wrong("There are already 1 webhooks, which is the limit. Delete one first.");
    await assert.rejects(store.webhooks.create(more, 1), full);
    const late = { ...webhook, id: createId() };
    await assert.rejects(store.webhooks.create(late, 1), GONE);
  });
});
