/** Webhooks, scans noted for them, and deliveries. */
import { bigint, flag, integer, serial, table, tables, text, time } from "../database/table.ts";
import { bitOf, type EventType, eventsOf } from "../shared/events.ts";

/** Never reused: a node that still has the number of a deleted webhook must not find another one. */
const number = () => serial({ sqlite: "INTEGER PRIMARY KEY AUTOINCREMENT", postgres: "bigserial PRIMARY KEY" });

const maskOf = (events: readonly EventType[]): number => events.reduce((mask, event) => mask | bitOf(event), 0);

export const webhookTables = tables({
  webhooks: table(
    {
      num: number(),
      id: text().unique(),
      workspace_id: text().references("workspaces (id) ON DELETE CASCADE"),
      url: text(),
      /** A bit for each event, in the order of EVENTS. */
      events: integer().through(eventsOf, maskOf),
      is_active: flag(),
      secret: text(),
      /** Also signs until `old_secret_until`. */
      old_secret: text().optional(),
      old_secret_until: time().optional(),
      created_at: time(),
      /** When and why the service switched it off; null if it is on or a user switched it off. */
      off_at: time().optional(),
      off_reason: text().optional(),
      /** When it was last switched on or its events changed: earlier dates are not sent. */
      since: time().internal(),
      /** The number of the workspace's noted scans up to which deliveries were created. */
      scans_told: bigint().internal(),
      /** Scans and other events dropped since it was switched on. */
      dropped: bigint().default(0).internal(),
      /** Consecutive failed requests, and the end of the pause they caused. */
      failures: integer().default(0),
      rest_until: time().default(0),
      /** When the first of them failed, and why the last did. */
      failing_since: time().optional(),
      problem: text().optional(),
      /** The user who created it, by themselves or with a key of theirs; null if an owner kept it when they left. */
      made_by: text().optional().references(`"user" (id) ON DELETE SET NULL`),
    },
    {
      indexes: [
        `CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id)`,
        `CREATE INDEX webhooks_maker ON webhooks (made_by)`,
        `CREATE INDEX webhooks_active ON webhooks (workspace_id) WHERE is_active = 1`,
      ],
    },
  ),
  /** The number of scans noted for a workspace's webhooks. The row is locked while a settlement adds a note. */
  webhook_workspaces: table({
    workspace_id: text().primaryKey().references("workspaces (id) ON DELETE CASCADE"),
    scan_total: bigint().default(0),
  }),
  /** The scans of one settlement, for all webhooks of their workspace. */
  webhook_notes: table(
    {
      workspace_id: text().references("webhook_workspaces (workspace_id) ON DELETE CASCADE"),
      /** The workspace's total including this note: it contains the scans from `scan_to - scans` on. */
      scan_to: bigint(),
      scans: integer(),
      at: time(),
      data: text(),
    },
    { primaryKey: ["workspace_id", "scan_to"] },
  ),
  webhook_deliveries: table(
    {
      num: number(),
      webhook_num: bigint().references("webhooks (num) ON DELETE CASCADE"),
      /** The id of the delivery, which every attempt repeats. */
      id: text(),
      type: text<EventType | "webhook.test">(),
      at: time(),
      /** As JSON. */
      data: text().internal(),
      is_waiting: flag().default(1),
      /** 0: not tried yet, or to be retried at once. */
      next_try: time().default(0),
      tries: integer().default(0),
      first_try: time().optional(),
      last_try: time().optional(),
      status: integer().optional(),
      answer: text().optional(),
      problem: text().optional(),
    },
    {
      indexes: [
        `CREATE UNIQUE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_num, num)`,
        `CREATE UNIQUE INDEX webhook_deliveries_id ON webhook_deliveries (webhook_num, id)`,
        `CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at)`,
        `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_num, num) WHERE is_waiting = 1`,
        `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_num, next_try, num) WHERE is_waiting = 1`,
      ],
    },
  ),
});
