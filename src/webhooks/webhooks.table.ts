/** Webhooks and their deliveries. */
import type { Generated } from "kysely";

export interface WebhookTables {
  webhooks: WebhookTable;
  /** The number of scans noted for a workspace's webhooks. The row is locked while a settlement adds a note. */
  webhook_workspaces: { workspace_id: string; scan_total: Generated<number> };
  webhook_notes: WebhookNoteTable;
  webhook_deliveries: WebhookDeliveryTable;
  /** Work that one node does at a time: its holder, and until when. */
  leases: { name: string; holder: string; ends_at: number };
}

interface WebhookTable {
  num: Generated<number>;
  id: string;
  workspace_id: string;
  url: string;
  /** A bit for each event, in the order of EVENTS. */
  events: number;
  is_active: number;
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  off_at: number | null;
  off_reason: string | null;
  /** When it was last switched on or its events changed: earlier dates are not sent. */
  since: number;
  /** The number of the workspace's noted scans up to which deliveries were created. */
  scans_told: number;
  /** Scans and other events dropped since it was switched on. */
  dropped: Generated<number>;
  /** Consecutive failed requests, and the end of the pause they caused. */
  failures: Generated<number>;
  rest_until: Generated<number>;
  /** When the first of them failed, and why the last did. */
  failing_since: Generated<number | null>;
  problem: Generated<string | null>;
  /** The user who created it, by themselves or with a key of theirs; null if an owner kept it when they left. */
  made_by: string | null;
}

/** The scans of one settlement, for all webhooks of their workspace. */
interface WebhookNoteTable {
  workspace_id: string;
  /** The workspace's total including this note: it contains the scans from `scan_to - scans` on. */
  scan_to: number;
  scans: number;
  at: number;
  data: string;
}

interface WebhookDeliveryTable {
  num: Generated<number>;
  webhook_num: number;
  id: string;
  type: string;
  at: number;
  data: string;
  is_waiting: Generated<number>;
  /** 0: not tried yet, or to be retried at once. */
  next_try: Generated<number>;
  tries: Generated<number>;
  first_try: Generated<number | null>;
  last_try: Generated<number | null>;
  status: Generated<number | null>;
  answer: Generated<string | null>;
  problem: Generated<string | null>;
}
