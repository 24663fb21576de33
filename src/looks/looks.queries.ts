/** Saved looks and logos of a workspace. Lists are newest first, before the id `before`. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { LOGO_OF } from "../codes/codes.schema.ts";
import { holdLogo } from "../codes/held-logos.queries.ts";
import type { EngineName } from "../database/engine.ts";
import { firstAnswer, keepAnswer } from "../database/idempotency.ts";
import { reservedFor } from "../database/reserved.ts";
import type { Tables } from "../database/tables.ts";
import { limitReached } from "../shared/errors.ts";
import type { Idempotency, KeptAnswer } from "../shared/idempotency.ts";
import { writeAudit, writeChange } from "../workspaces/audit.queries.ts";
import { holdWorkspace, lockWorkspace } from "../workspaces/workspaces.queries.ts";
import type { NewLogo, SavedLogo, SavedStyle } from "./look.ts";
import { lookTables } from "./looks.table.ts";

const { styles, logos } = lookTables;

export function createStyleQueries(db: Kysely<Tables>) {
  const owned = (from: Kysely<Tables>, workspaceId: string) =>
    from.selectFrom("styles").select(styles.selection).where("workspace_id", "=", workspaceId);

  const takeDefault = (trx: Transaction<Tables>, workspaceId: string) =>
    trx
      .updateTable("styles")
      .set({ is_default: 0 })
      .where("workspace_id", "=", workspaceId)
      .where("is_default", "=", 1)
      .execute();

  return {
    async list(workspaceId: string, limit: number, before?: string): Promise<SavedStyle[]> {
      let query = owned(db, workspaceId).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(styles.read);
    },

    async find(workspaceId: string, id: string): Promise<SavedStyle | null> {
      const row = await owned(db, workspaceId).where("id", "=", id).executeTakeFirst();
      return row ? styles.read(row) : null;
    },

    /** The default for new codes, if any. */
    async findDefault(workspaceId: string): Promise<SavedStyle | null> {
      const row = await owned(db, workspaceId).where("is_default", "=", 1).executeTakeFirst();
      return row ? styles.read(row) : null;
    },

    /**
     * A new default replaces the previous one. Returns the first answer if the key of `once` was used before; then nothing
     * is created.
     */
    create: (style: SavedStyle, most: number, once?: Idempotency) =>
      db.transaction().execute(async (trx): Promise<KeptAnswer | null> => {
        const { workspaceId, createdAt } = style;
        await holdWorkspace(trx, workspaceId);
        const earlier = once && (await firstAnswer(trx, workspaceId, once));
        if (earlier) return earlier;
        const { count } = await trx
          .selectFrom("styles")
          .select(sql<number>`count(*)`.as("count"))
          .where("workspace_id", "=", workspaceId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) throw limitReached("body", most, "styles");
        await holdLogo(trx, workspaceId, style.style, "style.");
        if (style.isDefault) await takeDefault(trx, workspaceId);
        await trx.insertInto("styles").values(styles.write(style)).execute();
        if (once) await keepAnswer(trx, workspaceId, once, createdAt);
        await writeAudit(trx, { workspaceId, at: createdAt, action: "look.created", subject: style });
        return null;
      }),

    /** Null if there is no such style. */
    change: (
      workspaceId: string,
      id: string,
      change: Partial<Pick<SavedStyle, "name" | "isDefault" | "style">>,
      now: number,
    ) =>
      db.transaction().execute(async (trx): Promise<SavedStyle | null> => {
        await lockWorkspace(trx, workspaceId);
        const found = owned(trx, workspaceId).where("id", "=", id);
        const row = await found.executeTakeFirst();
        if (!row) return null;
        const { name, isDefault, style } = change;
        await holdLogo(trx, workspaceId, style, "style.");
        if (isDefault) await takeDefault(trx, workspaceId);
        const is_default = Number(isDefault ?? row.is_default === 1);
        await trx.updateTable("styles").set({ name, style, is_default }).where("id", "=", id).execute();
        const changed = styles.read(await found.executeTakeFirstOrThrow());
        const entry = { workspaceId, at: now, action: "look.changed", subject: changed } as const;
        await writeChange(trx, entry, styles.read(row), changed);
        return changed;
      }),

    remove: (workspaceId: string, id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const subject = await trx
          .deleteFrom("styles")
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .returning(["id", "name"])
          .executeTakeFirst();
        if (subject) await writeAudit(trx, { workspaceId, at: now, action: "look.deleted", subject });
        return subject !== undefined;
      }),
  };
}

export function createLogoQueries(db: Kysely<Tables>, engine: EngineName) {
  const owned = (from: Kysely<Tables>, workspaceId: string) =>
    from.selectFrom("logos").select(logos.selection).where("workspace_id", "=", workspaceId);

  /** How many of a workspace's rows use this logo, including imports in progress. */
  async function uses(from: Kysely<Tables>, table: "codes" | "styles", workspaceId: string, id: string) {
    const logo: RawBuilder<string> = sql.raw(LOGO_OF[engine]);
    const { count } = await from
      .selectFrom(table)
      .select(sql<number>`count(*)`.as("count"))
      .where("workspace_id", "in", [workspaceId, reservedFor(workspaceId)])
      .where("style", "is not", null)
      .where(logo, "=", id)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  return {
    async list(workspaceId: string, limit: number, before?: string): Promise<SavedLogo[]> {
      let query = owned(db, workspaceId).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(logos.read);
    },

    async find(workspaceId: string, id: string): Promise<SavedLogo | null> {
      const row = await owned(db, workspaceId).where("id", "=", id).executeTakeFirst();
      return row ? logos.read(row) : null;
    },

    async bytes(workspaceId: string, id: string): Promise<Uint8Array | null> {
      const row = await db
        .selectFrom("logos")
        .select("bytes")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },

    /** Returns the stored logo: this one, or an earlier one with the same content. */
    create: (logo: NewLogo, most: number) =>
      db.transaction().execute(async (trx): Promise<SavedLogo> => {
        const { workspaceId, createdAt } = logo;
        await holdWorkspace(trx, workspaceId);
        const same = await owned(trx, workspaceId).where("hash", "=", logo.hash).executeTakeFirst();
        if (same) return logos.read(same);
        const { count } = await trx
          .selectFrom("logos")
          .select(sql<number>`count(*)`.as("count"))
          .where("workspace_id", "=", workspaceId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) throw limitReached("logo", most, "logos");
        const row = { ...logos.write(logo), hash: logo.hash, bytes: logo.bytes };
        await trx.insertInto("logos").values(row).execute();
        const subject = { id: logo.id };
        await writeAudit(trx, { workspaceId, at: createdAt, action: "look.logo-added", subject });
        return logos.read(row);
      }),

    /** Removes it unless it is used, also by codes in the bin. Null if there is no such logo. */
    remove: (workspaceId: string, id: string, now: number) =>
      db.transaction().execute(async (trx): Promise<{ codes: number; styles: number; brands: number } | null> => {
        await lockWorkspace(trx, workspaceId);
        const found = await owned(trx, workspaceId).where("id", "=", id).forUpdate().executeTakeFirst();
        if (!found) return null;
        const codes = await uses(trx, "codes", workspaceId, id);
        const stylesWithIt = await uses(trx, "styles", workspaceId, id);
        const brand = await trx
          .selectFrom("brands")
          .select("workspace_id")
          .where("workspace_id", "=", workspaceId)
          .where("logo_id", "=", id)
          .executeTakeFirst();
        const brands = brand ? 1 : 0;
        if (codes + stylesWithIt + brands === 0) {
          await trx.deleteFrom("logos").where("id", "=", id).execute();
          await writeAudit(trx, { workspaceId, at: now, action: "look.logo-deleted", subject: { id } });
        }
        return { codes, styles: stylesWithIt, brands };
      }),
  };
}

/** Verdicts as JSON, by a hash of everything a picture depends on. */
export const createVerdictQueries = (db: Kysely<Tables>) => ({
  async find(key: string): Promise<string | null> {
    const row = await db.selectFrom("verdicts").select("verdict").where("key", "=", key).executeTakeFirst();
    return row?.verdict ?? null;
  },

  async keep(key: string, verdict: string, now: number): Promise<void> {
    const row = { key, verdict, created_at: now };
    await db
      .insertInto("verdicts")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});
