/** Which codes have which tags. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { isOneOf } from "../database/numbers.ts";
import type { Tables } from "../database/tables.ts";
import { asLine, foldLetters, isBlank } from "../shared/text.ts";
import { lockWorkspace } from "../workspaces/workspaces.queries.ts";
import { MAX_TAGS, type NewTag, nextColor, TAGS_PER_CODE, type Tag, tagMissing, tooManyTags } from "./tag.ts";

type Trx = Transaction<Tables>;

const TAG = ["num", "id", "name", "color"] as const;
/** Codes moved from one tag to another per transaction, short enough that nobody waits long. */
const CODES_PER_STEP = 1000;

export const tagsOf = (from: Kysely<Tables>, workspaceId: string) =>
  from.selectFrom("tags").select(TAG).where("workspace_id", "=", workspaceId).where("merged_into", "is", null);

/** Null if one of the tags does not exist: then no code has all of them. */
export async function tagNums(
  db: Kysely<Tables>,
  workspaceId: string,
  ids: readonly string[] = [],
): Promise<number[] | null> {
  if (ids.length === 0) return [];
  const rows = await tagsOf(db, workspaceId).where("id", "in", ids).execute();
  return rows.length < new Set(ids).size ? null : rows.map(({ num }) => num);
}

/** Numbers of the codes with a tag, outside the bin. */
export const codesWithTag = (workspaceId: string, id: string) => sql`
  SELECT code_num FROM code_tags WHERE is_listed = 1 AND tag_num = (
    SELECT num FROM tags WHERE id = ${id} AND workspace_id = ${workspaceId} AND merged_into IS NULL)`;

export async function insertTag(trx: Trx, { workspaceId, createdAt, ...tag }: NewTag): Promise<number> {
  const row = { ...tag, name_key: foldLetters(tag.name), workspace_id: workspaceId, created_at: createdAt };
  const made = await trx.insertInto("tags").values(row).returning("num").executeTakeFirstOrThrow();
  return made.num;
}

/** Locks tags so that they are not removed meanwhile. */
async function holdTags(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<Tag[]> {
  if (ids.length === 0) return [];
  return tagsOf(trx, workspaceId).where("id", "in", ids).orderBy("num").forShare().execute();
}

export interface TagChange {
  num: number;
  added: Pick<Tag, "num" | "id">[];
  removed: Pick<Tag, "num" | "id">[];
  /** Merged tags that the code does not get another tag for any more. */
  forgotten?: Pick<Tag, "num">[];
}

interface WantedTags {
  workspaceId: string;
  /** Ids. */
  add: readonly string[];
  /** "others": all that are not added. */
  remove: readonly string[] | "others";
  /** Of the request, for refusals. */
  field: string;
}

/**
 * What adding and removing tags changes of codes, which are locked. Throws if a tag to add does not exist, or a code
 * would have too many.
 */
export async function tagChanges(
  trx: Trx,
  nums: readonly number[],
  { workspaceId, add, remove, field }: WantedTags,
): Promise<TagChange[]> {
  if (nums.length === 0 || (add.length === 0 && remove.length === 0)) return [];
  const wanted = await holdTags(trx, workspaceId, add);
  if (wanted.length < new Set(add).size) throw tagMissing(field);
  const rows = await trx
    .selectFrom("code_tags")
    .innerJoin("tags", "tags.num", "code_tags.tag_num")
    .select(["code_num", "tags.num", "tags.id", "merged_into"])
    .where("code_num", "in", nums)
    .execute();
  const byCode = Map.groupBy(rows, ({ code_num }) => code_num);
  const isLeft = await leftOf(trx, workspaceId, remove);
  return nums.map((num) => {
    const all = byCode.get(num) ?? [];
    const held = all.filter(({ merged_into }) => merged_into === null);
    const forgotten = all.filter(({ merged_into }) => merged_into !== null && isLeft(merged_into));
    const added = wanted.filter(({ id }) => !held.some((tag) => tag.id === id));
    const removed = held.filter(({ id }) => !add.includes(id) && (remove === "others" || remove.includes(id)));
    if (added.length > 0 && held.length + added.length - removed.length > TAGS_PER_CODE) {
      throw tooManyTags(field);
    }
    return { num, added, removed, forgotten };
  });
}

/** Whether codes lose the tag of a number. */
async function leftOf(trx: Trx, workspaceId: string, remove: WantedTags["remove"]) {
  if (remove === "others") return () => true;
  const tags = remove.length === 0 ? [] : await tagsOf(trx, workspaceId).where("id", "in", remove).execute();
  return (moved: number) => tags.some(({ num }) => num === moved);
}

export async function applyTagChanges(trx: Trx, changes: readonly TagChange[]): Promise<void> {
  const pairsOf = (kind: "added" | "removed" | "forgotten") =>
    changes.flatMap((change) => (change[kind] ?? []).map((tag) => ({ code: change.num, tag: tag.num })));
  for (const [tag, pairs] of Map.groupBy([...pairsOf("removed"), ...pairsOf("forgotten")], (pair) => pair.tag)) {
    const codes = pairs.map(({ code }) => code);
    await trx.deleteFrom("code_tags").where("tag_num", "=", tag).where("code_num", "in", codes).execute();
  }
  const rows = pairsOf("added").map(({ code, tag }) => ({ code_num: code, tag_num: tag, is_listed: 1 }));
  if (rows.length === 0) return;
  await trx
    .insertInto("code_tags")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Without a colour it gets one that few others have. */
type TakenTag = Omit<NewTag, "workspaceId" | "color"> & { color?: string };

/**
 * Finds tags by name or creates them, in a locked workspace, up to the limit. Returns the numbers of its tags by folded
 * name.
 */
export async function takeTags(trx: Trx, workspaceId: string, tags: readonly TakenTag[]) {
  const there = await trx
    .selectFrom("tags")
    .select(["num", "name_key", "color"])
    .where("workspace_id", "=", workspaceId)
    .where("merged_into", "is", null)
    .execute();
  const numOf = new Map(there.map(({ num, name_key }) => [name_key, num]));
  const colors = there.map(({ color }) => color);
  for (const tag of tags) {
    const key = foldLetters(tag.name);
    if (numOf.has(key) || numOf.size >= MAX_TAGS) continue;
    const color = tag.color ?? nextColor(colors);
    colors.push(color);
    numOf.set(key, await insertTag(trx, { ...tag, color, workspaceId }));
  }
  return numOf;
}

/** What tells the tag of a category from others; null if nothing of the category shows on a line. */
export function categoryKey(category: string | null | undefined): string | null {
  const name = asLine(category ?? "");
  return isBlank(name) ? null : foldLetters(name);
}

/** Creates the tags of categories that the workspace does not have yet, up to its limit, if `isNeeded`. */
export async function takeCategories(
  db: Kysely<Tables>,
  workspaceId: string,
  categories: readonly (string | null | undefined)[],
  now: number,
  isNeeded: () => Promise<boolean> = async () => true,
): Promise<void> {
  const wanted = new Map<string, string>();
  for (const category of categories) {
    const key = categoryKey(category);
    if (key !== null && !wanted.has(key)) wanted.set(key, asLine(category!));
  }
  if (wanted.size === 0) return;
  const there = await tagsOf(db, workspaceId)
    .select("name_key")
    .where("name_key", "in", [...wanted.keys()])
    .execute();
  for (const { name_key } of there) wanted.delete(name_key);
  if (wanted.size === 0) return;
  // Without the lock, which everyone would wait for once there are no more places.
  const all = await tagsOf(db, workspaceId).limit(MAX_TAGS).execute();
  if (all.length >= MAX_TAGS || !(await isNeeded())) return;
  await db.transaction().execute(async (trx) => {
    if (!(await lockWorkspace(trx, workspaceId))) return;
    const tags = Array.from(wanted.values(), (name) => ({ id: randomUUID(), name, createdAt: now }));
    await takeTags(trx, workspaceId, tags);
  });
}

/** Gives new codes of a locked workspace the tags of their categories. */
export async function tagCategories(
  trx: Trx,
  workspaceId: string,
  codes: readonly { num: number; category: string | null }[],
  now: number,
): Promise<void> {
  const wanted = codes.flatMap(({ num, category }) => {
    const key = categoryKey(category);
    return key === null ? [] : [{ num, key, tag: { id: randomUUID(), name: asLine(category!), createdAt: now } }];
  });
  const numOf = await takeTags(
    trx,
    workspaceId,
    wanted.map(({ tag }) => tag),
  );
  const changes = wanted.map(({ num, key, tag }) => {
    const taken = numOf.get(key);
    return { num, added: taken === undefined ? [] : [{ num: taken, id: tag.id }], removed: [] };
  });
  await applyTagChanges(trx, changes);
}

/**
 * A locked code gets the tag of its new category instead of that of the former one. False if there is no such tag. A
 * code with as many tags as it may have does not get one more.
 */
export async function followCategory(
  trx: Trx,
  code: { num: number; workspaceId: string; category: string | null },
  category: string | null,
): Promise<boolean> {
  const [former, key] = [categoryKey(code.category), categoryKey(category)];
  if (former === key) return true;
  const held = await trx
    .selectFrom("code_tags")
    .innerJoin("tags", "tags.num", "code_tags.tag_num")
    .select(["tags.num", "tags.id", "name_key"])
    .where("code_num", "=", code.num)
    .where("merged_into", "is", null)
    .execute();
  const wanted =
    key === null ? [] : await tagsOf(trx, code.workspaceId).where("name_key", "=", key).forShare().execute();
  const removed = held.filter(({ name_key }) => name_key === former);
  const added = wanted.filter(({ num }) => !held.some((tag) => tag.num === num));
  const isFull = held.length - removed.length + added.length > TAGS_PER_CODE;
  await applyTagChanges(trx, [{ num: code.num, removed, added: isFull ? [] : added }]);
  return key === null || wanted.length > 0;
}

/** Completes merges and removals: of one tag, or all. */
export async function completeTags(db: Kysely<Tables>, engine: EngineName, id?: string): Promise<void> {
  let query = db.selectFrom("tags").select("num").where("merged_into", "is not", null);
  if (id !== undefined) query = query.where("id", "=", id);
  const moved = await query.orderBy("num").execute();
  for (const { num } of moved) while (await moveSome(db, engine, num));
}

/** One step. True if there may be more. */
const moveSome = (db: Kysely<Tables>, engine: EngineName, num: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const tag = await trx
      .selectFrom("tags")
      .select("merged_into")
      .where("num", "=", num)
      .forUpdate()
      .executeTakeFirst();
    if (!tag?.merged_into && tag?.merged_into !== 0) return false;
    const codes = await trx
      .selectFrom("code_tags")
      .select("code_num")
      .where("tag_num", "=", num)
      .orderBy("is_listed")
      .orderBy("code_num")
      .limit(CODES_PER_STEP)
      .execute();
    if (codes.length === 0) {
      await trx.deleteFrom("tags").where("num", "=", num).execute();
      return false;
    }
    const these = sql`${isOneOf(
      engine,
      codes.map(({ code_num }) => code_num),
    )}`;
    if (tag.merged_into > 0) {
      // A code that is deleted meanwhile would be listed under the other tag.
      if (engine === "postgres")
        await sql`SELECT num FROM codes WHERE num ${these} ORDER BY num FOR SHARE`.execute(trx);
      await sql`INSERT INTO code_tags (code_num, tag_num, is_listed)
        SELECT code_num, ${tag.merged_into}, is_listed FROM code_tags WHERE tag_num = ${num} AND code_num ${these}
        ORDER BY code_num ON CONFLICT DO NOTHING`.execute(trx);
    }
    await sql`DELETE FROM code_tags WHERE tag_num = ${num} AND code_num ${these}`.execute(trx);
    return true;
  });

/** Codes counted per tag. */
const MAX_COUNTED = 10_000;

/** The number of codes of each tag by its id. */
export async function countTags(db: Kysely<Tables>, workspaceId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT t.id, (SELECT count(*) FROM (
      SELECT 1 FROM code_tags AS c WHERE c.tag_num = t.num AND c.is_listed = 1 LIMIT ${sql.lit(MAX_COUNTED)}
    ) AS counted) AS count
    FROM tags AS t WHERE t.workspace_id = ${workspaceId} AND t.merged_into IS NULL`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}
