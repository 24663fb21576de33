import { useEffect, useRef } from "react";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
export const PALETTE_KEYS = [isApple ? "⌘" : "Ctrl", "K"];

/** What `?` shows. */
export const SHORTCUTS: { keys: string[]; what: string }[] = [
  { keys: PALETTE_KEYS, what: "Go to any page, code or action" },
  { keys: ["/"], what: "Search the codes" },
  { keys: ["n"], what: "New code" },
  { keys: ["x"], what: "Select the code one is at" },
  { keys: ["Shift", "x"], what: "Select all up to it" },
  { keys: ["Esc"], what: "Select none" },
  { keys: [isApple ? "⌘" : "Ctrl", "Z"], what: "Undo a change of the look, in a code's form" },
  { keys: ["?"], what: "This list" },
];

export interface ShortcutActions {
  palette: () => void;
  search: () => void;
  create: () => void;
  help: () => void;
}

/** Letters belong to the field one types in, and a window over the page comes first. */
function isTaken(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
  return isField || document.querySelector('[aria-modal="true"], [role="menu"]') !== null;
}

function actionFor(event: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  const isCommand = isApple ? event.metaKey : event.ctrlKey;
  if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
    return document.querySelector('[aria-modal="true"]') ? undefined : actions.palette;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return undefined;
  return { "/": actions.search, n: actions.create, "?": actions.help }[event.key];
}

export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const action = event.repeat ? undefined : actionFor(event, latest.current);
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
