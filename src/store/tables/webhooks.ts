/** Webhooks, what is to be sent to them, and what was. */
import type { Generated } from "kysely";

export interface WebhookTables {
  webhooks: WebhookTable;
  /** How many scans were noted for an owner's webhooks. The row is locked while a settlement adds a note. */
  webhook_owners: { owner_id: string; scan_total: Generated<number> };
  webhook_notes: WebhookNoteTable;
  webhook_deliveries: WebhookDeliveryTable;
  /** Work that one node does at a time: which one, and until when. */
  leases: { name: string; holder: string; ends_at: number };
}

interface WebhookTable {
  num: Generated<number>;
  id: string;
  owner_id: string;
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
  /** When it was last switched on or given another event: dates that passed before are not sent. */
  since: number;
  /** Up to which of the owner's noted scans deliveries were made. */
  scans_told: number;
  /** Scans and other events that were never sent, since it was switched on. */
  dropped: Generated<number>;
  /** Consecutive failed requests, and until when it is left alone because of them. */
  failures: Generated<number>;
  rest_until: Generated<number>;
  /** When the first of them failed, and why the last one did. */
  failing_since: Generated<number | null>;
  problem: Generated<string | null>;
}

/** The scans of one settlement, for all webhooks of their owner. */
interface WebhookNoteTable {
  owner_id: string;
  /** The owner's total with this note, so it holds the scans from `scan_to - scans` on. */
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
  /** 0: not tried yet, or to be tried at once. */
  next_try: Generated<number>;
  tries: Generated<number>;
  first_try: Generated<number | null>;
  last_try: Generated<number | null>;
  status: Generated<number | null>;
  answer: Generated<string | null>;
  problem: Generated<string | null>;
}
