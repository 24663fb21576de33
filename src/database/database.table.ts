/** What the service stores for itself. */
import { bigint, float, table, tables, text, time } from "./table.ts";

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
  | "windows"
  | "deliveries"
  | "packing"
  | "retention";

export const databaseTables = tables({
  secrets: table({ name: text().primaryKey(), value: text() }),
  meta: table({ name: text<MetaName>().primaryKey(), value: bigint() }),
  /** Work that one node does at a time: its holder, and until when. */
  leases: table({ name: text().primaryKey(), holder: text(), ends_at: float() }),
  /** First answers to an Idempotency-Key. */
  idempotency: table(
    { workspace_id: text(), key: text(), body_hash: text(), answer: text(), created_at: time() },
    {
      primaryKey: ["workspace_id", "key"],
      indexes: [`CREATE INDEX idempotency_age ON idempotency (created_at)`],
    },
  ),
});
