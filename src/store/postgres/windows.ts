import { type Kysely, sql } from "kysely";
import { slide } from "../../shared/sliding-window.ts";
import type { Admission } from "../rate-store.ts";
import type { Store } from "../store.ts";
import type { Tables } from "../tables.ts";

interface AdmittedRow {
  admitted: boolean;
  remaining: number;
  reset_in: number;
}

const admissionOf = ({ admitted, remaining, reset_in }: AdmittedRow): Admission => ({
  ...{ admitted, remaining, resetIn: reset_in },
});

/** The windows of keys. Without `windowNow`, by the server's clock. */
export function createWindows(
  db: Kysely<Tables>,
  windowNow: (() => number) | undefined,
): Pick<Store, "admit" | "admitInForce" | "usage"> {
  const now = () => windowNow?.() ?? null;
  return {
    async admit(keyId, limit, windowMs) {
      const { rows } = await sql<AdmittedRow>`
        SELECT admitted, remaining, reset_in
        FROM tessera_admit(${keyId}, ${limit}, ${windowMs}, ${now()})`.execute(db);
      return admissionOf(rows[0]!);
    },

    async admitInForce(keyId, plan, limit, windowMs) {
      // Materialized: of a key that is not in force the window is never touched, whatever the plan of the query.
      const { rows } = await sql<AdmittedRow>`
        WITH in_force AS MATERIALIZED (
          SELECT k.id FROM api_keys k JOIN "user" u ON u.id = k.user_id
          WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND NOT u.suspended AND u.plan = ${plan})
        SELECT admitted, remaining, reset_in
        FROM in_force, tessera_admit(in_force.id, ${limit}, ${windowMs}, ${now()})`.execute(db);
      const [row] = rows;
      return row ? admissionOf(row) : null;
    },

    async usage(keyId, limit, windowMs) {
      const { rows } = await sql<{ times: number[]; now: number }>`
        SELECT times, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
        FROM rate_windows WHERE key_id = ${keyId}`.execute(db);
      const [row] = rows;
      return slide(row?.times ?? [], now() ?? row?.now ?? 0, limit, windowMs, false);
    },
  };
}
