import type { Code } from "./code-store.ts";
import type { ScanRow } from "./scan-store.ts";

/** In the order of the bits that a webhook's row keeps them by: new ones go to the end. */
export const EVENTS = [
  "qrcode.created",
  "qrcode.updated",
  "qrcode.deleted",
  "qrcode.scanned",
  "qrcode.expiring",
  "qrcode.expired",
] as const;
export type EventType = (typeof EVENTS)[number];
export type ExpiryEvent = "qrcode.expiring" | "qrcode.expired";
/** What a person sends to see that it arrives. */
export const TEST_EVENT = "webhook.test";

export const bitOf = (event: EventType): number => 1 << EVENTS.indexOf(event);

/** A code is told of so long before it expires. */
export const EXPIRING_MS = 14 * 86_400_000;

export interface Webhook {
  num: number;
  id: string;
  ownerId: string;
  url: string;
  events: EventType[];
  isActive: boolean;
  secret: string;
  /** Signs too until then. */
  oldSecret: string | null;
  oldSecretUntil: number | null;
  createdAt: number;
  /** Why and when the service switched it off; null when it is on, or a person did. */
  offReason: string | null;
  offAt: number | null;
  /** In a row, whatever the code. */
  failures: number;
}

export type NewWebhook = Omit<Webhook, "num" | "oldSecret" | "oldSecretUntil" | "offReason" | "offAt" | "failures">;

export type WebhookChange = Partial<
  Pick<Webhook, "url" | "events" | "isActive" | "secret" | "oldSecret" | "oldSecretUntil" | "offReason" | "offAt">
>;

/** What a body is made of: a code as it was at that moment, or scans of one. */
export type EventData = { code: Code } | { codeId: string; scans: ScanRow[] } | { webhookId: string };

export interface Delivery {
  webhookNum: number;
  num: number;
  part: number;
  /** Stays the same however often it is sent. */
  id: string;
  type: EventType | typeof TEST_EVENT;
  at: number;
  data: EventData;
  isWaiting: boolean;
  nextTry: number;
  tries: number;
  firstTry: number | null;
  lastTry: number | null;
  status: number | null;
  answer: string | null;
  problem: string | null;
}

/** What came of sending it. Without a problem it is delivered. */
export interface Outcome {
  at: number;
  status: number | null;
  answer: string | null;
  problem: string | null;
}

export interface WebhookStore {
  create(webhook: NewWebhook, most: number): Promise<Webhook | "too-many" | "no-owner">;
  /** Newest first. */
  list(ownerId: string): Promise<Webhook[]>;
  find(ownerId: string, id: string): Promise<Webhook | null>;
  /**
   * `decide` sees it as it is, under a lock. Switching it off drops what waits, switching it on begins anew.
   * Whatever is changed, what waits is tried at once.
   */
  change(
    ownerId: string,
    id: string,
    now: number,
    decide: (webhook: Webhook) => WebhookChange,
  ): Promise<Webhook | null>;
  remove(ownerId: string, id: string): Promise<boolean>;
  /** Newest first, those before the delivery `before` if given; null when there is no such delivery. */
  deliveries(webhookNum: number, limit: number, before?: string): Promise<Delivery[] | null>;
  delivery(webhookNum: number, id: string): Promise<Delivery | null>;
  /** Keeps a test that was sent. If it was taken, what waits is tried at once. */
  addTest(webhook: Webhook, id: string, outcome: Outcome): Promise<void>;
  /** Sends it once more, before all that waits. */
  resend(webhookNum: number, id: string, now: number): Promise<void>;
}

/** What the deliverer asks. All of it stands in the database, so that any node may go on with it. */
export interface DeliveryQueue {
  /** Whether there is any webhook in use, and whether something is to be done for one now. */
  look(now: number): Promise<{ inUse: boolean; hasWork: boolean }>;
  /** True when `holder` has the lease from now on for so long. */
  hold(holder: string, forMs: number): Promise<boolean>;
  release(holder: string): Promise<void>;
  /** Webhooks for which something may be due, without those that rest. */
  due(now: number): Promise<Pick<Webhook, "num" | "ownerId">[]>;
  /** Makes deliveries of the scans that were settled since, unless many wait already: then it gathers on. */
  gather(webhookNum: number, now: number, createId: () => string): Promise<void>;
  /** The first that is due and has no earlier one of the same code waiting, with the webhook as it is now. */
  next(webhookNum: number, now: number): Promise<{ webhook: Webhook; delivery: Delivery } | null>;
  /**
   * Keeps what came of it. `nextTry`: when it is tried again; null: not any more. False when somebody else
   * has tried or dropped it meanwhile: then theirs stands.
   */
  tried(delivery: Delivery, outcome: Outcome, nextTry: number | null): Promise<boolean>;
  /** Leaves it alone until then, unless somebody has changed it meanwhile. */
  rest(webhook: Webhook, failures: number, until: number): Promise<void>;
  /** Switches it off, and drops what waits. */
  switchOff(webhookNum: number, now: number, reason: string): Promise<void>;
  /** Makes some events of codes that have come to expire. True when there are more to make. */
  tellExpiry(now: number, createId: () => string): Promise<boolean>;
  /** Since when the oldest has been waiting; null when nothing waits. */
  oldestWaiting(): Promise<number | null>;
}
