/** Codes that came to expire, or will in two weeks, become events of the webhooks that want them. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { Code } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { bitOf } from "../webhook-store.ts";
import { type CodeRow, toCode } from "./code-row.ts";
import { EXPIRY_KINDS, type ExpiryKind, IN_USE, NEXT_NUM } from "./webhook-events.ts";

type WebhookRow = Selectable<Tables["webhooks"]>;

const CODES_A_STEP = 500;
/** How often codes are looked through for those that expire. */
const EVERY_MS = 60_000;

const isKindBehind = ({ type, to }: ExpiryKind, now: number): RawBuilder<boolean> =>
  sql`w.events & ${sql.lit(bitOf(type))} <> 0 AND w.${sql.ref(to)} <= ${now - EVERY_MS}`;

/** Of the webhooks `w`: those for which codes are to be looked through. */
export const isBehind = (now: number): RawBuilder<boolean> =>
  sql`((${isKindBehind(EXPIRY_KINDS[0], now)}) OR (${isKindBehind(EXPIRY_KINDS[1], now)}))`;

/** A bounded number of codes of one webhook. True when there may be more to tell of. */
export async function tellExpiry(
  db: Kysely<Tables>,
  engine: EngineName,
  now: number,
  createId: () => string,
): Promise<boolean> {
  for (const kind of EXPIRY_KINDS) {
    const { rows } = await sql<{ num: number }>`
      SELECT w.num FROM webhooks w WHERE ${IN_USE} AND ${isKindBehind(kind, now)}
      ORDER BY w.${sql.ref(kind.to)} LIMIT 1`.execute(db);
    const [found] = rows;
    if (!found) continue;
    await db.transaction().execute((trx) => tellSome(trx, engine, found.num, kind, now, createId));
    return true;
  }
  return false;
}

/** The mark and the events move in one transaction: a code is told of once and not missed. */
async function tellSome(
  trx: Transaction<Tables>,
  engine: EngineName,
  webhookNum: number,
  { type, aheadMs, to, num }: ExpiryKind,
  now: number,
  createId: () => string,
): Promise<void> {
  // Locked before the codes are read: whoever sets a date meanwhile sees how far it was told, or is seen.
  const webhook = await trx
    .selectFrom("webhooks")
    .selectAll()
    .where("num", "=", webhookNum)
    .where("is_active", "=", 1)
    .$if(engine === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  if (!webhook) return;
  const codes = await codesBehind(trx, webhook, webhook[to] + aheadMs, webhook[num], now + aheadMs);
  const last = codes.length === CODES_A_STEP ? codes.at(-1)! : null;
  await trx
    .updateTable("webhooks")
    .set({ [to]: last ? last.expiresAt - aheadMs : Math.max(now, webhook[to]), [num]: last?.num ?? 0 })
    .where("num", "=", webhookNum)
    .execute();
  // Those made with so near a date were told of when they were made.
  const told = codes.filter((code) => code.createdAt < code.expiresAt - aheadMs);
  if (told.length === 0) return;
  const events = told.map((code) => ({ id: createId(), code_id: code.id, data: JSON.stringify({ code }) }));
  await sql`
    INSERT INTO webhook_deliveries (webhook_num, num, id, type, code_id, at, data, is_waiting, next_try)
    SELECT w.num, ${NEXT_NUM[engine]} + e.key, e.id, ${sql.lit(type)}, e.code_id, CAST(${now} AS bigint), e.data, 1, 0
    FROM ${rowsOf[engine](JSON.stringify(events))} e, webhooks w WHERE w.num = ${webhookNum}`.execute(trx);
}

/** On PostgreSQL the sequence gives each its place. */
const rowsOf: Readonly<Record<EngineName, (json: string) => RawBuilder<unknown>>> = {
  postgres: (json) => sql`(SELECT 0 AS key, j.*
    FROM json_to_recordset(${json}::json) AS j (id text, code_id text, data text))`,
  sqlite: (json) => sql`(SELECT key, value ->> 'id' AS id, value ->> 'code_id' AS code_id,
    value ->> 'data' AS data FROM json_each(${json}))`,
};

/** In the order of the index on dates: of one moment, the highest number first. */
async function codesBehind(
  trx: Transaction<Tables>,
  { owner_id }: WebhookRow,
  after: number,
  belowNum: number,
  upTo: number,
): Promise<Code[]> {
  const rows = await trx
    .selectFrom("code_counters")
    .innerJoin("codes", "codes.num", "code_counters.code_num")
    .selectAll()
    .where("list_owner", "=", owner_id)
    .where("expires_at", ">=", after)
    .where("expires_at", "<=", upTo)
    .where(({ eb, or }) => or([eb("expires_at", ">", after), eb("code_num", "<", belowNum)]))
    .orderBy("expires_at")
    .orderBy("code_num", "desc")
    .limit(CODES_A_STEP)
    .execute();
  return rows.map((row) => toCode(row as CodeRow));
}

/** A person is no longer suspended: what expired meanwhile is not told of. */
export async function forgetExpired(trx: Transaction<Tables>, ownerId: string, now: number): Promise<void> {
  for (const { to, num } of EXPIRY_KINDS) {
    await trx
      .updateTable("webhooks")
      .set({ [to]: now, [num]: 0 })
      .where("owner_id", "=", ownerId)
      // Not what is only about to be looked through, if they were not suspended at all.
      .where(to, "<", now - 5 * EVERY_MS)
      .execute();
  }
}
