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
import { whyUnjudged } from "./unjudged.ts";
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

  /** What has to be asked first, if anything: a look that is as it was needs no question. */
  async function questionOf(): Promise<PoorLook | "unreadable" | null> {
    const look = lookOf(draft);
    if (saved && JSON.stringify(lookOf(saved)) === JSON.stringify(look)) return null;
    const verdict = await judge(look).catch(whyUnjudged);
    if (typeof verdict === "string") return { draft, advice: [verdict], safer: null, isJudged: false };
    if (verdict.grade !== "F") return null;
    return isUnread(verdict) ? "unreadable" : saferFor(verdict);
  }

  async function saferFor({ advice }: Verdict): Promise<PoorLook> {
    const safer = saferLook(draft);
    // What cannot be judged now is not offered.
    const better = await judge({ ...lookOf(draft), ...safer }).catch(() => null);
    return { draft, advice, safer: better?.passes ? safer : null, isJudged: true };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setRefused({});
    setFailure(null);
    const wrong = Object.keys(problemsOfDraft(draft, saved));
    if (wrong.length > 0) return focusFirst(form.current, wrong);
    setBusy(true);
    let question: PoorLook | "unreadable" | null;
    try {
      question = await questionOf();
    } catch (error) {
      return show(error, draft);
    }
    if (question === null) return store(draft);
    if (question === "unreadable") setUnreadable(true);
    else setPoor(question);
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
