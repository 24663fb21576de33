import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { DRAFTS } from "../../api/session.ts";
import type { Me } from "../../api/types.ts";
import { type Draft, emptyDraft, isChanged, rebase } from "./draft.ts";

/** `start`: what the draft began from, since the code may have changed meanwhile. */
interface Kept {
  draft: Draft;
  start: Draft;
}

const isWhole = (draft: Partial<Draft> | undefined): boolean =>
  Object.keys(emptyDraft()).every((part) => draft?.[part as keyof Draft] !== undefined);

/** Null if there is none, or if it has the format of another release. */
function find(key: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    return isWhole(found?.draft) && isWhole(found?.start) ? found : null;
  } catch {
    return null;
  }
}

/** Categories, tags and looks are of one workspace. */
export const draftKey = (me: Pick<Me, "id" | "workspaceId"> | undefined, path: string): string =>
  `${DRAFTS}${me?.id} ${me?.workspaceId} ${path}`;

export function keepDraft(key: string, kept: Kept): void {
  try {
    if (!isChanged(kept.draft, kept.start)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is unavailable: only the draft is lost.
  }
}

/** A draft in local storage, per page, user and workspace, until it is saved or discarded, or the user signs out. */
export function useKeptDraft(given: Draft) {
  const { pathname, search } = useLocation();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const [{ key, start, found }] = useState(() => {
    const key = draftKey(me, pathname + search);
    const kept = find(key);
    return { key, start: given, found: kept ? rebase(kept.draft, kept.start, given) : given };
  });
  return {
    /** What the form began from, and the stored draft. */
    start,
    found,
    wasKept: isChanged(found, start),
    keep: (draft: Draft) => keepDraft(key, { draft, start }),
    isKept: (draft: Draft) => localStorage.getItem(key) === JSON.stringify({ draft, start }),
    forget: () => localStorage.removeItem(key),
  };
}
