import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import { Client } from "pg";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { createId, REFUSED, TAKEN, take, takeAll, webhookOf } from "../store/webhook-support.ts";
import { until } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const HOUR = 3_600_000;

onEachEngine("the queue of webhooks", (engine) => {
  /** Shared by tests that do not depend on the dates of codes. */
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store, "admin", "admin");
  });
  beforeEach(async () => {
    for (const { id } of await store.webhooks.list(WORKSPACE)) await store.webhooks.remove(WORKSPACE, id, 1);
  });

  const typesWaiting = async (num: number) =>
    (await store.webhooks.deliveries(num, 200))!.filter(({ isWaiting }) => isWaiting).map(({ type }) => type);
  const typesOf = async (...asked: Parameters<typeof takeAll>) => (await takeAll(...asked)).map(({ type }) => type);

  it("never reuses the number of a webhook", async () => {
    const first = await webhookOf(store);
    await store.webhooks.remove(WORKSPACE, first.id, 1);
    const second = await webhookOf(store);
    assert.notEqual(second.num, first.num);
    await freshCode(store);
    assert.equal(await store.deliveries.next(first.num, NOON), null);
    assert.ok(await store.deliveries.next(second.num, NOON));
  });

  it("returns each delivery with the current state of its webhook", async () => {
    const { id, num } = await webhookOf(store);
    await freshCode(store);
    await store.webhooks.change(WORKSPACE, id, NOON, () => ({
      url: "https://example.org/",
      secret: "whsec_BBBB",
      oldSecret: "whsec_AAAA",
      oldSecretUntil: NOON + HOUR,
    }));
    const { webhook } = (await store.deliveries.next(num, NOON))!;
    assert.deepEqual([webhook.url, webhook.secret], ["https://example.org/", "whsec_BBBB"]);
    assert.equal(webhook.oldSecret, "whsec_AAAA");
    assert.deepEqual(
      await store.webhooks.change(WORKSPACE, id, NOON, () => ({})),
      webhook,
      "an empty change changes nothing",
    );
  });

  it("stores one outcome of an attempt, and none if the delivery was dropped meanwhile", async () => {
    const webhook = await webhookOf(store);
    const { id, num } = webhook;
    await freshCode(store);
    const { delivery } = (await store.deliveries.next(num, NOON))!;
    assert.ok(await store.deliveries.tried(delivery, TAKEN, null));
    assert.ok(!(await store.deliveries.tried(delivery, REFUSED, NOON + 1)), "another was first");
    assert.equal(await store.deliveries.next(num, NOON + 2), null);
    await freshCode(store);
    const next = (await store.deliveries.next(num, NOON))!.delivery;
    await store.webhooks.change(WORKSPACE, id, NOON, () => ({ isActive: false }));
    assert.ok(!(await store.deliveries.tried(next, REFUSED, NOON + 1)), "deactivated");
    assert.equal((await store.webhooks.delivery(num, next.id))!.isWaiting, false);
    assert.equal(await store.deliveries.oldestWaiting(), null);
    assert.ok(await store.deliveries.tried(next, TAKEN, null), "but accepted deliveries are recorded");
    assert.equal((await store.webhooks.delivery(num, next.id))!.problem, null);
  });

  it("leaves a paused webhook alone until someone changes it", async () => {
    const { id, num } = await webhookOf(store);
    await freshCode(store);
    const fail = async () => {
      const { webhook, delivery } = (await store.deliveries.next(num, NOON))!;
      await store.deliveries.tried(delivery, REFUSED, NOON + HOUR);
      await store.deliveries.failed(webhook, REFUSED, NOON + HOUR);
      assert.deepEqual(await store.deliveries.due(NOON), []);
      assert.equal((await store.deliveries.look(NOON)).hasWork, false);
      return { webhook, delivery };
    };
    const { webhook, delivery } = await fail();
    await store.webhooks.change(WORKSPACE, id, NOON, () => ({ url: "https://example.org/" }));
    assert.equal((await store.deliveries.due(NOON)).length, 1, "it was changed");
    // Requests in flight at that moment do not pause it again.
    await store.deliveries.failed({ ...webhook, failures: 1 }, REFUSED, NOON + HOUR);
    await fail();
    await store.webhooks.resend(num, delivery.id);
    assert.equal((await store.deliveries.due(NOON)).length, 1, "something is sent again");
    await fail();
    await store.webhooks.addTest(webhook, createId(), REFUSED);
    assert.deepEqual(await store.deliveries.due(NOON), []);
    await store.webhooks.addTest(webhook, createId(), TAKEN);
    assert.equal((await store.deliveries.due(NOON)).length, 1, "a test was accepted");
  });

  it("sends new events first after a failure, otherwise those tried before, and one sent again before all", async () => {
    const webhook = await webhookOf(store, ["qrcode.updated", "qrcode.scanned"]);
    const { id } = await freshCode(store);
    const rename = (name: string) => store.codes.update(WORKSPACE, id, NOON, () => ({ name }));
    const nameOf = async (now: number) => {
      const { data } = (await store.deliveries.next(webhook.num, now))!.delivery;
      return "code" in data && data.code.name;
    };
    await rename("Refused");
    await rename("New");
    const { delivery } = (await store.deliveries.next(webhook.num, NOON))!;
    await store.deliveries.tried(delivery, REFUSED, NOON + HOUR);
    assert.equal(await nameOf(NOON), "New", "the other is not due");
    assert.equal(await nameOf(NOON + HOUR), "Refused");
    await store.deliveries.failed(webhook, REFUSED, 0);
    assert.equal(await nameOf(NOON + HOUR), "New");
    await take(store, webhook);
    await rename("Newer");
    await store.webhooks.resend(webhook.num, delivery.id);
    assert.equal(await nameOf(NOON), "Refused");
  });

  it("collects scans while others are refused, and not while enough can be sent", async () => {
    const webhook = await webhookOf(store, ["qrcode.updated", "qrcode.scanned"]);
    const { id } = await freshCode(store);
    for (let i = 0; i < 100; i++) await store.codes.update(WORKSPACE, id, NOON, () => ({ name: `Name ${i}` }));
    await settleLines(store, scansOf(id, 2));
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.ok(!(await typesWaiting(webhook.num)).includes("qrcode.scanned"));
    const { delivery } = (await store.deliveries.next(webhook.num, NOON))!;
    await store.deliveries.tried(delivery, REFUSED, NOON + HOUR);
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.ok((await typesWaiting(webhook.num)).includes("qrcode.scanned"));
  });

  it("sends nothing for a suspended person, and notes no scans", async () => {
    const webhook = await webhookOf(store);
    const { id } = await freshCode(store);
    await store.accounts.change(WORKSPACE, { suspended: true });
    await settleLines(store, scansOf(id, 1));
    assert.deepEqual(await store.deliveries.due(NOON), []);
    assert.equal(await store.deliveries.next(webhook.num, NOON), null);
    await store.accounts.change(WORKSPACE, { suspended: false });
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.created"]);
  });

  it("splits a large delivery while its webhook is changed, without a deadlock", async (test) => {
    if (engine.name === "sqlite") return;
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const [client, watcher] = [0, 1].map(() => new Client({ connectionString: place.databaseUrl! })) as [
      Client,
      Client,
    ];
    await Promise.all([client.connect(), watcher.connect()]);
    test.after(() => Promise.all([client.end(), watcher.end()]));
    const waiting = (count: number) =>
      until(async () => {
        const { rows } = await watcher.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows[0].n === count;
      });
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    await settleLines(store, scansOf(id, 1_500));
    await store.deliveries.gather(webhook.num, Date.now() + HOUR, randomUUID);
    const [second, first] = (await store.webhooks.deliveries(webhook.num, 2))!;
    const large = (await store.webhooks.delivery(webhook.num, second!.id))!;
    // The change has locked the webhook and waits for the first delivery while the second is split.
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM webhook_deliveries WHERE num = $1 FOR UPDATE", [first!.num]);
    const changed = store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ isActive: false }));
    await waiting(1);
    const parted = store.deliveries.split(large, randomUUID);
    await waiting(2);
    await client.query("COMMIT");
    const [kept, isParted] = await Promise.all([changed, parted]);
    assert.equal(kept!.isActive, false);
    assert.ok(!isParted, "it was dropped meanwhile");
  });
});
