import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Me } from "../../api/types.ts";
import { type Draft, emptyDraft, isChanged } from "./draft.ts";

/** Null when there is none, or it is from a release whose drafts looked otherwise. */
function find(key: string): Draft | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "null");
    const whole = Object.keys(emptyDraft()).every((part) => found?.[part] !== undefined);
    return whole ? found : null;
  } catch {
    return null;
  }
}

function keep(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing loses only the draft.
  }
}

/** A draft that outlives a reload or the end of a session: one for each page, for this user alone. */
export function useKeptDraft(given: Draft) {
  const { pathname, search } = useLocation();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const [key] = useState(`draft ${me?.id} ${pathname}${search}`);
  const [start] = useState(given);
  const [found] = useState(() => find(key));
  const [draft, setDraft] = useState(found ?? start);
  const [wasKept, setWasKept] = useState(found !== null && isChanged(found, start));
  const changed = isChanged(draft, start);

  useEffect(() => {
    if (changed) keep(key, draft);
    else sessionStorage.removeItem(key);
  }, [key, draft, changed]);

  return {
    start,
    draft,
    setDraft,
    changed,
    /** Whether it was found from before, and is still gone on with. */
    wasKept: wasKept && changed,
    forget: () => sessionStorage.removeItem(key),
    startAfresh() {
      setDraft(start);
      setWasKept(false);
    },
  };
}
