/** Webhooks in a store without a service: creates them, and takes waiting events one by one. */
import assert from "node:assert/strict";
import { EVENTS, type EventType } from "../../src/shared/events.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import type { Delivery, Webhook } from "../../src/webhooks/webhook.ts";
import { addWorkspace, NOON, WORKSPACE } from "./support.ts";

export const createId = createIds(() => NOON);

export async function webhookOf(store: Store, events: EventType[] = [...EVENTS], owner = WORKSPACE) {
  await addWorkspace(store, owner);
  const id = createId();
  const made = { id, workspaceId: owner, url: "https://example.com", events, isActive: true };
  const webhook = { ...made, secret: "whsec_AAAA", createdAt: NOON };
  assert.equal(await store.webhooks.create(webhook, 20), null);
  return (await store.webhooks.find(owner, id)) as Webhook;
}

export const TAKEN = { at: NOON, status: 200, answer: "", problem: null };
export const REFUSED = { at: NOON, status: 500, answer: "", problem: "it answered 500" };

/** Takes the next event as delivered; null if there is none. */
export async function take(store: Store, webhook: Webhook, now = NOON): Promise<Delivery | null> {
  const next = await store.deliveries.next(webhook.num, now);
  if (!next) return null;
  assert.ok(await store.deliveries.tried(next.delivery, { ...TAKEN, at: now }, null));
  return next.delivery;
}

export async function takeAll(store: Store, webhook: Webhook, now = NOON): Promise<Delivery[]> {
  const taken: Delivery[] = [];
  for (let next = await take(store, webhook, now); next; next = await take(store, webhook, now)) {
    taken.push(next);
  }
  return taken;
}

export const scanIds = (delivery: Delivery): string[] =>
  "scans" in delivery.data ? delivery.data.scans.map(({ id }) => id) : [];
