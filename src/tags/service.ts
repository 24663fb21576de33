import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid, notFound, workspaceGone } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import { MAX_TAGS, nextColor, TAGS_PER_CODE, type Tag, TagRefused } from "./tag.ts";

export const TAG_NAME_LENGTH = 40;
/** More are not combined in a filter. */
export const TAGS_FILTERED_BY = 5;

const NO_TAG = "must be the id of a tag of this workspace";

interface TagsOptions {
  store: Pick<Store, "tags" | "codes">;
  clock: Clock;
  createId: () => string;
}

/** Labels of a workspace, and which codes have them. */
export function createTags({ store, clock, createId }: TagsOptions) {
  return {
    /** By name. */
    list: (workspaceId: string): Promise<Tag[]> => store.tags.list(workspaceId),

    async find(workspaceId: string, id: string): Promise<Tag> {
      const tag = (await store.tags.list(workspaceId)).find((one) => one.id === id);
      if (!tag) throw notFound();
      return tag;
    },

    /** Codes per tag by its id, up to 10,000. */
    counts: (workspaceId: string) => store.tags.counts(workspaceId),

    async create(
      workspaceId: string,
      { name: given, color }: { name: string; color?: string | undefined },
    ): Promise<Omit<Tag, "num">> {
      const name = tagName(given);
      const tag = {
        id: createId(),
        name,
        color: color ?? nextColor((await store.tags.list(workspaceId)).map((one) => one.color)),
      };
      const made = await store.tags.create({ ...tag, workspaceId, createdAt: clock.now() }, MAX_TAGS);
      if (made === "no-workspace") throw workspaceGone();
      if (made === "taken") throw nameTaken(name);
      if (made === "made") return tag;
      const message = `There are already ${MAX_TAGS} tags, which is the limit. Delete one first.`;
      throw invalid([{ field: "body", message: `exceeds the limit of ${MAX_TAGS} tags` }], message);
    },

    async change(
      workspaceId: string,
      { id }: Tag,
      { name, color }: Partial<Pick<Tag, "name" | "color">>,
    ): Promise<Tag> {
      const change = { ...(name !== undefined && { name: tagName(name) }), ...(color !== undefined && { color }) };
      const changed = await store.tags.change(workspaceId, id, change, clock.now());
      if (changed === null) throw notFound();
      if (changed === "taken") throw nameTaken(name!);
      return changed;
    },

    /** Its codes get the tag `into` instead, which is returned. */
    async merge(workspaceId: string, id: string, into: string): Promise<Tag> {
      if (!isUuid(id)) throw notFound();
      if (into === id) throw invalid([{ field: "into", message: "must be another tag" }]);
      const target = isUuid(into) ? await store.tags.merge(workspaceId, id, into, clock.now()) : "no-target";
      if (target === null) throw notFound();
      if (target === "no-target") throw invalid([{ field: "into", message: NO_TAG }]);
      await store.tags.complete(id);
      return target;
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.tags.remove(workspaceId, id, clock.now()))) throw notFound();
      await store.tags.complete(id);
    },

    /** Of a code, by name. */
    async ofCode({ num }: { num: number }): Promise<Tag[]> {
      return (await store.tags.ofCodes([num])).get(num) ?? [];
    },

    ofCodes: (nums: readonly number[]) => store.tags.ofCodes(nums),

    /** A code gets these tags and no others. Returns them by name. */
    async set(workspaceId: string, codeId: string, ids: readonly string[]): Promise<Tag[]> {
      const wanted = [...new Set(ids)];
      if (!isUuid(codeId)) throw notFound();
      if (!wanted.every(isUuid)) throw tagRefusal(new TagRefused("missing"), "tags");
      const num = await store.codes.setTags(workspaceId, codeId, wanted, clock.now()).catch((error) => {
        throw tagRefusal(error, "tags");
      });
      if (num === null) throw notFound();
      return (await store.tags.ofCodes([num])).get(num) ?? [];
    },
  };
}

export function tagProblems({ name }: { name?: string | undefined }): FieldProblem[] {
  const message = name === undefined ? null : tagNameProblem(name);
  return message === null ? [] : [{ field: "name", message }];
}

export const tagNameProblem = (name: string): string | null =>
  textProblem(tagName(name), TAG_NAME_LENGTH) ?? lineProblem(name);

/** Spaces around a name and repeated ones cannot be seen. */
export const tagName = (name: string): string => name.trim().replaceAll(/ {2,}/g, " ");

function nameTaken(name: string) {
  const message = `There is already a tag “${tagName(name)}”.`;
  return invalid([{ field: "name", message: "is the name of another tag" }], message);
}

/** What the store says of tags, for the caller. */
export function tagRefusal(error: unknown, field: string): unknown {
  if (!(error instanceof TagRefused)) return error;
  if (error.reason === "missing") return invalid([{ field, message: NO_TAG }], "One of the tags no longer exists.");
  if (error.reason === "workspace-full") {
    const message = `That workspace would have more than ${MAX_TAGS} tags. Delete tags there, or remove tags of this code.`;
    return invalid([{ field, message: `would have more than ${MAX_TAGS} tags` }], message);
  }
  const message = `A code can have at most ${TAGS_PER_CODE} tags.`;
  return invalid([{ field, message: `must leave a code with at most ${TAGS_PER_CODE} tags` }], message);
}
