import type { EngineName } from "../migrations/types.ts";

/**
 * Webhooks and their deliveries. A delivery has no foreign key to its webhook: settling writes
 * deliveries too, and must not fail because a webhook is removed at that moment.
 */
export function webhookTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  // Never reused: a node that still holds the number of a removed webhook must not find another one.
  const number = sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "bigserial PRIMARY KEY";
  return [
    `CREATE TABLE webhooks (
      num ${number}, id text NOT NULL UNIQUE,
      owner_id text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
      url text NOT NULL, events integer NOT NULL, is_active smallint NOT NULL,
      secret text NOT NULL, old_secret text, old_secret_until bigint,
      created_at bigint NOT NULL, off_at bigint, off_reason text,
      expiring_to bigint NOT NULL, expiring_num bigint NOT NULL DEFAULT 0,
      expired_to bigint NOT NULL, expired_num bigint NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0, rest_until bigint NOT NULL DEFAULT 0)`,
    `CREATE INDEX webhooks_by_owner ON webhooks (owner_id)`,
    `CREATE INDEX webhooks_active ON webhooks (owner_id) WHERE is_active = 1`,
    ...(sqlite ? [] : ["CREATE SEQUENCE webhook_delivery_order"]),
    `CREATE TABLE webhook_deliveries (
      webhook_num bigint NOT NULL,
      num bigint NOT NULL ${sqlite ? "" : "DEFAULT nextval('webhook_delivery_order')"},
      part integer NOT NULL DEFAULT 0,
      id text NOT NULL, type text NOT NULL, code_id text NOT NULL, at bigint NOT NULL, data text NOT NULL,
      is_waiting smallint NOT NULL, next_try bigint NOT NULL,
      tries integer NOT NULL DEFAULT 0, first_try bigint, last_try bigint,
      status integer, answer text, problem text)`,
    `CREATE UNIQUE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_num, num, part)`,
    `CREATE INDEX webhook_deliveries_id ON webhook_deliveries (webhook_num, id)`,
    `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_num, num, part)
      WHERE is_waiting = 1`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_try, webhook_num)
      WHERE is_waiting = 1`,
    `CREATE INDEX webhook_deliveries_code ON webhook_deliveries (webhook_num, code_id, num, part)
      WHERE is_waiting = 1`,
    `CREATE TABLE leases (name text NOT NULL PRIMARY KEY, holder text NOT NULL, ends_at float8 NOT NULL)`,
  ];
}
