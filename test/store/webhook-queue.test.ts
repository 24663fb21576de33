import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { addOwner, freshCode, NOON, OWNER, scansOf } from "./support.ts";
import { createId, REFUSED, scanIds, TAKEN, takeAll, webhookOf } from "./webhook-support.ts";

const HOUR = 3_600_000;

onEachEngine("the queue of webhooks", (engine) => {
  /** One for all that do not go by the dates of codes. */
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addOwner(store, "admin", "admin");
  });
  beforeEach(async () => {
    for (const { id } of await store.webhooks.list(OWNER)) await store.webhooks.remove(OWNER, id);
  });

  const typesOf = async (...asked: Parameters<typeof takeAll>) => (await takeAll(...asked)).map(({ type }) => type);
  const tellAll = async (store: Store, now: number) => {
    while (await store.deliveries.tellExpiry(now, randomUUID));
  };
  const expires = (store: Store, id: string, expiresAt: number, now = NOON) =>
    store.codes.update(OWNER, id, now, () => ({ expiresAt, expiresFixed: true }));

  it("never gives the number of a webhook to another", async () => {
    const first = await webhookOf(store);
    await store.webhooks.remove(OWNER, first.id);
    const second = await webhookOf(store);
    assert.notEqual(second.num, first.num);
    await freshCode(store);
    assert.equal(await store.deliveries.next(first.num, NOON), null);
    assert.ok(await store.deliveries.next(second.num, NOON));
  });

  it("gives each delivery with the webhook as it is at that moment", async () => {
    const { id, num } = await webhookOf(store);
    await freshCode(store);
    await store.webhooks.change(OWNER, id, NOON, () => ({
      url: "https://example.org/",
      secret: "whsec_BBBB",
      oldSecret: "whsec_AAAA",
      oldSecretUntil: NOON + HOUR,
    }));
    const { webhook } = (await store.deliveries.next(num, NOON))!;
    assert.deepEqual([webhook.url, webhook.secret], ["https://example.org/", "whsec_BBBB"]);
    assert.equal(webhook.oldSecret, "whsec_AAAA");
    assert.deepEqual(await store.webhooks.change(OWNER, id, NOON, () => ({})), webhook, "a change of nothing is none");
  });

  it("keeps one outcome of a try, and none of one that was dropped meanwhile", async () => {
    const webhook = await webhookOf(store);
    const { id, num } = webhook;
    await freshCode(store);
    const { delivery } = (await store.deliveries.next(num, NOON))!;
    assert.ok(await store.deliveries.tried(delivery, TAKEN, null));
    assert.ok(!(await store.deliveries.tried(delivery, REFUSED, NOON + 1)), "another was first");
    assert.equal(await store.deliveries.next(num, NOON + 2), null);
    await freshCode(store);
    const next = (await store.deliveries.next(num, NOON))!.delivery;
    await store.webhooks.change(OWNER, id, NOON, () => ({ isActive: false }));
    assert.ok(!(await store.deliveries.tried(next, REFUSED, NOON + 1)), "switched off");
    assert.equal((await store.webhooks.delivery(num, next.id))!.isWaiting, false);
    assert.equal(await store.deliveries.oldestWaiting(), null);
    assert.ok(await store.deliveries.tried(next, TAKEN, null), "but what was taken is said");
    assert.equal((await store.webhooks.delivery(num, next.id))!.problem, null);
  });

  it("leaves a resting webhook alone until somebody does something about it", async () => {
    const { id, num } = await webhookOf(store);
    await freshCode(store);
    const fail = async () => {
      const { webhook, delivery } = (await store.deliveries.next(num, NOON))!;
      await store.deliveries.tried(delivery, REFUSED, NOON + HOUR);
      await store.deliveries.rest(webhook, 3, NOON + HOUR);
      assert.deepEqual(await store.deliveries.due(NOON), []);
      assert.equal((await store.deliveries.look(NOON)).hasWork, false);
      return { webhook, delivery };
    };
    const { webhook, delivery } = await fail();
    await store.webhooks.change(OWNER, id, NOON, () => ({ url: "https://example.org/" }));
    assert.equal((await store.deliveries.due(NOON)).length, 1, "it was changed");
    // What was under way at that moment does not rest it again.
    await store.deliveries.rest({ ...webhook, failures: 3 }, 4, NOON + HOUR);
    await fail();
    await store.webhooks.resend(num, delivery.id, NOON);
    assert.equal((await store.deliveries.due(NOON)).length, 1, "something is sent again");
    await fail();
    await store.webhooks.addTest(webhook, createId(), REFUSED);
    assert.deepEqual(await store.deliveries.due(NOON), []);
    await store.webhooks.addTest(webhook, createId(), TAKEN);
    assert.equal((await store.deliveries.due(NOON)).length, 1, "a test was taken");
  });

  it("goes on with other codes, however much waits behind one that is refused", async () => {
    const webhook = await webhookOf(store, ["qrcode.updated", "qrcode.scanned"]);
    const [bad, good] = [await freshCode(store), await freshCode(store)];
    const rename = ({ id }: { id: string }, name: string) => store.codes.update(OWNER, id, NOON, () => ({ name }));
    for (let i = 0; i < 101; i++) await rename(bad, `Bad ${i}`);
    const { delivery } = (await store.deliveries.next(webhook.num, NOON))!;
    await store.deliveries.tried(delivery, REFUSED, NOON + HOUR);
    await store.settleScans(scansOf(good.id, 2));
    await rename(good, "Good");
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.scanned", "qrcode.updated"]);
    await rename(good, "Good again");
    await store.deliveries.rest(webhook, 1, 0);
    const later = (await store.deliveries.next(webhook.num, NOON + HOUR))!;
    assert.ok("code" in later.delivery.data && later.delivery.data.code.name === "Good again");
  });

  it("makes few bodies of a hot code's scans, which have happened before a later change", async () => {
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    const lines = scansOf(id, 500);
    for (let at = 0; at < 500; at += 50) await store.settleScans(lines.slice(at, at + 50));
    const settled = Date.now();
    await store.deliveries.gather(webhook.num, settled + HOUR, randomUUID);
    const bodies = await takeAll(store, webhook);
    assert.deepEqual(
      bodies.map((each) => scanIds(each).length),
      [200, 200, 100],
    );
    assert.ok(bodies.every(({ at }) => at <= settled));
  });

  it("does not tell of what expired before anybody asked, or while its owner was suspended", async () => {
    const store = await engine.fresh();
    await addOwner(store, "admin", "admin");
    const webhook = await webhookOf(store, ["qrcode.scanned"]);
    const codes = [await freshCode(store), await freshCode(store), await freshCode(store)];
    for (const [i, { id }] of codes.entries()) await expires(store, id, NOON + (20 + 10 * i) * DAY_MS);
    const events = ["qrcode.expired" as const];
    await store.webhooks.change(OWNER, webhook.id, NOON + 25 * DAY_MS, () => ({ events }));
    await tellAll(store, NOON + 26 * DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), []);
    await store.accounts.change(OWNER, { suspended: true });
    await tellAll(store, NOON + 35 * DAY_MS);
    assert.equal(await store.deliveries.oldestWaiting(), null);
    await store.accounts.change(OWNER, { suspended: false });
    // Times of the store's own clock are far from those of the test: the mark is what counts.
    await tellAll(store, Date.now() + DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), []);
  });

  it("sends nothing for a suspended person, and notes no scans", async () => {
    const webhook = await webhookOf(store);
    const { id } = await freshCode(store);
    await store.accounts.change(OWNER, { suspended: true });
    await store.settleScans(scansOf(id, 1));
    assert.deepEqual(await store.deliveries.due(NOON), []);
    assert.equal(await store.deliveries.next(webhook.num, NOON), null);
    await store.accounts.change(OWNER, { suspended: false });
    await store.deliveries.gather(webhook.num, NOON, randomUUID);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.created"]);
  });

  it("tells of a near date at once, of every other once, whether set or made so", async () => {
    const store = await engine.fresh();
    const webhook = await webhookOf(store, ["qrcode.created", "qrcode.expiring", "qrcode.expired"]);
    const { id } = await freshCode(store);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.created"]);
    await expires(store, id, NOON + 5 * DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.expiring"]);
    await expires(store, id, NOON - DAY_MS);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.expired"]);
    await expires(store, id, NOON + 20 * DAY_MS);
    const near = { ...newCode(OWNER, NOON), expiresAt: NOON + DAY_MS, expiresFixed: true };
    await store.codes.create(near);
    assert.deepEqual(await typesOf(store, webhook), ["qrcode.created", "qrcode.expiring"]);
    await tellAll(store, NOON + 7 * DAY_MS);
    const told = await takeAll(store, webhook, NOON + 7 * DAY_MS);
    assert.deepEqual(told.map(({ type }) => type).toSorted(), ["qrcode.expired", "qrcode.expiring"]);
    await tellAll(store, NOON + 21 * DAY_MS);
    assert.deepEqual(await typesOf(store, webhook, NOON + 21 * DAY_MS), ["qrcode.expired"]);
  });

  it("tells of very many codes of one moment in steps, each once", async () => {
    const store = await engine.fresh();
    const webhook = await webhookOf(store, ["qrcode.expired"]);
    const expiresAt = NOON + 20 * DAY_MS;
    const codes = Array.from({ length: 501 }, () => ({ ...newCode(OWNER, NOON), expiresAt }));
    for (let at = 0; at < 501; at += 500) await store.codes.createAll(codes.slice(at, at + 500));
    const count = async () => {
      const rows = (await store.webhooks.deliveries(webhook.num, 2000))!;
      return [rows.length, new Set(rows.map(({ data }) => "code" in data && data.code.id)).size];
    };
    await store.deliveries.tellExpiry(expiresAt + DAY_MS, randomUUID);
    assert.deepEqual(await count(), [500, 500]);
    await tellAll(store, expiresAt + DAY_MS);
    assert.deepEqual(await count(), [501, 501]);
  });

  it("forgets in time what waits for a webhook that is off", async () => {
    const store = await engine.fresh();
    const { id, num } = await webhookOf(store);
    await freshCode(store);
    const { db } = store.auth;
    await db.updateTable("webhooks").set({ is_active: 0 }).where("id", "=", id).execute();
    assert.equal(await store.deliveries.oldestWaiting(), null);
    await store.maintain(NOON + 29 * DAY_MS);
    assert.equal((await store.webhooks.deliveries(num, 10))!.length, 1);
    await store.maintain(NOON + 31 * DAY_MS);
    assert.equal((await store.webhooks.deliveries(num, 10))!.length, 0);
  });
});
