/** Tags of a workspace. */
import type { Kysely, Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { limitReached, notFound } from "../shared/errors.ts";
import { foldLetters } from "../shared/text.ts";
import type { Reports } from "../store/reports.ts";
import { writeAudit, writeChange } from "../workspaces/audit.queries.ts";
import { holdWorkspace, lockWorkspace } from "../workspaces/workspaces.queries.ts";
import { completeTags, insertTag, tagsOf } from "./code-tags.queries.ts";
import { type NewTag, noTarget, type Tag, tagNameTaken } from "./tag.ts";

type Trx = Transaction<Tables>;

export function createTagQueries(db: Kysely<Tables>, listDb: Kysely<Tables>, engine: EngineName, reports: Reports) {
  const named = (trx: Trx, workspaceId: string, name: string) =>
    tagsOf(trx, workspaceId).where("name_key", "=", foldLetters(name)).executeTakeFirst();

  /** Codes of the tag lose it, or get `to` instead, in steps that maintenance completes if the request does not. */
  async function retire(trx: Trx, { num }: Tag, to: number): Promise<void> {
    await trx.updateTable("tags").set({ merged_into: to }).where("num", "=", num).execute();
    await trx.updateTable("tags").set({ merged_into: to }).where("merged_into", "=", num).execute();
  }

  return {
    /** By name. */
    list: (workspaceId: string): Promise<Tag[]> => tagsOf(db, workspaceId).orderBy("name_key").execute(),

    /** The number of codes of each tag by its id, up to 10,000. */
    counts: reports.tagCounts,

    create: ({ workspaceId, createdAt, ...tag }: NewTag, most: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, workspaceId);
        if (await named(trx, workspaceId, tag.name)) throw tagNameTaken(tag.name);
        const there = await tagsOf(trx, workspaceId).limit(most).execute();
        if (there.length >= most) throw limitReached("body", most, "tags");
        await insertTag(trx, { ...tag, workspaceId, createdAt });
        await writeAudit(trx, { workspaceId, at: createdAt, action: "tag.created", subject: tag });
      }),

    change: (workspaceId: string, id: string, change: Partial<Pick<Tag, "name" | "color">>, now: number) =>
      db.transaction().execute(async (trx): Promise<Tag> => {
        await lockWorkspace(trx, workspaceId);
        const tag = await tagsOf(trx, workspaceId).where("id", "=", id).executeTakeFirst();
        if (!tag) throw notFound();
        const { name = tag.name, color = tag.color } = change;
        const other = await named(trx, workspaceId, name);
        if (other && other.id !== id) throw tagNameTaken(name);
        const entry = { workspaceId, at: now, action: "tag.changed", subject: { id, name } } as const;
        if (!(await writeChange<Partial<Tag>>(trx, entry, tag, { name, color }))) return tag;
        await trx
          .updateTable("tags")
          .set({ name, name_key: foldLetters(name), color })
          .where("num", "=", tag.num)
          .execute();
        return { ...tag, name, color };
      }),

    /** Codes of the tag get the tag `into` instead, which is returned. */
    merge: (workspaceId: string, id: string, into: string, now: number) =>
      db.transaction().execute(async (trx): Promise<Tag> => {
        await lockWorkspace(trx, workspaceId);
        const tags = await tagsOf(trx, workspaceId).where("id", "in", [id, into]).execute();
        const [tag, target] = [id, into].map((one) => tags.find((found) => found.id === one));
        if (!tag) throw notFound();
        if (!target) throw noTarget();
        await retire(trx, tag, target.num);
        await renameInViews(trx, workspaceId, id, into);
        const subject = { id, name: tag.name };
        await writeAudit(trx, { workspaceId, at: now, action: "tag.merged", subject, detail: target.name });
        return target;
      }),

    remove: (workspaceId: string, id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await lockWorkspace(trx, workspaceId);
        const tag = await tagsOf(trx, workspaceId).where("id", "=", id).executeTakeFirst();
        if (!tag) return false;
        await retire(trx, tag, 0);
        const subject = { id, name: tag.name };
        await writeAudit(trx, { workspaceId, at: now, action: "tag.deleted", subject });
        return true;
      }),

    /** Completes the merge or removal of a tag. */
    complete: (id: string): Promise<void> => completeTags(db, engine, id),

    /** The tags of codes by number, by name. */
    async ofCodes(nums: readonly number[]): Promise<Map<number, Tag[]>> {
      if (nums.length === 0) return new Map();
      const rows = await listDb
        .selectFrom("code_tags")
        .innerJoin("tags", "tags.num", "code_tags.tag_num")
        .select(["code_num", "tags.num", "id", "name", "color"])
        .where("code_num", "in", nums)
        .where("merged_into", "is", null)
        .orderBy("name_key")
        .execute();
      const byCode = Map.groupBy(rows, ({ code_num }) => code_num);
      return new Map(Array.from(byCode, ([num, tags]) => [num, tags.map(({ code_num: _, ...tag }) => tag)]));
    },
  };
}

/** Views with a tag get the tag `into` instead, in a locked workspace. */
async function renameInViews(trx: Transaction<Tables>, workspaceId: string, id: string, into: string) {
  const views = await trx.selectFrom("views").select(["id", "query"]).where("workspace_id", "=", workspaceId).execute();
  for (const view of views) {
    const query = JSON.parse(view.query) as { tag?: string[] };
    if (!query.tag?.includes(id)) continue;
    const tag = [...new Set(query.tag.map((one) => (one === id ? into : one)))];
    await trx
      .updateTable("views")
      .set({ query: JSON.stringify({ ...query, tag }) })
      .where("id", "=", view.id)
      .execute();
  }
}
