/** The events of a change, written as part of its transaction, for webhooks in use that want them. */
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import type { Code, NewCode } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { bitOf, type EventType, EXPIRING_MS, type ExpiryEvent } from "../webhook-store.ts";
import { IN_USE_SQL } from "./webhook-in-use.ts";

/** PostgreSQL draws it from a sequence; SQLite has one writer, so the highest and one more is free. */
export const NEXT_NUM: Readonly<Record<EngineName, RawBuilder<number>>> = {
  postgres: sql`nextval('webhook_delivery_order')`,
  sqlite: sql`(SELECT coalesce(max(num), 0) + 1 FROM webhook_deliveries WHERE webhook_num = w.num)`,
};

export const IN_USE: RawBuilder<boolean> = sql.raw(IN_USE_SQL);

/** Of the webhooks `w`: those of the owner that are on and ask for the event. */
export const wants = (type: EventType, ownerId: string): RawBuilder<boolean> => wantsBit(sql.lit(bitOf(type)), ownerId);

export const wantsBit = (bit: RawBuilder<number>, ownerId: string): RawBuilder<boolean> =>
  sql`w.owner_id = CAST(${ownerId} AS text) AND w.is_active = 1 AND w.events & ${bit} <> 0`;

/** Each with the columns of how far it was told of. */
export const EXPIRY_KINDS = [
  { type: "qrcode.expiring", aheadMs: EXPIRING_MS, to: "expiring_to", num: "expiring_num" },
  { type: "qrcode.expired", aheadMs: 0, to: "expired_to", num: "expired_num" },
] as const satisfies { type: ExpiryEvent; aheadMs: number; to: string; num: string }[];
export type ExpiryKind = (typeof EXPIRY_KINDS)[number];

/** One row for each of the owner's webhooks that wants it; none: nothing is written. */
export const eventOf = (
  engine: EngineName,
  type: EventType,
  code: Code,
  at: number,
  condition: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  INSERT INTO webhook_deliveries (webhook_num, num, id, type, code_id, at, data, is_waiting, next_try)
  SELECT w.num, ${NEXT_NUM[engine]}, ${text(randomUUID())}, ${text(type)}, ${text(code.id)},
    CAST(${at} AS bigint), ${text(JSON.stringify({ code }))}, 1, 0
  FROM webhooks w WHERE ${wants(type, code.ownerId)} ${condition}`;

/** PostgreSQL cannot tell what a parameter is that only stands in a SELECT. */
const text = (value: string): RawBuilder<string> => sql`CAST(${value} AS text)`;

/** What the events of new codes hold, for the one statement that makes them, in order. */
export const createdEvents = (codes: readonly NewCode[]) =>
  codes.flatMap((made) => {
    const code = asMade(made);
    const expiry = code.expiresFixed ? nearExpiry(code, code.createdAt) : null;
    const types: EventType[] = ["qrcode.created", ...(expiry ? [expiry] : [])];
    const data = JSON.stringify({ code });
    return types.map((type) => ({ id: randomUUID(), codeId: code.id, type, bit: bitOf(type), data }));
  });

/** The event of a code whose date is so near that it is told of when it is set; null when it is not. */
function nearExpiry(code: Code, now: number): ExpiryEvent | null {
  if (code.expiresAt <= now) return "qrcode.expired";
  return code.expiresAt - EXPIRING_MS <= now ? "qrcode.expiring" : null;
}

/** A date was set by hand that is nearer than what was already looked through: it is told of at once. */
export async function tellNearExpiry(
  trx: Transaction<Tables>,
  engine: EngineName,
  code: Code,
  now: number,
): Promise<void> {
  const type = nearExpiry(code, now);
  const kind = EXPIRY_KINDS.find((each) => each.type === type);
  if (!kind) return;
  const due = code.expiresAt - kind.aheadMs;
  const [to, num] = [sql.ref(kind.to), sql.ref(kind.num)];
  const isPassed =
    code.createdAt >= due ? sql`` : sql`AND (w.${to} > ${due} OR (w.${to} = ${due} AND w.${num} <= ${code.num}))`;
  const locked = engine === "postgres" ? sql`FOR SHARE OF w` : sql``;
  await eventOf(engine, kind.type, code, now, sql`${isPassed} ${locked}`).execute(trx);
}

const asMade = (code: NewCode): Code => ({
  ...code,
  num: 0,
  scanCount: 0,
  expiresFixed: code.expiresFixed ?? false,
  expiresBefore: null,
  foldedBefore: firstDayOf(monthOf(dayOf(code.createdAt))),
  style: code.style ?? null,
  deletedAt: null,
});
