import { useEffect, useRef, useState } from "react";
import { createLookSteps, type HistoryOf, NO_STEPS } from "./look-steps.ts";

export type LookHistory = ReturnType<typeof useLookHistory>;

export function useLookHistory(parts: HistoryOf) {
  // Changes come from what was begun before the last drawing, too.
  const latest = useRef(parts);
  latest.current = parts;
  const [{ past, future }, setSteps] = useState(NO_STEPS);
  const [steps] = useState(() => createLookSteps(() => latest.current, setSteps));
  return { ...steps, canUndo: past.length > 0, canRedo: future.length > 0 };
}

/** There the browser's own undo takes back what was typed. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, input:not([type=radio], [type=checkbox], [type=range])"));

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
