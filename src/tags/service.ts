import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import { MAX_TAGS, nextColor, noTarget, type Tag, tagMissing } from "./tag.ts";

/** As of a category, which becomes a tag. */
export const TAG_NAME_LENGTH = 100;
/** More are not combined in a filter. */
export const TAGS_FILTERED_BY = 5;

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
      const tag = {
        id: createId(),
        name: tagName(given),
        color: color ?? nextColor((await store.tags.list(workspaceId)).map((one) => one.color)),
      };
      await store.tags.create({ ...tag, workspaceId, createdAt: clock.now() }, MAX_TAGS);
      return tag;
    },

    async change(
      workspaceId: string,
      { id }: Tag,
      { name, color }: Partial<Pick<Tag, "name" | "color">>,
    ): Promise<Tag> {
      const change = { ...(name !== undefined && { name: tagName(name) }), ...(color !== undefined && { color }) };
      return store.tags.change(workspaceId, id, change, clock.now());
    },

    /** Its codes get the tag `into` instead, which is returned. */
    async merge(workspaceId: string, id: string, into: string): Promise<Tag> {
      if (!isUuid(id)) throw notFound();
      if (into === id) throw invalid([{ field: "into", message: "must be another tag" }]);
      if (!isUuid(into)) throw noTarget();
      const target = await store.tags.merge(workspaceId, id, into, clock.now());
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
      if (!wanted.every(isUuid)) throw tagMissing("tags");
      const num = await store.codes.setTags(workspaceId, codeId, wanted, clock.now());
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
