import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { SavedStyle, StyleStore } from "../look-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { holdLogo } from "./logo-lock.ts";
import { lockOwner } from "./owner-lock.ts";

const COLUMNS = ["id", "owner_id", "name", "is_default", "style", "created_at"] as const;

export function createStyleQueries(db: Kysely<Tables>, engine: EngineName): StyleStore {
  const owned = (from: Kysely<Tables>, ownerId: string) =>
    from.selectFrom("styles").select(COLUMNS).where("owner_id", "=", ownerId);

  const takeDefault = (trx: Transaction<Tables>, ownerId: string) =>
    trx
      .updateTable("styles")
      .set({ is_default: 0 })
      .where("owner_id", "=", ownerId)
      .where("is_default", "=", 1)
      .execute();

  return {
    async list(ownerId, limit, before) {
      let query = owned(db, ownerId).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(toStyle);
    },

    async find(ownerId, id) {
      const row = await owned(db, ownerId).where("id", "=", id).executeTakeFirst();
      return row ? toStyle(row) : null;
    },

    async findDefault(ownerId) {
      const row = await owned(db, ownerId).where("is_default", "=", 1).executeTakeFirst();
      return row ? toStyle(row) : null;
    },

    create: ({ ownerId, isDefault, createdAt, ...style }, most) =>
      db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, engine, ownerId))) return "no-owner";
        const { count } = await trx
          .selectFrom("styles")
          .select(sql<number>`count(*)`.as("count"))
          .where("owner_id", "=", ownerId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return "too-many";
        await holdLogo(trx, engine, ownerId, style.style);
        if (isDefault) await takeDefault(trx, ownerId);
        const of = { owner_id: ownerId, is_default: Number(isDefault), created_at: createdAt };
        await trx
          .insertInto("styles")
          .values({ ...style, ...of })
          .execute();
        return "made";
      }),

    change: (ownerId, id, { name, isDefault, style }) =>
      db.transaction().execute(async (trx) => {
        await lockOwner(trx, engine, ownerId);
        const found = owned(trx, ownerId).where("id", "=", id);
        const row = await found.executeTakeFirst();
        if (!row) return null;
        await holdLogo(trx, engine, ownerId, style);
        if (isDefault) await takeDefault(trx, ownerId);
        const is_default = Number(isDefault ?? row.is_default === 1);
        await trx.updateTable("styles").set({ name, style, is_default }).where("id", "=", id).execute();
        return toStyle(await found.executeTakeFirstOrThrow());
      }),

    async remove(ownerId, id) {
      const { numDeletedRows } = await db
        .deleteFrom("styles")
        .where("owner_id", "=", ownerId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

const toStyle = (row: Selectable<Tables["styles"]>): SavedStyle => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  isDefault: row.is_default === 1,
  style: row.style,
  createdAt: row.created_at,
});
