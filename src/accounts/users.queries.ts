import { type Kysely, type Selectable, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import type { LinkAccount } from "../placements/placement.ts";
import { type ListedUser, MAX_COUNTED, type User, type UsersPage } from "../workspaces/people.ts";
import { ownedOrMade } from "../workspaces/workspaces.queries.ts";

type Row = Pick<
  Selectable<Tables["user"]>,
  "id" | "email" | "name" | "role" | "suspended" | "createdAt" | "lastSeenAt" | "plan"
> & {
  workspaceId: string;
};

/** Every account owns a workspace. */
const firstOwned = sql<string>`(SELECT m.workspace_id FROM members m JOIN workspaces w ON w.id = m.workspace_id
  WHERE m.user_id = "user"."id" AND m.role = 'owner' AND w.deleted_at IS NULL
  ORDER BY m.joined_at, m.workspace_id LIMIT 1)`;

/** `listDb` is for slow reads, separate from those that others wait for. */
export function createUserQueries(db: Kysely<Tables>, listDb: Kysely<Tables>, engine: EngineName) {
  const users = (from = db) =>
    from
      .selectFrom("user")
      .innerJoin("workspaces", (join) => join.on("workspaces.id", "=", firstOwned))
      .select(["user.id", "email", "user.name", "role", "user.suspended", "createdAt", "lastSeenAt"])
      .select(["user.plan", "workspaces.id as workspaceId"]);
  /** Counts no further than what is shown, so that a large account does not slow the list down. */
  const codes = sql<number>`(SELECT count(*) FROM (
    SELECT 1 FROM members JOIN codes ON codes.workspace_id = members.workspace_id
    WHERE members.user_id = "user"."id" AND members.role = 'owner' AND deleted_at IS NULL LIMIT ${sql.lit(MAX_COUNTED + 1)}) AS counted)`;
  const memberships = sql<number>`(SELECT count(*) FROM members m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = "user"."id" AND w.deleted_at IS NULL)`;

  return {
    async find(id: string): Promise<User | null> {
      const row = await users().where("user.id", "=", id).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async findByEmail(email: string): Promise<User | null> {
      const row = await users().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async list(): Promise<User[]> {
      const rows = await users(listDb).orderBy("createdAt").orderBy("email").execute();
      return rows.map(toUser);
    },
    async page({ search, limit, offset }: UsersPage): Promise<{ users: ListedUser[]; total: number }> {
      const lower = search.toLowerCase();
      const at = sql.raw(engine === "sqlite" ? "instr" : "strpos");
      // PostgreSQL's lower() knows only the letters of the database's collation.
      const name = sql.ref("user.name");
      const lowerName = engine === "sqlite" ? sql`lower(${name})` : sql`lower(${name} COLLATE "und-x-icu")`;
      const matches = sql<boolean>`(${at}(email, ${lower}) > 0 OR ${at}(${lowerName}, ${lower}) > 0)`;
      const found = search === "" ? users(listDb) : users(listDb).where(matches);
      const counted = listDb
        .selectFrom("user")
        .select(sql<number>`count(*)`.as("n"))
        .$if(search !== "", (query) => query.where(matches));
      const [rows, { n }] = await Promise.all([
        found
          .select([codes.as("codes"), memberships.as("memberships")])
          .orderBy("createdAt")
          .orderBy("user.id")
          .limit(limit)
          .offset(offset)
          .execute(),
        counted.executeTakeFirstOrThrow(),
      ]);
      const listed = rows.map((row) => {
        return { ...toUser(row), codes: Number(row.codes), workspaces: Number(row.memberships) };
      });
      return { users: listed, total: Number(n) };
    },
    /** What the limits of an account apply to: its links, and the workspaces that it owns or has created. */
    async usage(id: string): Promise<LinkAccount & { workspaces: number }> {
      const row = await db
        .selectFrom("user")
        .select(["plan", "slugs_taken", "placements_made"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const taken = { slugs: Number(row.slugs_taken), placements: Number(row.placements_made) };
      return { plan: row.plan, taken, workspaces: (await ownedOrMade(db, id).execute()).length };
    },
    async count(): Promise<number> {
      const row = await db.selectFrom("user").select(sql<number>`count(*)`.as("n")).executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async change(id: string, change: Pick<User, "name">): Promise<void> {
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
  role: row.role,
  suspended: Boolean(row.suspended),
  workspaceId: row.workspaceId,
  plan: row.plan,
  createdAt: new Date(row.createdAt).getTime(),
  lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).getTime(),
});
