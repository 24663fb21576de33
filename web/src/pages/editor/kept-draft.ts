import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { DRAFTS } from "../../api/session.ts";
import type { Me } from "../../api/types.ts";
import type { Values } from "../../forms/form.ts";
import { type Draft, emptyDraft, isChanged, rebase } from "./draft.ts";

/** `start`: what the draft began from, since the code may have changed meanwhile. */
interface Kept {
  draft: Draft;
  start: Draft;
}

/** As stored: without passwords of networks. `lacksSecret`: the draft had another one than `start`. */
interface Stored extends Kept {
  lacksSecret?: true;
}

/** Of the type wifi: the password, and text with all of a network. */
const SECRETS = ["password", "raw"];

const hide = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, SECRETS.includes(name) ? "" : value]));
const secretOf = ({ type, values }: Draft): string =>
  type === "wifi" ? SECRETS.map((name) => values[name] ?? "").join("") : "";

function withoutSecrets(draft: Draft): Draft {
  const { wifi } = draft.typed;
  const typed = wifi ? { ...draft.typed, wifi: hide(wifi) } : draft.typed;
  if (draft.type !== "wifi") return { ...draft, typed };
  return { ...draft, typed, values: hide(draft.values), kept: draft.kept && { values: {}, content: "" } };
}

export function toStore({ draft, start }: Kept): Stored {
  const stored = { draft: withoutSecrets(draft), start: withoutSecrets(start) };
  const isLost = secretOf(draft) !== "" && secretOf(draft) !== secretOf(start);
  return isLost ? { ...stored, lacksSecret: true } : stored;
}

/** The draft on top of the code as it is now. An unchanged password is the code's. */
export function restore({ draft, start, lacksSecret }: Stored, given: Draft): Draft {
  const found = rebase(draft, start, given);
  if (found.type !== "wifi") return found;
  if (lacksSecret) return { ...found, values: hide(found.values) };
  const own = SECRETS.filter((name) => given.values[name] !== undefined).map((name) => [name, given.values[name]!]);
  return { ...found, values: { ...found.values, ...Object.fromEntries(own) }, kept: given.kept };
}

const isWhole = (draft: Partial<Draft> | undefined): boolean =>
  Object.keys(emptyDraft()).every((part) => draft?.[part as keyof Draft] !== undefined);

/** Null if there is none, or if it has the format of another release. */
function find(key: string): Stored | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    return isWhole(found?.draft) && isWhole(found?.start) ? found : null;
  } catch {
    return null;
  }
}

/** Tags and looks are of one workspace. */
export const draftKey = (me: Pick<Me, "id" | "workspaceId"> | undefined, path: string): string =>
  `${DRAFTS}${me?.id} ${me?.workspaceId} ${path}`;

/** Without passwords of networks, which are typed again. */
export function keepDraft(key: string, kept: Kept): void {
  try {
    if (!isChanged(kept.draft, kept.start)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(toStore(kept)));
  } catch {
    // Storage is unavailable: only the draft is lost.
  }
}

/** A draft in local storage, per page, user and workspace, until it is saved or discarded, or the user signs out. */
export function useKeptDraft(given: Draft) {
  const { pathname, search } = useLocation();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const [{ key, start, found, lacksSecret }] = useState(() => {
    const key = draftKey(me, pathname + search);
    const kept = find(key);
    return { key, start: given, found: kept ? restore(kept, given) : given, lacksSecret: kept?.lacksSecret ?? false };
  });
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => {
    // Only other tabs cause this event.
    const notice = (event: StorageEvent) => {
      if (event.key === key) setReplaced(true);
    };
    window.addEventListener("storage", notice);
    return () => window.removeEventListener("storage", notice);
  }, [key]);
  return {
    /** What the form began from, and the stored draft. */
    start,
    found,
    wasKept: isChanged(found, start),
    /** The password was not stored. */
    lacksSecret,
    /** Another tab has replaced or removed the stored draft. */
    isReplaced,
    keep: (draft: Draft) => {
      keepDraft(key, { draft, start });
      setReplaced(false);
    },
    isKept: (draft: Draft) => localStorage.getItem(key) === JSON.stringify(toStore({ draft, start })),
    forget: () => localStorage.removeItem(key),
  };
}
