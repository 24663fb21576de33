import { type Kysely, sql } from "kysely";
import { PREPARED } from "../database/statements.ts";
import type { Tables } from "../database/tables.ts";
import type { Store } from "../store/store.ts";
import type { Admission } from "../workspaces/people.ts";

/** Unix ms by the server's clock. */
export const SERVER_TIME = sql<number>`extract(epoch FROM clock_timestamp())::float8 * 1000`;

interface AdmittedRow {
  admitted: boolean;
  remaining: number;
  reset_in: number;
  /** Null if a test sets the time. */
  now: number | null;
}

const admissionOf = ({ admitted, remaining, reset_in, now }: AdmittedRow): Admission => ({
  admitted,
  remaining,
  resetIn: reset_in,
  ...(now !== null && { now }),
});

/** Rate limit windows of keys, by the server's clock unless `windowNow` is given. */
export function createWindows(
  db: Kysely<Tables>,
  windowNow: (() => number) | undefined,
): Pick<Store, "admit" | "admitInForce" | "usage"> {
  const now = () => windowNow?.() ?? null;
  const columns = sql`admitted, remaining, reset_in, ${windowNow ? sql`NULL` : SERVER_TIME} AS now`;

  async function look(keyId: string, limit: number, windowMs: number, count: boolean): Promise<Admission> {
    const { rows } = await sql<AdmittedRow>`
      SELECT ${PREPARED} ${columns}
      FROM tessera_window(${keyId}, ${limit}, ${windowMs}, ${now()}, ${count})`.execute(db);
    return admissionOf(rows[0]!);
  }

  return {
    admit: (keyId, limit, windowMs) => look(keyId, limit, windowMs, true),

    async admitInForce({ id, plan, person }, limit, windowMs) {
      // MATERIALIZED, so that the window of an invalid key is never touched, whatever the plan.
      const { rows } = await sql<AdmittedRow>`
        WITH in_force AS MATERIALIZED (
          SELECT k.id FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
          LEFT JOIN "user" u ON u.id = k.made_by
          WHERE k.id = ${id} AND k.revoked_at IS NULL AND w.suspended = 0 AND u.suspended IS NOT TRUE
            AND w.plan = ${plan} AND coalesce(k.made_by, w.made_by, w.id) = ${person})
        SELECT ${PREPARED} ${columns}
        FROM in_force, tessera_window(in_force.id, ${limit}, ${windowMs}, ${now()}, true)`.execute(db);
      const [row] = rows;
      return row ? admissionOf(row) : null;
    },

    usage: (keyId, limit, windowMs) => look(keyId, limit, windowMs, false),
  };
}
