import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isPlain, wholeStyle } from "../../../src/rendering/style.ts";
import { address, call } from "./call.ts";
import { asAction, randomKey } from "./kept-key.ts";
import type { Style } from "./types.ts";

/** A named look of the workspace. */
export interface SavedLook {
  id: string;
  name: string;
  /** Applied to new codes. */
  isDefault: boolean;
  style: Style;
}

export interface Logo {
  id: string;
  width: number;
  height: number;
  createdAt: string;
}

const PAGE = 100;

interface Listed<T> {
  data: T[];
  nextCursor: string | null;
}

async function all<T>(path: string): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const after: string = cursor && `&cursor=${cursor}`;
    const page: Listed<T> = await call.get<Listed<T>>(`${path}?limit=${PAGE}${after}`);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

export const useSavedLooks = () =>
  useQuery({
    queryKey: ["styles"],
    queryFn: async () => {
      const looks = await all<SavedLook>("/styles");
      return looks.map((look) => ({ ...look, style: wholeStyle(look.style) }));
    },
  });

export const saveStyle = (id: string, style: Style, headers = {}): Promise<unknown> =>
  isPlain(style)
    ? call.remove(`/qrcodes/${id}/style`, headers)
    : call.put(`/qrcodes/${id}/style`, style, null, headers);

/** Sets the look of a new code, unless the server already gave it the right one. */
export async function ensureStyle(id: string, style: Style, headers: Record<string, string>): Promise<void> {
  const given = wholeStyle(await call.get<Style>(`/qrcodes/${id}/style`));
  if (JSON.stringify(given) !== JSON.stringify(style)) await saveStyle(id, style, headers);
}

export const useLogos = () => useQuery({ queryKey: ["logos"], queryFn: () => all<Logo>("/logos") });

/** The logo as the server re-encoded it. */
export const logoAddress = (id: string): string => address(`/logos/${id}/image`);

const refreshing = (client: QueryClient, key: string) => ({
  onSettled: () => client.invalidateQueries({ queryKey: [key] }),
});

/** Creates a look, or changes the one with this id. */
export function useSaveLook() {
  return useMutation({
    mutationFn: ({ id, ...look }: Partial<SavedLook>) =>
      id === undefined ? call.post<SavedLook>("/styles", look) : call.patch<SavedLook>(`/styles/${id}`, look),
    ...refreshing(useQueryClient(), "styles"),
  });
}

export function useRemoveLook() {
  return useMutation({
    mutationFn: (id: string) => call.remove(`/styles/${id}`),
    ...refreshing(useQueryClient(), "styles"),
  });
}

export function useUploadLogo() {
  return useMutation({
    mutationFn: (file: Blob) => call.upload<Logo>("/logos", file),
    ...refreshing(useQueryClient(), "logos"),
  });
}

export function useRemoveLogo() {
  return useMutation({
    mutationFn: (id: string) => call.remove(`/logos/${id}`),
    ...refreshing(useQueryClient(), "logos"),
  });
}

/** The nearest look that scans, and what was changed. */
export interface Nearest {
  changes: { field: string; value: unknown }[];
  style: Style;
  foregroundColor: string;
  backgroundColor: string;
}

/** The result for each code. */
export interface Applied {
  changed: string[];
  refused: { id: string; message: string }[];
}

/** Small batches, so that progress is visible. */
const AT_ONCE = 50;

/** Applies a saved look, or plain squares for null, to many codes, and reports progress. */
export async function applyLook(
  ids: readonly string[],
  styleId: string | null,
  done: (sofar: Applied) => void,
): Promise<Applied> {
  let all: Applied = { changed: [], refused: [] };
  const look = styleId === null ? { style: null } : { styleId };
  const headers = asAction(randomKey());
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const answer = await call.post<Applied>("/looks/apply", { ids: some, ...look }, headers);
    all = { changed: [...all.changed, ...answer.changed], refused: [...all.refused, ...answer.refused] };
    done(all);
  }
  return all;
}
