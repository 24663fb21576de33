import { type FormEvent, useRef, useState } from "react";
import { CallError } from "../../api/call.ts";
import type { Verdict } from "../../api/types.ts";
import type { Problems } from "../../forms/form.ts";
import { isUnread } from "../../parts/verdict.tsx";
import { capital } from "../../parts/words.ts";
import { saferLook } from "./contrast.ts";
import { type Draft, problemsOfDraft, refusalAt } from "./draft.ts";
import { focusFirst } from "./focus-first.ts";
import { lookOf } from "./look/parts.ts";
import type { PoorLook } from "./poor-look.tsx";
import type { PreviewState } from "./use-preview.ts";

interface SavingParts {
  draft: Draft;
  /** As it is saved; null for a new code. */
  saved: Draft | null;
  judge: PreviewState["judge"];
  save: (draft: Draft) => Promise<void>;
}

/** With what is wrong with each field, where no input could say it. */
const wholeMessage = (error: Error): string => {
  const fields = error instanceof CallError ? Object.entries(error.fields) : [];
  return [error.message, ...fields.map(([field, what]) => `${capital(field)} ${what}.`)].join(" ");
};

/** It cannot be drawn, so it could not be saved. */
const isRefusal = (error: unknown): boolean => error instanceof CallError && error.status === 400;

/** From the press of the button to the saved code: what is wrong, what is asked once more, what failed. */
export function useSaving({ draft, saved, judge, save }: SavingParts) {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [poor, setPoor] = useState<PoorLook | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [busy, showBusy] = useState(false);
  const isBusy = useRef(false);
  const setBusy = (now: boolean) => {
    isBusy.current = now;
    showBusy(now);
  };

  async function store(wanted: Draft) {
    setPoor(null);
    setBusy(true);
    try {
      await save(wanted);
    } catch (error) {
      show(error, wanted);
    }
  }

  /** At the inputs it concerns, where there are such. */
  function show(error: unknown, wanted: Draft) {
    setBusy(false);
    const at = error instanceof CallError ? refusalAt(wanted, error.fields) : null;
    if (at === null) return setFailure(wholeMessage(error as Error));
    setRefused(at);
    focusFirst(form.current, Object.keys(at));
  }

  /** Null when it is as it was, or cannot be told now: then the owner is not kept waiting. */
  async function judgeLook(): Promise<Verdict | null> {
    const look = lookOf(draft);
    if (saved && JSON.stringify(lookOf(saved)) === JSON.stringify(look)) return null;
    return judge(look).catch((error) => {
      if (isRefusal(error)) throw error;
      return null;
    });
  }

  async function saferFor(verdict: Verdict): Promise<PoorLook> {
    const safer = saferLook(draft);
    // What cannot be judged now is not offered.
    const better = await judge({ ...lookOf(draft), ...safer }).catch(() => null);
    return { draft, verdict, safer: better?.passes ? safer : null };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setRefused({});
    setFailure(null);
    const wrong = Object.keys(problemsOfDraft(draft, saved));
    if (wrong.length > 0) return focusFirst(form.current, wrong);
    setBusy(true);
    let verdict: Verdict | null;
    try {
      verdict = await judgeLook();
    } catch (error) {
      return show(error, draft);
    }
    if (verdict?.grade !== "F") return store(draft);
    if (isUnread(verdict)) setUnreadable(true);
    else setPoor(await saferFor(verdict));
    setBusy(false);
  }

  return {
    form,
    submit,
    store,
    busy,
    /** Also for what was begun before the last drawing. */
    isBusy: () => isBusy.current,
    failure,
    poor,
    /** No decoder reads it, so it was not sent. */
    isUnreadable,
    /** By the name of the input. */
    problems: { ...(asked ? problemsOfDraft(draft, saved) : {}), ...refused },
    forgetRefusal: () => setRefused({}),
    closeQuestion: () => {
      setPoor(null);
      setUnreadable(false);
    },
  };
}
