import {
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from "kysely";
import type { CodeType, Level } from "../../shared/words.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { Code, CodeFilter, CodeSort, CodeStore } from "../types.ts";
import { applyChange, claim, insertCode, keepVersion } from "./code-changes.ts";

type Row = Selectable<Tables["codes"]> & Omit<Selectable<Tables["code_life"]>, "code_num">;
type CodeQuery = SelectQueryBuilder<Tables, "codes" | "code_life", object>;

/** `announce` tells every node that a code changed, as part of the change. */
export function createCodeQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Transaction<Tables>, token: string) => Promise<void>,
  changed: (token: string) => void,
): CodeStore {
  const search = searching(engine);
  const living = (from: Kysely<Tables>): CodeQuery =>
    from
      .selectFrom("codes")
      .innerJoin("code_life", "code_life.code_num", "codes.num")
      .where("codes.deleted_at", "is", null);

  const owned = (from: Kysely<Tables>, ownerId: string, id: string) =>
    living(from).selectAll().where("codes.id", "=", id).where("codes.owner_id", "=", ownerId);

  async function changing<T>(
    work: (trx: Transaction<Tables>) => Promise<{ token: string | null; result: T }>,
  ): Promise<T> {
    const { token, result } = await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      if (done.token !== null) await announce(trx, done.token);
      return done;
    });
    if (token !== null) changed(token);
    return result;
  }

  return {
    create: (code, once) =>
      changing(async (trx) => {
        const earlier = once && (await claim(trx, code.ownerId, code.createdAt, once));
        if (earlier) return { token: null, result: earlier };
        await insertCode(trx, code);
        return { token: code.token, result: null };
      }),

    async find(ownerId, id) {
      const row = await owned(db, ownerId, id).executeTakeFirst();
      return row ? toCode(row as Row) : null;
    },

    async numOf(ownerId, id) {
      const query = db.selectFrom("codes").select("num").where("id", "=", id);
      const row = await query.where("owner_id", "=", ownerId).executeTakeFirst();
      return row?.num ?? null;
    },

    async findByTokens(tokens) {
      const rows = await living(db)
        .leftJoin("user", "user.id", "codes.owner_id")
        .selectAll(["codes", "code_life"])
        .select("user.suspended")
        .where("codes.token", "in", tokens)
        .execute();
      // To visitors, the codes of a suspended owner are as paused ones.
      return rows.map((row) => {
        const code = toCode(row as Row);
        return { ...code, isPublic: code.isPublic && !row.suspended };
      });
    },

    update: (ownerId, id, now, decide) =>
      changing(async (trx) => {
        const row = await owned(trx, ownerId, id)
          .$if(engine === "postgres", (query) => query.forUpdate("codes"))
          .executeTakeFirst();
        if (!row) return { token: null, result: null };
        const code = toCode(row as Row);
        const change = decide(code);
        if (change === null) return { token: null, result: code };
        await keepVersion(trx, code, change, now);
        await applyChange(trx, code, change, now);
        return { token: code.token, result: { ...code, ...change, updatedAt: now } };
      }),

    remove: (ownerId, id, now) =>
      changing(async (trx) => {
        const row = await trx
          .updateTable("codes")
          .set({ deleted_at: now })
          .where("id", "=", id)
          .where("owner_id", "=", ownerId)
          .where("deleted_at", "is", null)
          .returning("token")
          .executeTakeFirst();
        return { token: row?.token ?? null, result: row !== undefined };
      }),

    async list(ownerId, filter, now, limit, after) {
      let query = filtered(living(db), ownerId, filter, now, search);
      if (after !== undefined) query = query.where("codes.num", "<", after);
      const rows = await query.selectAll().orderBy("codes.num", "desc").limit(limit).execute();
      return rows.map((row) => toCode(row as Row));
    },

    async browse(ownerId, filter, now, page) {
      const query = filtered(living(db), ownerId, filter, now, search);
      const [rows, counted] = await Promise.all([
        sorted(query, page.sort).selectAll().limit(page.limit).offset(page.offset).execute(),
        query.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
      ]);
      return { codes: rows.map((row) => toCode(row as Row)), total: Number(counted.total) };
    },

    async categories(ownerId) {
      const rows = await db
        .selectFrom("codes")
        .select("category")
        .distinct()
        .where("owner_id", "=", ownerId)
        .where("deleted_at", "is", null)
        .where("category", "is not", null)
        .orderBy("category")
        .execute();
      return rows.map((row) => row.category as string);
    },
  };
}

/**
 * Letters match in either case, whichever locale the database has: SQLite's lower() is made to know
 * them all when it is opened, PostgreSQL's is told to.
 */
function searching(engine: EngineName) {
  const lower = sql.raw(engine === "sqlite" ? "" : ' COLLATE "und-x-icu"');
  return (text: string) => {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const matches = (column: string) =>
      sql<boolean>`lower(${sql.ref(column)}${lower}) LIKE lower(${pattern}${lower}) ESCAPE '\\'`;
    return sql<boolean>`(${matches("codes.name")} OR ${matches("codes.content")})`;
  };
}

function filtered(
  query: CodeQuery,
  ownerId: string,
  filter: CodeFilter,
  now: number,
  search: ReturnType<typeof searching>,
): CodeQuery {
  let result = query.where("codes.owner_id", "=", ownerId);
  if (filter.q) result = result.where(search(filter.q));
  if (filter.type) result = result.where("codes.type", "=", filter.type);
  if (filter.category !== undefined) result = result.where("codes.category", "=", filter.category);
  if (filter.favorite !== undefined) {
    result = result.where("codes.is_favorite", "=", Number(filter.favorite));
  }
  if (filter.state === "paused") return result.where("codes.is_public", "=", 0);
  if (filter.state) {
    result = result
      .where("codes.is_public", "=", 1)
      .where("code_life.expires_at", filter.state === "expired" ? "<=" : ">", now);
  }
  return result;
}

function sorted(query: CodeQuery, sort: CodeSort): CodeQuery {
  if (sort === "name") query = query.orderBy(sql`lower(codes.name)`);
  if (sort === "scans") query = query.orderBy("code_life.scan_count", "desc");
  if (sort === "expires") query = query.orderBy("code_life.expires_at");
  return query.orderBy("codes.num", "desc");
}

const toCode = (row: Row): Code => ({
  num: row.num,
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  type: row.type as CodeType,
  content: row.content,
  token: row.token,
  foregroundColor: row.foreground,
  backgroundColor: row.background,
  size: row.size,
  errorCorrection: row.level as Level,
  category: row.category,
  isPublic: row.is_public === 1,
  isFavorite: row.is_favorite === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  scanCount: row.scan_count,
  expiresAt: row.expires_at,
  expiresFixed: row.expires_fixed === 1,
  foldedBefore: row.folded_before,
});
