import type { AccountTables } from "../accounts/accounts.table.ts";
import type { CodeTables } from "../codes/codes.table.ts";
import type { DomainTables } from "../domains/domains.table.ts";
import type { MailTables } from "../mail/mail.table.ts";
import type { ScanTables } from "../scans/scans.table.ts";
import type { WebhookTables } from "../webhooks/webhooks.table.ts";
import type { StoredSettings } from "../workspaces/people.ts";

/** The tables of both engines. Times are Unix ms, days are days since 1970, flags are 0 or 1. */
export interface Tables extends AccountTables, CodeTables, DomainTables, MailTables, ScanTables, WebhookTables {
  secrets: { name: string; value: string };
  meta: { name: MetaName; value: number };
  settings: { name: keyof StoredSettings; value: string };
}

/**
 * forgotten_before_day: scans of earlier days are forgotten; set at the time forgotten_set_at. forgotten_ahead_day: the
 * same while a clock was ahead. forgotten_to_day: for which day all blocks were looked at last.
 * lines_dropped, lines_missing: totals as in SettleReport. expiry_events_to: expiry dates up to this time became events.
 * done_…: when that job last succeeded.
 */
export type MetaName =
  | "forgotten_before_day"
  | "forgotten_set_at"
  | "forgotten_ahead_day"
  | "forgotten_to_day"
  | `lines_${"dropped" | "missing"}`
  | "expiry_events_to"
  | `done_${JobName}`;

/** Maintenance jobs; their names are labels in /metrics. */
export type JobName =
  | "visitors"
  | "workspaces"
  | "erasing"
  | "placements"
  | "tags"
  | "audit"
  | "sessions"
  | "answers"
  | "throttles"
  | "deliveries"
  | "packing"
  | "retention";
