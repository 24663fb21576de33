import type { Code } from "../codes/code.ts";
import type { ValuesOf } from "../database/table.ts";
import type { ScanRow } from "../scans/scan.ts";
import type { webhookTables } from "./webhooks.table.ts";

/** Sent on request to test delivery. */
export const TEST_EVENT = "webhook.test";

/** How long before a code expires `qrcode.expiring` is sent. */
export const EXPIRING_MS = 14 * 86_400_000;

/** SQL condition on webhooks `w`: active, and their maker, whom they tell, is not suspended. */
export const WANTED_SQL = `w.is_active = 1
  AND NOT EXISTS (SELECT 1 FROM "user" maker WHERE maker.id = w.made_by AND maker.suspended)`;
/** In a workspace that is not suspended either. Plain SQL, for the writer threads. */
export const IN_USE_SQL = `${WANTED_SQL}
  AND EXISTS (SELECT 1 FROM workspaces s WHERE s.id = w.workspace_id AND s.suspended = 0)`;

/** Settled scans not yet sent to webhooks, by code: the content of a note. */
export type NotedScans = [codeNum: number, scanIds: string[]][];
/** Notes beyond this many of the workspace's newest scans are dropped. */
export const MAX_NOTED_SCANS = 100_000;
/** By one settlement and workspace, so that it stays short. */
export const MAX_NOTES_DROPPED = 10_000;

/** A webhook with something to send. */
export interface DueWebhook {
  num: number;
  workspaceId: string;
  /** The creator of its workspace; the workspace itself once that account is removed. */
  person: string;
}

export type Webhook = ValuesOf<typeof webhookTables.webhooks>;

/** Who creates a webhook: a member, or a key, which stands for its creator. */
export type Maker = { userId: string } | { keyId: string };

export type NewWebhook = Pick<Webhook, "id" | "workspaceId" | "url" | "events" | "isActive" | "secret" | "createdAt">;

export type WebhookChange = Partial<
  Pick<Webhook, "url" | "events" | "isActive" | "secret" | "oldSecret" | "oldSecretUntil" | "offReason" | "offAt">
>;

/** The data of a body: a code at that moment, or scans of one. */
export type EventData = { code: Code } | { codeId: string; scans: ScanRow[] } | { webhookId: string };

/** waiting: will be sent or retried. failed: given up. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type Delivery = ValuesOf<typeof webhookTables.webhook_deliveries> & { data: EventData };

/** The code that a delivery is about; null for a test. */
export interface CodeOfDelivery {
  codeId: string | null;
  /** As in the event; of scans the current name, null if the code was erased. */
  codeName: string | null;
}

/** Without the body, which is only read with a single delivery. */
export type ListedDelivery = Omit<Delivery, "data"> & CodeOfDelivery;

/** The result of a request. Delivered if there is no problem. */
export interface Outcome {
  at: number;
  status: number | null;
  answer: string | null;
  problem: string | null;
}
