import { type Kysely, type Selectable, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { User, UserStore } from "../user-store.ts";

type Row = Pick<
  Selectable<Tables["user"]>,
  "id" | "email" | "name" | "plan" | "role" | "suspended" | "contact" | "createdAt"
>;

/** `listing` reads what may take long, apart from what others wait for. */
export function createUserQueries(db: Kysely<Tables>, listing: Kysely<Tables>, engine: EngineName): UserStore {
  const users = (from = db) =>
    from.selectFrom("user").select(["id", "email", "name", "plan", "role", "suspended", "contact", "createdAt"]);

  return {
    async find(id) {
      const row = await users().where("id", "=", id).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async findByEmail(email) {
      const row = await users().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async list() {
      const rows = await users(listing).orderBy("createdAt").orderBy("email").execute();
      return rows.map(toUser);
    },
    async page({ email, limit, offset }) {
      const part = email.toLowerCase();
      const at = engine === "sqlite" ? sql`instr(email, ${part})` : sql`strpos(email, ${part})`;
      const matches = sql<boolean>`${at} > 0`;
      const found = part === "" ? users(listing) : users(listing).where(matches);
      const counted = listing
        .selectFrom("user")
        .select(sql<number>`count(*)`.as("n"))
        .$if(part !== "", (query) => query.where(matches));
      const [rows, { n }] = await Promise.all([
        found.orderBy("createdAt").orderBy("id").limit(limit).offset(offset).execute(),
        counted.executeTakeFirstOrThrow(),
      ]);
      return { users: rows.map(toUser), total: Number(n) };
    },
    async count() {
      const row = await db.selectFrom("user").select(sql<number>`count(*)`.as("n")).executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async change(id, change) {
      await db.updateTable("user").set(change).where("id", "=", id).execute();
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
});
