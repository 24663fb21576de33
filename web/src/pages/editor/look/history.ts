import { useHotkeys } from "@mantine/hooks";
import { useRef, useState } from "react";
import { changedParts, type LookParts, lookOf } from "./parts.ts";

/** Changes to the same part within this time, for example while dragging a slider, are one step. */
const ONE_MOVE_MS = 800;
const MAX_STEPS = 100;

export type LookHistory = ReturnType<typeof useLookHistory>;

/** Undo and redo for the look: by buttons, and by Ctrl+Z outside text fields. */
export function useLookHistory(present: () => LookParts, show: (look: LookParts) => void) {
  const steps = useRef({ past: [] as LookParts[], future: [] as LookParts[], what: "", at: 0 });
  const [, redraw] = useState({});
  const { past, future } = steps.current;

  /** Call it with each change before making it. */
  function note(next: LookParts): void {
    const look = lookOf(present());
    const what = changedParts(look, next).join();
    const { past, what: last, at } = steps.current;
    const now = Date.now();
    if (what === "") return;
    const isSameMove = what === last && now - at < ONE_MOVE_MS;
    steps.current = { past: isSameMove ? past : [...past, look].slice(-MAX_STEPS), future: [], what, at: now };
    redraw({});
  }
  function step(from: "past" | "future", to: "past" | "future"): void {
    const { [from]: left, [to]: taken } = steps.current;
    const next = left.at(-1);
    if (!next) return;
    steps.current = { ...steps.current, [from]: left.slice(0, -1), [to]: [...taken, lookOf(present())], what: "" };
    redraw({});
    show(next);
  }
  const undo = () => step("past", "future");
  const redo = () => step("future", "past");
  useHotkeys([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ]);
  return { note, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 };
}
