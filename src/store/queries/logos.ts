import { type Kysely, type RawBuilder, sql } from "kysely";
import type { LogoStore, SavedLogo } from "../look-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { LOGO_OF } from "../schema/codes.ts";
import type { Tables } from "../tables.ts";
import { reservedFor } from "./bundle-write.ts";
import { lockOwner } from "./owner-lock.ts";

const COLUMNS = ["id", "owner_id", "width", "height", "created_at"] as const;

export function createLogoQueries(db: Kysely<Tables>, engine: EngineName): LogoStore {
  const owned = (from: Kysely<Tables>, ownerId: string) =>
    from.selectFrom("logos").select(COLUMNS).where("owner_id", "=", ownerId);

  /** How many rows of an owner have a look with this logo, those that are being taken in too. */
  async function uses(from: Kysely<Tables>, table: "codes" | "styles", ownerId: string, id: string) {
    const logo: RawBuilder<string> = sql.raw(LOGO_OF[engine]);
    const { count } = await from
      .selectFrom(table)
      .select(sql<number>`count(*)`.as("count"))
      .where("owner_id", "in", [ownerId, reservedFor(ownerId)])
      .where("style", "is not", null)
      .where(logo, "=", id)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  return {
    async list(ownerId, limit, before) {
      let query = owned(db, ownerId).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(toLogo);
    },

    async find(ownerId, id) {
      const row = await owned(db, ownerId).where("id", "=", id).executeTakeFirst();
      return row ? toLogo(row) : null;
    },

    async bytes(ownerId, id) {
      const row = await db
        .selectFrom("logos")
        .select("bytes")
        .where("owner_id", "=", ownerId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },

    create: ({ ownerId, createdAt, ...logo }, most) =>
      db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, engine, ownerId))) return "no-owner";
        const same = await owned(trx, ownerId).where("hash", "=", logo.hash).executeTakeFirst();
        if (same) return toLogo(same);
        const { count } = await trx
          .selectFrom("logos")
          .select(sql<number>`count(*)`.as("count"))
          .where("owner_id", "=", ownerId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return "too-many";
        const row = { ...logo, owner_id: ownerId, created_at: createdAt };
        await trx.insertInto("logos").values(row).execute();
        return toLogo(row);
      }),

    remove: (ownerId, id) =>
      db.transaction().execute(async (trx) => {
        await lockOwner(trx, engine, ownerId);
        const found = await owned(trx, ownerId)
          .where("id", "=", id)
          .$if(engine === "postgres", (query) => query.forUpdate())
          .executeTakeFirst();
        if (!found) return null;
        const codes = await uses(trx, "codes", ownerId, id);
        const styles = await uses(trx, "styles", ownerId, id);
        if (codes + styles === 0) await trx.deleteFrom("logos").where("id", "=", id).execute();
        return { codes, styles };
      }),
  };
}

interface LogoRow {
  id: string;
  owner_id: string;
  width: number;
  height: number;
  created_at: number;
}

const toLogo = (row: LogoRow): SavedLogo => ({
  id: row.id,
  ownerId: row.owner_id,
  width: row.width,
  height: row.height,
  createdAt: row.created_at,
});
