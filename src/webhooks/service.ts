import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { badCursor, type FieldProblem, invalid, notFound, TooBusy } from "../shared/errors.ts";
import { EVENTS, type EventType } from "../shared/events.ts";
import { keptAnswer, onceOf } from "../shared/idempotency.ts";
import type { Store } from "../store/store.ts";
import { bodyOf, createSecret, type Shapes, signedHeaders } from "./message.ts";
import { urlProblem, type WebhookRules } from "./rules.ts";
import type { Sender } from "./sender.ts";
import {
  type CodeOfDelivery,
  type Delivery,
  type DeliveryState,
  type ListedDelivery,
  type Maker,
  type NewWebhook,
  TEST_EVENT,
  type Webhook,
} from "./webhook.ts";

export interface WebhooksOptions {
  store: Pick<Store, "webhooks">;
  clock: Clock;
  createId: () => string;
  rules: WebhookRules;
  sender: Sender;
  shapes: Shapes;
  /** Makes the deliverer look for work. */
  wake: () => void;
}

export interface WebhookPatch {
  url?: string | undefined;
  events?: EventType[] | undefined;
  isActive?: boolean | undefined;
}

export const HEALTH_STATES = ["ok", "failing", "off"] as const;

export interface WebhookHealth {
  state: (typeof HEALTH_STATES)[number];
  /** Since when it fails or is off; null if neither, or if a user switched it off. */
  since: number | null;
  /** Why, as a message. */
  problem: string | null;
  waiting: number;
  nextTryAt: number | null;
  dropped: number;
}

const MAX = 20;
/** Concurrent tests on this node. */
const MAX_TESTS = 10;
const MAX_TESTS_OF_PERSON = 2;
const MAKER_SUSPENDED = "the account of its creator is suspended: nothing is sent until that ends";
const BOTH_SECRETS_MS = 24 * 3_600_000;

export function createWebhooks(options: WebhooksOptions) {
  const { store, clock, createId, rules, sender, shapes, wake } = options;

  /** Who runs each test. */
  const testing: string[] = [];

  async function placeForTest<T>(workspaceId: string, send: () => Promise<T>): Promise<T> {
    const { person } = callerNow(workspaceId);
    if (testing.filter((one) => one === person).length >= MAX_TESTS_OF_PERSON) {
      throw new TooBusy(`${MAX_TESTS_OF_PERSON} of your tests are already running. Wait until one of them ends.`);
    }
    if (testing.length >= MAX_TESTS) {
      throw new TooBusy("Too many webhooks are being tested at once. Try again in a few seconds.");
    }
    testing.push(person);
    try {
      return await send();
    } finally {
      testing.splice(testing.indexOf(person), 1);
    }
  }

  async function find(workspaceId: string, id: string): Promise<Webhook> {
    const webhook = await store.webhooks.find(workspaceId, id);
    if (!webhook) throw notFound();
    return webhook;
  }

  async function findDelivery(webhook: Webhook, id: string): Promise<Delivery & CodeOfDelivery> {
    const delivery = await store.webhooks.delivery(webhook.num, id);
    if (!delivery) throw notFound();
    return afterRest(delivery, webhook);
  }

  return {
    find,
    list: (workspaceId: string) => store.webhooks.list(workspaceId),

    /** Why a webhook cannot have the URL. */
    problems(url: string | undefined): FieldProblem[] {
      const message = url === undefined ? null : urlProblem(url, rules);
      return message === null ? [] : [{ field: "url", message }];
    },

    /** `key`: an Idempotency-Key. */
    async create(
      workspaceId: string,
      body: WebhookPatch & { url: string },
      { key, maker }: { key?: string | undefined; maker?: Maker } = {},
    ): Promise<{ webhook: NewWebhook; replayed: boolean }> {
      const { isActive = true } = body;
      const events = EVENTS.filter((event) => body.events?.includes(event) ?? true);
      const asked = { url: new URL(body.url).href, events, isActive };
      const webhook = { id: createId(), workspaceId, ...asked, secret: createSecret(), createdAt: clock.now() };
      // With the secret, which signs and so is stored in the webhook's row too.
      const once =
        key === undefined ? undefined : onceOf(key, { webhook: asked }, JSON.stringify(webhook), webhook.createdAt);
      const earlier = await store.webhooks.create(webhook, MAX, once, maker);
      if (earlier) return { webhook: JSON.parse(await keptAnswer(earlier, once!)), replayed: true };
      wake();
      return { webhook, replayed: false };
    },

    async change(workspaceId: string, id: string, patch: WebhookPatch, by?: Maker): Promise<Webhook> {
      const { url, events, isActive } = patch;
      const change = () => ({
        ...(url === undefined ? {} : { url: new URL(url).href }),
        ...(events === undefined ? {} : { events }),
        ...(isActive === undefined ? {} : { isActive, offReason: null, offAt: null }),
      });
      const changed = await store.webhooks.change(workspaceId, id, clock.now(), change, by);
      if (!changed) throw notFound();
      wake();
      return changed;
    },

    async rotate(workspaceId: string, id: string): Promise<Webhook> {
      const now = clock.now();
      const changed = await store.webhooks.change(workspaceId, id, now, ({ secret }) => ({
        secret: createSecret(),
        oldSecret: secret,
        oldSecretUntil: now + BOTH_SECRETS_MS,
      }));
      if (!changed) throw notFound();
      return changed;
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!(await store.webhooks.remove(workspaceId, id, clock.now()))) throw notFound();
    },

    /** Sends at once and returns the outcome, whether the webhook is on or off. */
    test: (workspaceId: string, id: string) =>
      // First: a flood of tests should cost little.
      placeForTest(workspaceId, async () => {
        const webhook = await find(workspaceId, id);
        const at = clock.now();
        const test = { id: createId(), type: TEST_EVENT, at, data: { webhookId: id } } as const;
        const body = bodyOf(test as unknown as Delivery, shapes);
        const headers = await signedHeaders(webhook, test.id, at, body);
        const sent = await sender.send(webhook.url, headers, body);
        await store.webhooks.addTest(webhook, test.id, { at, ...sent });
        if (sent.problem === null) wake();
        return findDelivery(webhook, test.id);
      }),

    /** Newest first, with how many scans and events were never sent. The cursor is the last delivery's id. */
    async deliveries(workspaceId: string, id: string, limit: number, cursor?: string, state?: DeliveryState) {
      const webhook = await find(workspaceId, id);
      const found = await store.webhooks.deliveries(webhook.num, limit + 1, cursor, state);
      if (!found) throw badCursor();
      const data = found.slice(0, limit).map((delivery) => afterRest(delivery, webhook));
      const dropped = await store.webhooks.dropped(webhook.num);
      return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null, dropped };
    },

    delivery: async (workspaceId: string, id: string, deliveryId: string) =>
      findDelivery(await find(workspaceId, id), deliveryId),

    /** Whether events arrive; if not, since when and why. */
    async health(workspaceId: string, id: string): Promise<WebhookHealth> {
      const webhook = await find(workspaceId, id);
      const { count, nextTry, isMakerSuspended } = await store.webhooks.waiting(webhook.num);
      const rest = {
        waiting: count,
        nextTryAt: count === 0 ? null : Math.max(nextTry, clock.now()),
        dropped: await store.webhooks.dropped(webhook.num),
      };
      const { isActive, offAt, offReason, failures, failingSince, problem } = webhook;
      if (!isActive) return { state: "off", since: offAt, problem: offReason, ...rest };
      if (isMakerSuspended) return { state: "off", since: null, problem: MAKER_SUSPENDED, ...rest, nextTryAt: null };
      if (failures > 0) return { state: "failing", since: failingSince, problem, ...rest };
      return { state: "ok", since: null, problem: null, ...rest };
    },

    async resend(workspaceId: string, id: string, deliveryId: string) {
      const webhook = await find(workspaceId, id);
      await findDelivery(webhook, deliveryId);
      if (!webhook.isActive) {
        const message = "The webhook is disabled. Enable it first.";
        throw invalid([{ field: "isActive", message: "must be true to send again" }], message);
      }
      await store.webhooks.resend(webhook.num, deliveryId);
      wake();
      return findDelivery({ ...webhook, restUntil: 0 }, deliveryId);
    },

    bodyOf: (delivery: Delivery) => bodyOf(delivery, shapes),
  };
}

/** Nothing is sent while the webhook pauses after failures. */
const afterRest = <T extends ListedDelivery>(delivery: T, { restUntil }: Webhook): T => ({
  ...delivery,
  nextTry: Math.max(delivery.nextTry, restUntil),
});
