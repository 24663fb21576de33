import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ViewQuery } from "../../../src/codes/views.ts";
import { call } from "./call.ts";
import { useRefreshCodes } from "./queries.ts";
import type { Tag } from "./types.ts";

/** A filter of the list with a name. */
export interface View {
  id: string;
  name: string;
  query: ViewQuery;
}

const listTags = async () => (await call.get<{ data: Tag[] }>("/tags")).data;

/** By name. */
export const useTags = () => useQuery({ queryKey: ["tags"], queryFn: listTags });

/** The number of codes by the id of the tag; 10,000 means at least so many. */
export const useTagCounts = () =>
  useQuery({ queryKey: ["tags", "counts"], queryFn: () => call.get<Record<string, number>>("/tags/counts") });

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The ids of tags by name; missing ones are created. */
export async function tagIds(names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const there = await listTags();
  const ids: string[] = [];
  for (const name of names) {
    const tag = there.find((one) => isSame(one.name, name)) ?? (await call.post<Tag>("/tags", { name }));
    there.push(tag);
    ids.push(tag.id);
  }
  return ids;
}

/** Replaces the tags of a code. */
export const saveTags = async (codeId: string, names: readonly string[], headers = {}): Promise<void> =>
  void (await call.put(`/qrcodes/${codeId}/tags`, { tags: await tagIds(names) }, null, headers));

/** Changes tags, and refetches what shows them. */
export function useChangeTags() {
  const client = useQueryClient();
  const refresh = useRefreshCodes();
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: ["tags"] })]),
  });
}

export const changeTag = (id: string, change: Partial<Omit<Tag, "id">>) => call.change(`/tags/${id}`, change);
export const mergeTag = (id: string, into: string) => call.post<Tag>(`/tags/${id}/merge`, { into });
export const removeTag = (id: string) => call.remove(`/tags/${id}`);

export const useViews = () =>
  useQuery({ queryKey: ["views"], queryFn: async () => (await call.get<{ data: View[] }>("/views")).data });

export function useChangeViews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...view }: Partial<View>): Promise<unknown> =>
      id === undefined ? call.post<View>("/views", view) : call.change(`/views/${id}`, view),
    onSettled: () => client.invalidateQueries({ queryKey: ["views"] }),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call.remove(`/views/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ["views"] }),
  });
}

/** A view as the query string of the list, and back. */
export function searchOfView({ tag = [], ...query }: ViewQuery): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  for (const id of tag) search.append("tag", id);
  search.sort();
  return search.toString();
}

const PERIOD = ["period", "from", "to", "compare"];
const KEPT = [...PERIOD, "q", "type", "state", "sort"];

/** Null for the bin and for a list without a filter or order: a period alone is not saved. */
export function viewOf(search: URLSearchParams): ViewQuery | null {
  if (search.get("state") === "deleted") return null;
  const query: Record<string, unknown> = {};
  for (const name of KEPT) if (search.get(name)) query[name] = search.get(name);
  if (search.has("favorite")) query.favorite = search.get("favorite") === "true";
  if (search.has("tag")) query.tag = search.getAll("tag");
  return Object.keys(query).every((name) => PERIOD.includes(name)) ? null : (query as ViewQuery);
}
