import type { EngineName } from "../database/engine.ts";

/** Webhooks, scans noted for them, and deliveries. */
export function webhookTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  // Never reused: a node that still has the number of a deleted webhook must not find another one.
  const number = sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "bigserial PRIMARY KEY";
  return [
    `CREATE TABLE webhooks (
      num ${number}, id text NOT NULL UNIQUE,
      workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      url text NOT NULL, events integer NOT NULL, is_active smallint NOT NULL,
      secret text NOT NULL, old_secret text, old_secret_until bigint,
      created_at bigint NOT NULL, off_at bigint, off_reason text, since bigint NOT NULL,
      scans_told bigint NOT NULL, dropped bigint NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0, rest_until bigint NOT NULL DEFAULT 0,
      failing_since bigint, problem text, made_by text REFERENCES "user" ("id") ON DELETE SET NULL)`,
    `CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id)`,
    `CREATE INDEX webhooks_maker ON webhooks (made_by)`,
    `CREATE INDEX webhooks_active ON webhooks (workspace_id) WHERE is_active = 1`,
    `CREATE TABLE webhook_workspaces (
      workspace_id text NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
      scan_total bigint NOT NULL DEFAULT 0)`,
    `CREATE TABLE webhook_notes (
      workspace_id text NOT NULL REFERENCES webhook_workspaces (workspace_id) ON DELETE CASCADE,
      scan_to bigint NOT NULL, scans integer NOT NULL, at bigint NOT NULL, data text NOT NULL,
      PRIMARY KEY (workspace_id, scan_to))`,
    `CREATE TABLE webhook_deliveries (
      num ${number}, webhook_num bigint NOT NULL REFERENCES webhooks (num) ON DELETE CASCADE,
      id text NOT NULL, type text NOT NULL, at bigint NOT NULL, data text NOT NULL,
      is_waiting smallint NOT NULL DEFAULT 1, next_try bigint NOT NULL DEFAULT 0,
      tries integer NOT NULL DEFAULT 0, first_try bigint, last_try bigint,
      status integer, answer text, problem text)`,
    `CREATE UNIQUE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_num, num)`,
    `CREATE UNIQUE INDEX webhook_deliveries_id ON webhook_deliveries (webhook_num, id)`,
    `CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at)`,
    `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_num, num) WHERE is_waiting = 1`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_num, next_try, num)
      WHERE is_waiting = 1`,
    `CREATE TABLE leases (name text NOT NULL PRIMARY KEY, holder text NOT NULL, ends_at float8 NOT NULL)`,
  ];
}
