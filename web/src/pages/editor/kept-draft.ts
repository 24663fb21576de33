import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Me } from "../../api/types.ts";
import { type Draft, emptyDraft, isChanged } from "./draft.ts";
import { rebase } from "./rebase.ts";

/** With what it began from: the code may have been changed since. */
interface Kept {
  draft: Draft;
  start: Draft;
}

const isWhole = (draft: Partial<Draft> | undefined): boolean =>
  Object.keys(emptyDraft()).every((part) => draft?.[part as keyof Draft] !== undefined);

/** Null when there is none, or it is from a release whose drafts looked otherwise. */
function find(key: string): Kept | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isWhole(found?.draft) && isWhole(found?.start) ? found : null;
  } catch {
    return null;
  }
}

export const draftKey = (userId: string | undefined, path: string): string => `draft ${userId} ${path}`;

export function keep(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing loses only the draft.
  }
}

/** What was changed before, on the code as it is now. */
function begin(key: string, given: Draft) {
  const found = find(key);
  const { draft, isDisputed } = found ? rebase(found.draft, found.start, given) : { draft: given, isDisputed: false };
  return { draft, start: given, isDisputed, wasKept: isChanged(draft, given) };
}

/** A draft that outlives a reload or the end of a session: one for each page, for this user alone. */
export function useKeptDraft(given: Draft) {
  const { pathname, search } = useLocation();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const [key] = useState(draftKey(me?.id, pathname + search));
  const [state, setState] = useState(() => begin(key, given));
  const isForgotten = useRef(false);
  const { draft, start } = state;
  const changed = isChanged(draft, start);

  // The code was read again, and was changed elsewhere: what is not touched here follows it.
  if (JSON.stringify(given) !== JSON.stringify(start)) {
    const { draft: next, isDisputed } = rebase(draft, start, given);
    const disputed = isDisputed || state.isDisputed;
    setState({ ...state, draft: next, start: given, isDisputed: disputed });
  }

  useEffect(() => {
    if (changed && !isForgotten.current) keep(key, { draft, start });
    else sessionStorage.removeItem(key);
  }, [key, draft, start, changed]);

  return {
    start,
    draft,
    setDraft: (next: (draft: Draft) => Draft) => setState((current) => ({ ...current, draft: next(current.draft) })),
    changed,
    /** Whether it was found from before, and is still gone on with. */
    wasKept: state.wasKept && changed,
    /** Whether something of it was changed elsewhere as well. */
    isDisputed: state.isDisputed && changed,
    forget() {
      isForgotten.current = true;
      sessionStorage.removeItem(key);
    },
    startAfresh: () => setState({ draft: start, start, isDisputed: false, wasKept: false }),
  };
}
