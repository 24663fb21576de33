import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { PeopleStore, Person } from "../types.ts";

type Row = Pick<
  Selectable<Tables["user"]>,
  "id" | "email" | "name" | "plan" | "role" | "suspended" | "contact" | "createdAt"
>;

export function createPeopleQueries(db: Kysely<Tables>): PeopleStore {
  const people = () =>
    db
      .selectFrom("user")
      .select(["id", "email", "name", "plan", "role", "suspended", "contact", "createdAt"]);

  return {
    async find(id) {
      const row = await people().where("id", "=", id).executeTakeFirst();
      return row ? toPerson(row) : null;
    },
    async findByEmail(email) {
      const row = await people().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row ? toPerson(row) : null;
    },
    async list() {
      const rows = await people().orderBy("createdAt").orderBy("email").execute();
      return rows.map(toPerson);
    },
    async count() {
      const row = await db
        .selectFrom("user")
        .select(sql<number>`count(*)`.as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async change(id, change) {
      await db.updateTable("user").set(change).where("id", "=", id).execute();
    },
  };
}

const toPerson = (row: Row): Person => ({
  id: row.id,
  email: row.email,
  name: row.name,
  plan: row.plan,
  role: row.role,
  suspended: Boolean(row.suspended),
  contact: row.contact,
  createdAt: new Date(row.createdAt).getTime(),
});
