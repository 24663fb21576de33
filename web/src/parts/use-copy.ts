import { useEffect, useRef, useState } from "react";
import { tellError } from "./notices.tsx";

const SHOWN_MS = 2000;
const NOT_COPIED = "The browser did not let this be copied. Select it and copy it by hand.";

/** Browsers have a clipboard for pages under https and localhost only. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  // Beside the button: a window that is open keeps the focus within itself.
  (before?.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** Copies a text, and says for a moment that it did. */
export function useCopy(value: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(value))) return tellError(new Error(NOT_COPIED));
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return { copied, copy: () => void copy() };
}
