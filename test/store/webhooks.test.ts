import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import fc from "fast-check";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { EVENTS, EXPIRING_MS } from "../../src/store/webhook-store.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { addOwner, freshCode, NOON, OWNER, scansOf } from "./support.ts";
import { createId, scanIds, take, webhookOf } from "./webhook-support.ts";

onEachEngine("webhooks in the store", (engine) => {
  /** One for all that do not go by the dates of codes. */
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addOwner(store, "admin", "admin");
  });
  beforeEach(async () => {
    for (const { id } of await store.webhooks.list(OWNER)) await store.webhooks.remove(OWNER, id);
  });

  it("tell of every settled scan once, however late and however often its journal comes", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const codes = [await freshCode(store), await freshCode(store)];
    const batch = fc.record({ journal: fc.nat(2), again: fc.boolean(), gather: fc.boolean() });
    const scenario = fc.array(batch, { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(scenario, async (batches) => {
        // Ids of the three journals lie far apart in time, so that most settle behind later ones.
        const settled: string[][] = [];
        const told: string[] = [];
        const drain = async () => {
          await store.deliveries.gather(webhook.num, NOON, randomUUID);
          for (let next = await take(store, webhook); next; next = await take(store, webhook)) {
            assert.equal(new Set(scanIds(next)).size, scanIds(next).length);
            told.push(...scanIds(next));
          }
        };
        for (const { journal, again, gather } of batches) {
          const lines = codes.flatMap(({ id }) => scansOf(id, 2, NOON + (3 - journal) * DAY_MS));
          settled.push(lines);
          await store.settleScans(lines);
          if (again) await store.settleScans(settled[journal % settled.length]!);
          if (gather) await drain();
        }
        await drain();
        const all = settled.flat().map((line) => line.split("\t")[0]!);
        assert.deepEqual(told.toSorted(), all.toSorted());
      }),
      { numRuns: 5 },
    );
    assert.deepEqual(await store.scans.check(), []);
  });

  it("keep a code's change between the scans before and after it", async () => {
    const webhook = await webhookOf(store);
    const { id } = await freshCode(store);
    const [first, second] = [scansOf(id, 2), scansOf(id, 2)];
    await store.settleScans(first);
    await store.codes.update(OWNER, id, NOON, () => ({ name: "Changed" }));
    await store.settleScans(second);
    assert.equal((await take(store, webhook))!.type, "qrcode.created");
    assert.equal(await take(store, webhook), null, "what came after waits for the scans before it");
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    const types: string[] = [];
    for (let next = await take(store, webhook); next; next = await take(store, webhook)) {
      types.push(next.type);
    }
    assert.deepEqual(types, ["qrcode.scanned", "qrcode.updated", "qrcode.scanned"]);
  });

  it("are not stuck when very many changes stand behind scans", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned", "qrcode.updated"]);
    const { id } = await freshCode(store);
    await store.settleScans(scansOf(id, 1));
    for (let i = 0; i < 101; i++) {
      await store.codes.update(OWNER, id, NOON, () => ({ name: `Name ${i}` }));
    }
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.equal((await take(store, webhook))!.type, "qrcode.scanned");
    assert.equal((await take(store, webhook))!.type, "qrcode.updated");
  });

  it("tell of a code two weeks before it expires and when it does, once", async () => {
    const store = await engine.fresh();
    const webhook = await webhookOf(store, ["qrcode.expiring", "qrcode.expired"]);
    const { id } = await freshCode(store);
    const { expiresAt } = (await store.codes.find(OWNER, id))!;
    const told: string[] = [];
    const tell = async (now: number) => {
      while (await store.deliveries.tellExpiry(now, randomUUID));
      for (let next = await take(store, webhook, now); next; next = await take(store, webhook, now)) {
        told.push(next.type);
      }
      return told.length;
    };
    assert.equal(await tell(expiresAt - EXPIRING_MS - 1), 0);
    assert.equal(await tell(expiresAt - EXPIRING_MS + 100_000), 1);
    assert.equal(await tell(expiresAt - 1), 1);
    assert.equal(await tell(expiresAt + 100_000), 2);
    assert.deepEqual(told, ["qrcode.expiring", "qrcode.expired"]);
  });

  it("are served by one holder at a time, the next one when the lease has run out", async () => {
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

  it("go with their owner and in their time, and their number is bounded", async () => {
    const webhook = await webhookOf(store);
    const other = await webhookOf(store, [...EVENTS], "another");
    await freshCode(store);
    await take(store, webhook);
    const count = async () => (await store.webhooks.deliveries(webhook.num, 100))!.length;
    await store.maintain(NOON + 29 * DAY_MS);
    assert.equal(await count(), 1);
    await store.maintain(NOON + 31 * DAY_MS);
    assert.equal(await count(), 0);
    await freshCode(store, NOON + 1);
    assert.equal(await count(), 1);
    await store.accounts.remove(OWNER, NOON);
    assert.equal(await count(), 0);
    assert.equal(await store.webhooks.find(OWNER, webhook.id), null);
    assert.ok(await store.webhooks.find("another", other.id));
    const more = { ...other, id: createId() };
    assert.equal(await store.webhooks.create(more, 1), "too-many");
    const late = { ...webhook, id: createId() };
    assert.equal(await store.webhooks.create(late, 1), "no-owner");
  });
});
