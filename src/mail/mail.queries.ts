/** The queue of mail. A node claims a row before it sends it, so that no other node sends it too. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { LeaseClock } from "../database/leases.ts";
import type { Tables } from "../database/tables.ts";
import { mailTables } from "./mail.table.ts";
import type { QueuedMail } from "./mail.ts";

const { mails } = mailTables;

export function createMailQueries(db: Kysely<Tables>, engine: EngineName, clock: LeaseClock) {
  const now = () => sql<number>`CAST(${clock()} AS float8)`;
  const skipLocked = engine === "postgres" ? sql`FOR UPDATE SKIP LOCKED` : sql``;

  return {
    async add(mail: Omit<QueuedMail, "tries">): Promise<void> {
      await db.insertInto("mails").values(mails.write(mail)).execute();
    },

    /** Claims the next due mail for some time; null if there is none. */
    async claim(forMs: number): Promise<QueuedMail | null> {
      const { rows } = await sql<Selectable<Tables["mails"]>>`
        UPDATE mails SET tries = tries + 1, next_try = ${now()} + ${sql.lit(forMs)}
        WHERE id = (SELECT id FROM mails WHERE next_try <= ${now()} ORDER BY next_try, created_at LIMIT 1 ${skipLocked})
        RETURNING *`.execute(db);
      const [row] = rows;
      return row ? mails.read(row) : null;
    },

    /** Ends a claim: the mail is due again after that time. */
    async postpone({ id, tries }: QueuedMail, ms: number): Promise<void> {
      await sql`UPDATE mails SET next_try = ${now()} + ${sql.lit(ms)} WHERE id = ${id} AND tries = ${tries}`.execute(
        db,
      );
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom("mails").where("id", "=", id).execute();
    },

    /** When the oldest waiting mail was queued; null if none waits. */
    async oldest(): Promise<number | null> {
      const row = await db
        .selectFrom("mails")
        .select(({ fn }) => fn.min<number | null>("created_at").as("at"))
        .executeTakeFirst();
      return row?.at == null ? null : Number(row.at);
    },
  };
}
