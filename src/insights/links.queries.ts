/** Secret links to pages with the numbers of a code or of a workspace. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { notFound } from "../shared/errors.ts";
import { auditNumbers } from "../workspaces/member-belongings.queries.ts";
import { holdWorkspace, isEditorIn } from "../workspaces/workspaces.queries.ts";
import { type InsightLink, type NewLink, tooManyLinks } from "./link.ts";

export function createInsightLinkQueries(db: Kysely<Tables>) {
  const ofCode = (from: Kysely<Tables>, workspaceId: string, id: string) =>
    from
      .selectFrom("codes")
      .select(["num", "id", "name"])
      .where("id", "=", id)
      .where("workspace_id", "=", workspaceId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();

  return {
    /** Refused also if `madeBy` may not create it any more. */
    create: (link: NewLink, most: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { workspaceId, codeId, id, secret, createdAt, endsAt, madeBy } = link;
        await holdWorkspace(trx, workspaceId, notFound);
        if (madeBy !== null && !(await isEditorIn(trx, workspaceId, madeBy))) throw notFound();
        const code = codeId === null ? null : await ofCode(trx, workspaceId, codeId);
        if (code === undefined) throw notFound();
        const there = await trx
          .selectFrom("insight_links")
          .select("id")
          .where("workspace_id", "=", workspaceId)
          .limit(most)
          .execute();
        if (there.length >= most) throw tooManyLinks(most);
        await trx
          .insertInto("insight_links")
          .values({
            id,
            workspace_id: workspaceId,
            code_num: code?.num ?? null,
            secret,
            created_at: createdAt,
            ends_at: endsAt,
            made_by: madeBy,
          })
          .execute();
        await auditNumbers(trx, "numbers-shared", code, { workspaceId, at: createdAt });
      }),

    /** Of a code, or of the whole workspace; newest first. */
    list: (workspaceId: string, codeNum: number | null): Promise<InsightLink[]> =>
      db
        .selectFrom("insight_links")
        .select(["id", "secret", "created_at as createdAt", "ends_at as endsAt", "made_by as madeBy"])
        .where("workspace_id", "=", workspaceId)
        .where("code_num", codeNum === null ? "is" : "=", codeNum)
        .orderBy("id", "desc")
        .execute(),

    /** False if there is no such link. */
    remove: (workspaceId: string, id: string, at: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom("insight_links")
          .where("id", "=", id)
          .where("workspace_id", "=", workspaceId)
          .returning("code_num")
          .executeTakeFirst();
        if (!gone) return false;
        const code =
          gone.code_num === null
            ? null
            : await trx.selectFrom("codes").select(["id", "name"]).where("num", "=", gone.code_num).executeTakeFirst();
        await auditNumbers(trx, "numbers-unshared", code, { workspaceId, at });
        return true;
      }),

    /** Null if it has ended, its workspace or its creator is suspended, or its workspace or its code is deleted. */
    async find(secret: string, now: number) {
      const row = await db
        .selectFrom("insight_links as l")
        .innerJoin("workspaces as w", "w.id", "l.workspace_id")
        .leftJoin("user as maker", "maker.id", "l.made_by")
        .leftJoin("codes as c", (join) =>
          join
            .onRef("c.num", "=", "l.code_num")
            .onRef("c.workspace_id", "=", "l.workspace_id")
            .on("c.deleted_at", "is", null),
        )
        .select(["l.id", "l.workspace_id", "w.made_by as madeBy", "l.code_num", "c.num", "c.name", "c.created_at"])
        .where("l.secret", "=", secret)
        .where((link) => link.or([link("l.ends_at", "is", null), link("l.ends_at", ">", now)]))
        .where("w.deleted_at", "is", null)
        .where("w.suspended", "=", 0)
        .where(sql<boolean>`(maker.id IS NULL OR NOT maker.suspended)`)
        .where(sql<boolean>`(l.code_num IS NULL OR c.num IS NOT NULL)`)
        .executeTakeFirst();
      if (!row) return null;
      const { id, workspace_id: workspaceId, madeBy, num, name, created_at: createdAt } = row;
      const code = num === null ? null : { num, name: name!, createdAt: createdAt!, workspaceId };
      return { id, workspaceId, madeBy, code };
    },
  };
}
