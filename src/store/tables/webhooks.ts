/** What is sent where, and what became of it. */
import type { Generated } from "kysely";

export interface WebhookTables {
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  /** Work that one node does at a time: who has it, and until when. */
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
  /** Told of are codes with an earlier date, and of those with this very one the numbers from there on. */
  expiring_to: number;
  expiring_num: Generated<number>;
  expired_to: number;
  expired_num: Generated<number>;
  /** In a row, whatever the code; and until when it is left alone for them. */
  failures: Generated<number>;
  rest_until: Generated<number>;
}

/** What is or was to be delivered, in the order of (num, part). */
interface WebhookDeliveryTable {
  webhook_num: number;
  num: Generated<number>;
  part: Generated<number>;
  id: string;
  /** An event, or "scans": settled scans of several codes, not gathered by code yet. */
  type: string;
  code_id: string;
  at: number;
  data: string;
  is_waiting: number;
  next_try: number;
  tries: Generated<number>;
  first_try: Generated<number | null>;
  last_try: Generated<number | null>;
  status: Generated<number | null>;
  answer: Generated<string | null>;
  problem: Generated<string | null>;
}
