import { useEffect, useRef, useState } from "react";
import { changedParts, type LookParts, lookOf } from "./parts.ts";

/** Changes of the same part in quick succession, as of a slider that is drawn, are one. */
const ONE_MOVE_MS = 800;
const MOST_STEPS = 100;

interface Steps {
  past: LookParts[];
  future: LookParts[];
}

export type LookHistory = ReturnType<typeof useLookHistory>;

interface HistoryOf {
  present: () => LookParts;
  show: (look: LookParts) => void;
  /** Nothing may be changed now, so no step is taken. */
  isHeld: () => boolean;
}

/** What the look was before, step by step, and back again. */
export function useLookHistory({ present, show, isHeld }: HistoryOf) {
  const [steps, setSteps] = useState<Steps>({ past: [], future: [] });
  // Changes come from what was begun before the last drawing, too.
  const latest = useRef(steps);
  const last = useRef({ what: "", at: 0 });

  function set(next: Steps): void {
    latest.current = next;
    setSteps(next);
  }

  /** To be told of each change before it is made. */
  function note(next: LookParts): void {
    const look = lookOf(present());
    const what = changedParts(look, next).join();
    if (what === "") return;
    const isSameMove = what === last.current.what && Date.now() - last.current.at < ONE_MOVE_MS;
    last.current = { what, at: Date.now() };
    if (isSameMove) return;
    set({ past: [...latest.current.past, look].slice(-MOST_STEPS), future: [] });
  }

  function undo(): void {
    const { past, future } = latest.current;
    const before = past.at(-1);
    if (!before || isHeld()) return;
    last.current.what = "";
    set({ past: past.slice(0, -1), future: [lookOf(present()), ...future] });
    show(before);
  }

  function redo(): void {
    const { past, future } = latest.current;
    const [next, ...later] = future;
    if (!next || isHeld()) return;
    last.current.what = "";
    set({ past: [...past, lookOf(present())], future: later });
    show(next);
  }

  const { past, future } = steps;
  return { note, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 };
}

/** There the browser's own undo takes back what was typed. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=radio], [type=checkbox], [type=range])"));

/** Ctrl+Z and ⌘Z, with Shift (or Ctrl+Y) forward again. */
export function useUndoKeys({ undo, redo }: Pick<LookHistory, "undo" | "redo">): void {
  const latest = useRef({ undo, redo });
  latest.current = { undo, redo };
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
