import assert from "node:assert/strict";
import { before, it, type TestContext } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { startDeliverer } from "../../src/webhooks/deliverer.ts";
import type { Sent } from "../../src/webhooks/sender.ts";
import { freshCode, NOON, OWNER } from "../store/support.ts";
import { webhookOf } from "../store/webhook-support.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const TAKEN: Sent = { status: 200, answer: "", problem: null };
const REFUSED: Sent = { status: 500, answer: "no", problem: "it answered 500" };

/** A deliverer that goes on only when the test says so; what it sends ends when the test answers. */
async function start(test: TestContext, store: Store) {
  const clock = createTestClock(NOON);
  const webhook = await webhookOf(store);
  const sent: { url: string; answer: (sent: Sent) => void }[] = [];
  let came = () => {};
  const sender = {
    send(url: string) {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      sent.push({ url, answer: resolve });
      came();
      return promise;
    },
    close: async () => {},
  };
  let looked = () => {};
  const deliveries = {
    ...store.deliveries,
    async look(now: number) {
      const seen = await store.deliveries.look(now);
      if (!seen.hasWork) looked();
      return seen;
    },
  };
  const deliverer = startDeliverer({
    store: { deliveries },
    clock,
    sender,
    onError: assert.ifError,
    shapes: { code: (code) => code, scan: (scan) => scan },
    timing: { lookMs: 600_000, gapMs: 0 },
  });
  test.after(() => deliverer.stop(1));
  /** The next request, or null when there is nothing to send now. */
  const next = async () => {
    const { promise, resolve } = Promise.withResolvers<(typeof sent)[0] | null>();
    const have = sent.shift();
    if (have) return have;
    came = () => resolve(sent.shift()!);
    looked = () => resolve(null);
    const waking = setInterval(deliverer.wake, 5);
    return promise.finally(() => clearInterval(waking));
  };
  return { clock, webhook, next };
}

onEachEngine("the deliverer", (engine) => {
  // What it does is the same on either engine.
  if (engine.name === "postgres") return;
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });

  it("tries for a day with growing pauses, and then switches off with the reason", async (test) => {
    const { clock, webhook, next } = await start(test, store);
    await freshCode(store);
    const tries: number[] = [];
    const isOn = async () => (await store.webhooks.find(OWNER, webhook.id))!.isActive;
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
    const off = (await store.webhooks.find(OWNER, webhook.id))!;
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

  it("sends to the new address from the moment that it is changed", async (test) => {
    const { webhook, next } = await start(test, store);
    for (let i = 0; i < 3; i++) await freshCode(store);
    const first = (await next())!;
    await store.webhooks.change(OWNER, webhook.id, NOON, () => ({ url: "https://example.org/" }));
    first.answer(TAKEN);
    const second = (await next())!;
    assert.equal(second.url, "https://example.org/");
    await store.webhooks.change(OWNER, webhook.id, NOON, () => ({ isActive: false }));
    second.answer(TAKEN);
    assert.equal(await next(), null, "and nothing more when it is off");
  });

  it("leaves a receiver alone for as long as it asks", async (test) => {
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
