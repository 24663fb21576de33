import { type FormEvent, useRef, useState } from "react";
import { CallError } from "../../api/call.ts";
import type { Problems } from "../../forms/form.ts";
import { saferColors } from "./contrast.ts";
import { type Draft, problemsOfDraft, refusalAt } from "./draft.ts";
import { focusFirst } from "./focus-first.ts";
import type { PoorLook } from "./poor-look.tsx";
import { lookOf, type PreviewState } from "./use-preview.ts";

interface SavingParts {
  draft: Draft;
  /** As it is saved; null for a new code. */
  saved: Draft | null;
  judge: PreviewState["judge"];
  save: (draft: Draft) => Promise<void>;
}

/** From the press of the button to the saved code: what is wrong, what is asked once more, what failed. */
export function useSaving({ draft, saved, judge, save }: SavingParts) {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [poor, setPoor] = useState<PoorLook | null>(null);
  const [busy, setBusy] = useState(false);

  async function store(wanted: Draft) {
    setPoor(null);
    setBusy(true);
    try {
      await save(wanted);
    } catch (error) {
      setBusy(false);
      const at = error instanceof CallError ? refusalAt(wanted, error.fields) : null;
      if (at === null) return setFailure((error as Error).message);
      setRefused(at);
      focusFirst(form.current, Object.keys(at));
    }
  }

  /** Null when it will do, or cannot be told now: then the owner is not kept waiting. */
  async function findPoorLook(): Promise<PoorLook | null> {
    const look = lookOf(draft);
    if (saved && JSON.stringify(lookOf(saved)) === JSON.stringify(look)) return null;
    try {
      const verdict = await judge(look);
      if (verdict.grade !== "F") return null;
      const safer = saferColors(draft);
      const { passes } = await judge({ ...look, ...safer });
      return { draft, verdict, safer: passes ? safer : null };
    } catch {
      return null;
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setRefused({});
    setFailure(null);
    const wrong = Object.keys(problemsOfDraft(draft, saved));
    if (wrong.length > 0) return focusFirst(form.current, wrong);
    setBusy(true);
    const found = await findPoorLook();
    if (found === null) return store(draft);
    setBusy(false);
    setPoor(found);
  }

  return {
    form,
    submit,
    store,
    busy,
    failure,
    poor,
    /** By the name of the input. */
    problems: { ...(asked ? problemsOfDraft(draft, saved) : {}), ...refused },
    forgetRefusal: () => setRefused({}),
    closeQuestion: () => setPoor(null),
  };
}
