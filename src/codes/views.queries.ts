/** Filters of the list with a name. */
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { limitReached, notFound } from "../shared/errors.ts";
import { foldLetters } from "../shared/text.ts";
import { tagNums } from "../tags/code-tags.queries.ts";
import { type SavedView, tagMissing } from "../tags/tag.ts";
import { writeAudit, writeChange } from "../workspaces/audit.queries.ts";
import { holdWorkspace, lockWorkspace } from "../workspaces/workspaces.queries.ts";
import { viewNameTaken } from "./refusals.ts";

export function createViewQueries(db: Kysely<Tables>) {
  const viewsOf = (from: Kysely<Tables>, workspaceId: string) =>
    from.selectFrom("views").select(["id", "name", "query"]).where("workspace_id", "=", workspaceId);
  const named = (from: Kysely<Tables>, workspaceId: string, name: string) =>
    viewsOf(from, workspaceId).where("name_key", "=", foldLetters(name)).executeTakeFirst();

  return {
    /** By name. */
    list: (workspaceId: string): Promise<SavedView[]> => viewsOf(db, workspaceId).orderBy("name_key").execute(),

    create: (workspaceId: string, view: SavedView, most: number, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, workspaceId);
        if (await named(trx, workspaceId, view.name)) throw viewNameTaken(view.name);
        const there = await viewsOf(trx, workspaceId).limit(most).execute();
        if (there.length >= most) throw limitReached("body", most, "views");
        await checkTags(trx, workspaceId, view.query);
        const of = { workspace_id: workspaceId, name_key: foldLetters(view.name), created_at: now };
        await trx
          .insertInto("views")
          .values({ ...view, ...of })
          .execute();
        await writeAudit(trx, { workspaceId, at: now, action: "view.created", subject: view });
      }),

    change: (workspaceId: string, id: string, change: Partial<Pick<SavedView, "name" | "query">>, now: number) =>
      db.transaction().execute(async (trx): Promise<SavedView> => {
        await lockWorkspace(trx, workspaceId);
        const view = await viewsOf(trx, workspaceId).where("id", "=", id).executeTakeFirst();
        if (!view) throw notFound();
        const { name = view.name, query = view.query } = change;
        const other = await named(trx, workspaceId, name);
        if (other && other.id !== id) throw viewNameTaken(name);
        const entry = { workspaceId, at: now, action: "view.changed", subject: { id, name } } as const;
        if (!(await writeChange<Partial<SavedView>>(trx, entry, view, { name, query }))) return view;
        if (query !== view.query) await checkTags(trx, workspaceId, query);
        await trx
          .updateTable("views")
          .set({ name, name_key: foldLetters(name), query })
          .where("id", "=", id)
          .execute();
        return { id, name, query };
      }),

    remove: (workspaceId: string, id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const gone = trx.deleteFrom("views").where("workspace_id", "=", workspaceId).where("id", "=", id);
        const view = await gone.returning(["id", "name"]).executeTakeFirst();
        if (!view) return false;
        await writeAudit(trx, { workspaceId, at: now, action: "view.deleted", subject: view });
        return true;
      }),
  };
}

/** In a locked workspace. Throws if a view would have a tag that the workspace has not. */
async function checkTags(trx: Transaction<Tables>, workspaceId: string, query: string): Promise<void> {
  const { tag } = JSON.parse(query) as { tag?: string[] };
  if ((await tagNums(trx, workspaceId, tag)) === null) throw tagMissing("query");
}
