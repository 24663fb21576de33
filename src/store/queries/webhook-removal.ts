import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";

const KEPT_DAYS = 30;
const KEPT_EACH = 500;
const ROWS_A_STEP = 1000;

/** Deliveries that are over and old or many, and those of webhooks that are gone. */
export async function removeOldDeliveries(db: Kysely<Tables>, now: number): Promise<void> {
  await removeSteps(
    db,
    sql`at < ${now - KEPT_DAYS * DAY_MS} AND (is_waiting = 0
      OR webhook_num IN (SELECT num FROM webhooks WHERE is_active = 0))`,
  );
  await removeSteps(db, sql`webhook_num NOT IN (SELECT num FROM webhooks)`);
  const webhooks = await db.selectFrom("webhooks").select("num").execute();
  for (const { num } of webhooks) {
    const edge = await db
      .selectFrom("webhook_deliveries")
      .select("num")
      .where("webhook_num", "=", num)
      .where("is_waiting", "=", 0)
      .orderBy("num", "desc")
      .offset(KEPT_EACH)
      .limit(1)
      .executeTakeFirst();
    if (!edge) continue;
    await removeSteps(db, sql`is_waiting = 0 AND webhook_num = ${num} AND num <= ${edge.num}`);
  }
}

async function removeSteps(db: Kysely<Tables>, condition: ReturnType<typeof sql>): Promise<void> {
  while (true) {
    const { numAffectedRows } = await sql`
      DELETE FROM webhook_deliveries WHERE (webhook_num, num, part) IN (
        SELECT webhook_num, num, part FROM webhook_deliveries WHERE ${condition} LIMIT ${ROWS_A_STEP})`.execute(db);
    if (Number(numAffectedRows) < ROWS_A_STEP) return;
  }
}
