import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it, type TestContext } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import type { EventType } from "../../src/shared/events.ts";
import type { Store } from "../../src/store/store.ts";
import { startDeliverer } from "../../src/webhooks/deliverer.ts";
import type { Sent } from "../../src/webhooks/sender.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { webhookOf } from "../store/webhook-support.ts";
import { eventually, until } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";

const HOUR = 3_600_000;
const TAKEN: Sent = { status: 200, answer: "", problem: null };
const REFUSED: Sent = { status: 500, answer: "no", problem: "it answered 500" };

/** A deliverer that proceeds only when the test says so; a request ends when the test answers it. */
async function start(test: TestContext, store: Store, events?: EventType[]) {
  const clock = createTestClock(NOON);
  // Those of earlier tests would be served too.
  for (const { id } of await store.webhooks.list(WORKSPACE)) await store.webhooks.remove(WORKSPACE, id, 1);
  const webhook = await webhookOf(store, events);
  const sent: { url: string; body: string; answer: (sent: Sent) => void }[] = [];
  let came = () => {};
  const sender = {
    send(url: string, _headers: object, body: string) {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      sent.push({ url, body, answer: resolve });
      came();
      return promise;
    },
    close: async () => {},
  };
  let looked = () => {};
  const deliveries = {
    ...store.deliveries,
    async look(now: number) {
      // A pass that began before the test waits does not show what was done since.
      const tell = looked;
      const seen = await store.deliveries.look(now);
      if (!seen.hasWork) tell();
      return seen;
    },
  };
  const log: [level: string, what: string, entry: object][] = [];
  const deliverer = startDeliverer({
    store: { deliveries },
    clock,
    sender,
    onError: assert.ifError,
    log: {
      warn: (entry, what) => log.push(["warn", what, entry]),
      info: (entry, what) => log.push(["info", what, entry]),
    },
    shapes: { code: (code) => code, scan: (scan) => scan },
    timing: { lookMs: 600_000, gapMs: 0 },
  });
  test.after(() => deliverer.stop(1));
  /** The next request, or null if there is nothing to send now. */
  const next = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const have = sent.shift();
    if (have) return have;
    came = resolve;
    looked = resolve;
    const waking = setInterval(deliverer.wake, 5);
    await promise.finally(() => clearInterval(waking));
    return sent.shift() ?? null;
  };
  return { clock, webhook, next, log };
}

onSqlite("the deliverer", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });

  it("retries for a day with growing delays, and then deactivates the webhook with the reason", async (test) => {
    const { clock, webhook, next } = await start(test, store);
    await freshCode(store);
    const tries: number[] = [];
    const isOn = async () => (await store.webhooks.find(WORKSPACE, webhook.id))!.isActive;
    while ((await isOn()) && tries.length < 60) {
      const request = await next();
      if (request) {
        tries.push(clock.now());
        request.answer(REFUSED);
        continue;
      }
      const [row] = (await store.webhooks.deliveries(webhook.num, 1))!;
      clock.move(Math.max(1, row!.nextTry - clock.now()));
    }
    const off = (await store.webhooks.find(WORKSPACE, webhook.id))!;
    assert.match(off.offReason ?? "", /24 hours: it answered 500/);
    // The test moves the clock by a millisecond when it looks between two requests.
    const pauses = tries.slice(1).map((at, i) => Math.floor((at - tries[i]!) / 1000));
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
      "they grow",
    );
    assert.ok(pauses[0]! <= 10 && pauses.at(-1)! <= 3_600);
    const all = tries.at(-1)! - tries[0]!;
    assert.ok(all >= DAY_MS && all < DAY_MS + 3_600_001);
    assert.deepEqual(await store.deliveries.due(clock.now()), []);
  });

  it("logs once that a webhook fails, by its host, and once that it recovers", async (test) => {
    const { clock, webhook, next, log } = await start(test, store);
    for (let i = 0; i < 4; i++) await freshCode(store);
    for (let minute = 0; minute < 3; minute++) {
      for (let request = await next(); request; request = await next()) request.answer(REFUSED);
      clock.move(60_000);
    }
    const receiver = { webhook: webhook.id, host: new URL(webhook.url).host };
    const failing = ["warn", "a webhook is failing", { ...receiver, problem: "it answered 500" }];
    assert.deepEqual(log, [failing]);
    clock.move(HOUR);
    for (let request = await next(); request; request = await next()) request.answer(TAKEN);
    assert.deepEqual(log, [failing, ["info", "a webhook works again", receiver]]);
    // One refused event is no outage.
    await freshCode(store);
    (await next())!.answer(REFUSED);
    await freshCode(store);
    for (let request = await next(); request; request = await next()) request.answer(TAKEN);
    assert.equal(log.length, 2);
  });

  it("gives up an event that is refused for a day, and keeps the webhook active while others are accepted", async (test) => {
    const { clock, webhook, next } = await start(test, store);
    const poison = await freshCode(store);
    (await next())!.answer(REFUSED);
    for (let hour = 0; hour < 26; hour++) {
      clock.move(HOUR);
      await freshCode(store);
      for (let request = await next(); request; request = await next()) {
        request.answer(request.body.includes(poison.id) ? REFUSED : TAKEN);
      }
    }
    assert.equal((await store.webhooks.find(WORKSPACE, webhook.id))!.isActive, true);
    const failed = (await store.webhooks.deliveries(webhook.num, 10, undefined, "failed"))!;
    assert.equal(failed.length, 1);
    assert.ok(failed[0]!.tries > 10);
  });

  it("deactivates a dead webhook after a day, even if each attempt is a different one of many events", async (test) => {
    const { clock, webhook, next } = await start(test, store);
    for (let i = 0; i < 60; i++) await freshCode(store);
    for (let hour = 0; hour < 25; hour++) {
      for (let request = await next(); request; request = await next()) request.answer(REFUSED);
      clock.move(HOUR);
    }
    // It pauses before it is deactivated, when there is nothing more to send.
    await until(async () => !(await store.webhooks.find(WORKSPACE, webhook.id))!.isActive);
  });

  it("deactivates the webhook immediately on 410, and records the reason", async (test) => {
    const { webhook, next, log } = await start(test, store);
    await freshCode(store);
    await freshCode(store);
    const first = (await next())!;
    first.answer({ status: 410, answer: "", problem: "it answered 410" });
    assert.equal(await next(), null);
    // The delivery is stored first, then the webhook.
    await eventually(async () => {
      const { isActive, offReason } = (await store.webhooks.find(WORKSPACE, webhook.id))!;
      assert.equal(isActive, false);
      assert.match(offReason ?? "", /410/);
    });
    assert.deepEqual(
      log.map(([level, what]) => `${level}: ${what}`),
      ["warn: a webhook was turned off"],
    );
    const failed = (await store.webhooks.deliveries(webhook.num, 10, undefined, "failed"))!;
    assert.equal(failed.length, 2, "both are kept to be sent again by hand");
    // The address was changed during the request: the old one's answer no longer matters.
    await store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ isActive: true }));
    await freshCode(store);
    const second = (await next())!;
    await store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ url: "https://example.org/" }));
    second.answer({ status: 410, answer: "", problem: "it answered 410" });
    assert.equal(await next(), null);
    assert.ok((await store.webhooks.find(WORKSPACE, webhook.id))!.isActive);
  });

  it("splits a body that is too large for its receiver", async (test) => {
    const { clock, webhook, next } = await start(test, store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    await settleLines(store, scansOf(id, 450));
    clock.move(Date.now() + 60_000 - clock.now());
    const sizes: number[] = [];
    for (let request = await next(); request; request = await next()) {
      const { scans } = JSON.parse(request.body).data;
      sizes.push(scans.length);
      request.answer(scans.length > 200 ? { ...REFUSED, status: 413 } : TAKEN);
    }
    assert.deepEqual(sizes, [450, 200, 200, 50]);
    assert.equal((await store.webhooks.find(WORKSPACE, webhook.id))!.failures, 0);
  });

  it("splits a large body that is refused in any way", async (test) => {
    const unheard: Sent = { status: null, answer: null, problem: "it did not answer in 10 seconds" };
    for (const [from, refusal] of [REFUSED, unheard].entries()) {
      const { clock, webhook, next } = await start(test, store, ["qrcode.scanned"]);
      const { id } = await freshCode(store);
      await settleLines(store, scansOf(id, 2_400, NOON + (from + 1) * 1_000));
      clock.move(Date.now() + 60_000 - clock.now());
      const sizes: number[] = [];
      while (sizes.length < 30) {
        const request = await next();
        if (request) {
          const { scans } = JSON.parse(request.body).data;
          sizes.push(scans.length);
          request.answer(scans.length > 200 ? refusal : TAKEN);
          continue;
        }
        if ((await store.webhooks.waiting(webhook.num)).count === 0) break;
        clock.move(30_000);
      }
      const parts = [200, 200, 200, 200, 200];
      // A receiver that did not answer may have the body: it gets the same one again.
      assert.deepEqual(
        sizes,
        refusal === REFUSED
          ? [1_000, ...parts, 1_000, ...parts, 400, 200, 200]
          : [1_000, 1_000, 200, 1_000, ...parts.slice(1), ...parts, 400, 400, 200, 200],
      );
      assert.equal((await store.webhooks.find(WORKSPACE, webhook.id))!.failures, 0);
    }
  });

  it("does not split bodies for a receiver that asks to wait", async (test) => {
    const { clock, next } = await start(test, store, ["qrcode.scanned"]);
    const { id } = await freshCode(store);
    await settleLines(store, scansOf(id, 450, NOON + 5_000));
    clock.move(Date.now() + 60_000 - clock.now());
    (await next())!.answer({ ...REFUSED, status: 503, retryAfterMs: HOUR });
    assert.equal(await next(), null);
    clock.move(HOUR);
    assert.equal(JSON.parse((await next())!.body).data.scans.length, 450);
  });

  /** Refuses requests for this long. */
  async function refuseFor(ms: number, { clock, next }: Awaited<ReturnType<typeof start>>) {
    const end = clock.now() + ms;
    while (clock.now() < end) {
      const request = await next();
      if (request) request.answer(REFUSED);
      else clock.move(600_000);
    }
  }

  it("keeps the webhook active if a test is accepted while the last attempt of a day is refused", async (test) => {
    const { clock, webhook, next } = await start(test, store);
    await freshCode(store);
    for (let isLast = false; !isLast; ) {
      const request = await next();
      if (request) {
        const failing = (await store.webhooks.find(WORKSPACE, webhook.id))!;
        isLast = clock.now() - (failing.failingSince ?? clock.now()) >= DAY_MS;
        if (isLast) await store.webhooks.addTest(failing, randomUUID(), { ...TAKEN, at: clock.now() });
        request.answer(REFUSED);
      } else clock.move(600_000);
    }
    await next();
    assert.equal((await store.webhooks.find(WORKSPACE, webhook.id))!.isActive, true);
  });

  it("does not count time without attempts as refusal", async (test) => {
    const started = await start(test, store);
    const { clock, webhook, next } = started;
    await freshCode(store);
    await refuseFor(5 * HOUR, started);
    assert.ok((await store.webhooks.find(WORKSPACE, webhook.id))!.failures >= 10);
    clock.move(DAY_MS);
    (await next())!.answer(REFUSED);
    assert.equal(await next(), null);
    // The delivery is stored first, then the webhook.
    await eventually(async () => {
      const after = (await store.webhooks.find(WORKSPACE, webhook.id))!;
      assert.deepEqual([after.isActive, after.failingSince], [true, clock.now()]);
    });
    const [waits] = (await store.webhooks.deliveries(webhook.num, 1))!;
    assert.deepEqual([waits!.isWaiting, waits!.firstTry], [true, clock.now()]);
    await refuseFor(DAY_MS + HOUR, started);
    assert.equal((await store.webhooks.find(WORKSPACE, webhook.id))!.isActive, false, "a day of attempts is enough");
  });

  it("sends to the new address as soon as it is changed", async (test) => {
    const { webhook, next } = await start(test, store);
    for (let i = 0; i < 3; i++) await freshCode(store);
    const first = (await next())!;
    await store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ url: "https://example.org/" }));
    first.answer(TAKEN);
    const second = (await next())!;
    assert.equal(second.url, "https://example.org/");
    await store.webhooks.change(WORKSPACE, webhook.id, NOON, () => ({ isActive: false }));
    second.answer(TAKEN);
    assert.equal(await next(), null, "and nothing more when it is inactive");
  });

  it("waits as long as a receiver asks", async (test) => {
    const { clock, next } = await start(test, store);
    for (let i = 0; i < 2; i++) await freshCode(store);
    (await next())!.answer({ ...REFUSED, status: 429, retryAfterMs: 1_800_000 });
    assert.equal(await next(), null);
    clock.move(1_799_999);
    assert.equal(await next(), null);
    clock.move(1);
    assert.ok(await next());
  });
});
