/** Events are written in the transaction of the change they are about; those of dates by a periodic job. */
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { bitOf, type EventType } from "../shared/events.ts";
import { IN_USE, KEEP_WEBHOOKS, wants } from "../webhooks/events.queries.ts";
import { EXPIRING_MS } from "../webhooks/webhook.ts";
import type { Code, NewCode } from "./code.ts";
import { CODE, type CodeRow } from "./codes.table.ts";

/** One row per webhook of the workspace that subscribes to it. */
export const eventOf = (engine: EngineName, type: EventType, code: Code, at: number, id: string = randomUUID()) => sql`
  INSERT INTO webhook_deliveries (webhook_num, id, type, at, data)
  SELECT w.num, ${text(id)}, ${text(type)}, CAST(${at} AS bigint), ${text(JSON.stringify({ code }))}
  FROM webhooks w WHERE ${wants(type, code.workspaceId)} ${KEEP_WEBHOOKS[engine]}
  ON CONFLICT (webhook_num, id) DO NOTHING`;

/** PostgreSQL cannot infer the type of a parameter in a SELECT list. */
const text = (value: string): RawBuilder<string> => sql`CAST(${value} AS text)`;

/** The events of new codes, for the statement that creates them. */
export const createdEvents = (codes: readonly NewCode[]) =>
  codes.flatMap((made) => {
    const code = asMade(made);
    const data = JSON.stringify({ code });
    const created = { id: randomUUID(), type: "qrcode.created" as EventType };
    const expiry = code.expiresFixed ? nearExpiry(code, code.createdAt) : null;
    const events = expiry ? [created, { id: expiryId(code, expiry), type: expiry }] : [created];
    return events.map(({ id, type }) => ({ id, codeId: code.id, type, bit: bitOf(type), data }));
  });

const asMade = (code: NewCode): Code => ({
  ...code,
  num: 0,
  isSlug: code.isSlug ?? false,
  scanCount: 0,
  expiresFixed: code.expiresFixed ?? false,
  expiresBefore: null,
  style: code.style ?? null,
  page: null,
  routing: null,
  deletedAt: null,
});

const EXPIRY_KINDS = [
  { type: "qrcode.expiring", aheadMs: EXPIRING_MS },
  { type: "qrcode.expired", aheadMs: 0 },
] as const;
const EXPIRY_EVERY_MS = 60_000;
const EXPIRY_MARK = "expiry_events_to";
const CODES_PER_STEP = 500;

/** An id derived from code and date, so that an event is sent once, whether a change or the job finds it. */
function expiryId({ id, expiresAt }: Code, type: EventType): string {
  const hex = createHash("sha256").update(`${type} ${id} ${expiresAt}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-8$4-$5");
}

/** The event to send at once if the date is closer than the job looks ahead. */
function nearExpiry(code: Code, now: number): EventType | null {
  if (code.expiresAt <= now) return "qrcode.expired";
  return code.expiresAt - EXPIRING_MS <= now ? "qrcode.expiring" : null;
}

export async function addNearExpiry(trx: Transaction<Tables>, engine: EngineName, code: Code, now: number) {
  const type = nearExpiry(code, now);
  if (type) await eventOf(engine, type, code, now, expiryId(code, type)).execute(trx);
}

/**
 * Runs once a minute: codes that have expired, or will in two weeks, since the last run. Returns the number of events.
 */
export async function addExpiryEvents(db: Kysely<Tables>, engine: EngineName, now: number): Promise<number> {
  const mark = await db.selectFrom("meta").select("value").where("name", "=", EXPIRY_MARK).executeTakeFirst();
  const from = mark?.value ?? 0;
  if (now - from < EXPIRY_EVERY_MS) return 0;
  let found = 0;
  for (const kind of EXPIRY_KINDS) {
    let after = { webhook: 0, code: 0 };
    for (let count = CODES_PER_STEP; count === CODES_PER_STEP; ) {
      const events = await passedDates(db, kind, from, now, after);
      if (events.length > 0) await insertEvents(db, engine, kind.type, now, events);
      count = events.length;
      found += count;
      after = events.at(-1) ?? after;
    }
  }
  await sql`INSERT INTO meta (name, value) VALUES (${sql.lit(EXPIRY_MARK)}, ${now})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value < excluded.value`.execute(db);
  return found;
}

async function passedDates(
  db: Kysely<Tables>,
  { type, aheadMs }: (typeof EXPIRY_KINDS)[number],
  from: number,
  now: number,
  after: { webhook: number; code: number },
) {
  const { rows } = await sql<CodeRow & { webhook: number }>`
    SELECT w.num AS webhook, ${sql.join(CODE.selection.map((name) => sql.ref(name)))} FROM webhooks w
    JOIN code_counters ON list_workspace = w.workspace_id JOIN codes ON codes.num = code_counters.code_num
    WHERE ${IN_USE} AND w.events & ${sql.lit(bitOf(type))} <> 0
      AND expires_at > CAST(${from + aheadMs} AS bigint) AND expires_at > w.since + ${sql.lit(aheadMs)}
      AND expires_at <= CAST(${now + aheadMs} AS bigint)
      AND (w.num, code_num) > (CAST(${after.webhook} AS bigint), CAST(${after.code} AS bigint))
    ORDER BY w.num, code_num LIMIT ${sql.lit(CODES_PER_STEP)}`.execute(db);
  return rows.map((row) => {
    const code = CODE.read(row);
    return { webhook: row.webhook, code: code.num, id: expiryId(code, type), data: JSON.stringify({ code }) };
  });
}

const eventRows: Readonly<Record<EngineName, (json: string) => RawBuilder<unknown>>> = {
  postgres: (json) => sql`json_to_recordset(${json}::json) AS e (webhook bigint, id text, data text)`,
  sqlite: (json) => sql`(SELECT value ->> 'webhook' AS webhook, value ->> 'id' AS id, value ->> 'data' AS data
    FROM json_each(${json})) e`,
};

const insertEvents = (db: Kysely<Tables>, engine: EngineName, type: EventType, now: number, events: object[]) =>
  sql`INSERT INTO webhook_deliveries (webhook_num, id, type, at, data)
    SELECT w.num, e.id, ${sql.lit(type)}, CAST(${now} AS bigint), e.data
    FROM ${eventRows[engine](JSON.stringify(events))} JOIN webhooks w ON w.num = e.webhook WHERE true
    ${KEEP_WEBHOOKS[engine]} ON CONFLICT (webhook_num, id) DO NOTHING`.execute(db);
