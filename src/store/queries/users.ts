import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type ListedUser, MOST_COUNTED, type User, type UsersPage } from "../account-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

type Row = Pick<
  Selectable<Tables["user"]>,
  "id" | "email" | "name" | "plan" | "role" | "suspended" | "contact" | "createdAt" | "lastSeenAt"
>;

/** `listing` is for slow reads, separate from those that others wait for. */
export function createUserQueries(db: Kysely<Tables>, listing: Kysely<Tables>, engine: EngineName) {
  const users = (from = db) =>
    from
      .selectFrom("user")
      .select(["id", "email", "name", "plan", "role", "suspended", "contact", "createdAt", "lastSeenAt"]);
  /** Counts no further than what is shown, so that a large account does not slow the list down. */
  const codes = sql<number>`(SELECT count(*) FROM (
    SELECT 1 FROM codes WHERE owner_id = "user"."id" AND deleted_at IS NULL LIMIT ${sql.lit(MOST_COUNTED + 1)}) AS counted)`;

  return {
    async find(id: string): Promise<User | null> {
      const row = await users().where("id", "=", id).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async findByEmail(email: string): Promise<User | null> {
      const row = await users().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async list(): Promise<User[]> {
      const rows = await users(listing).orderBy("createdAt").orderBy("email").execute();
      return rows.map(toUser);
    },
    async page({ search, limit, offset }: UsersPage): Promise<{ users: ListedUser[]; total: number }> {
      const lower = search.toLowerCase();
      const at = sql.raw(engine === "sqlite" ? "instr" : "strpos");
      // PostgreSQL's lower() knows only the letters of the database's collation.
      const name = engine === "sqlite" ? sql`lower(name)` : sql`lower(name COLLATE "und-x-icu")`;
      const matches = sql<boolean>`(${at}(email, ${lower}) > 0 OR ${at}(${name}, ${lower}) > 0)`;
      const found = search === "" ? users(listing) : users(listing).where(matches);
      const counted = listing
        .selectFrom("user")
        .select(sql<number>`count(*)`.as("n"))
        .$if(search !== "", (query) => query.where(matches));
      const [rows, { n }] = await Promise.all([
        found.select(codes.as("codes")).orderBy("createdAt").orderBy("id").limit(limit).offset(offset).execute(),
        counted.executeTakeFirstOrThrow(),
      ]);
      return { users: rows.map((row) => ({ ...toUser(row), codes: Number(row.codes) })), total: Number(n) };
    },
    async count(): Promise<number> {
      const row = await db.selectFrom("user").select(sql<number>`count(*)`.as("n")).executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async change(id: string, change: Partial<Pick<User, "plan" | "contact" | "name">>): Promise<void> {
      await db.updateTable("user").set(change).where("id", "=", id).execute();
    },
    async seen(id: string, now: number): Promise<void> {
      await db
        .updateTable("user")
        .set({ lastSeenAt: new Date(now) })
        .where("id", "=", id)
        .execute();
    },
  };
}

const toUser = (row: Row): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  plan: row.plan,
  role: row.role,
  suspended: Boolean(row.suspended),
  contact: row.contact,
  createdAt: new Date(row.createdAt).getTime(),
  lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).getTime(),
});

/**
 * Locks an owner, so that two calls cannot both take the last place. SQLite has one writer. False if the owner was
 * removed.
 */
export async function lockOwner(trx: Transaction<Tables>, engine: EngineName, ownerId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom("user")
    .select("id")
    .where("id", "=", ownerId)
    .$if(engine === "postgres", (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return owner !== undefined;
}
