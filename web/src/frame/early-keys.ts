/** What is typed after the palette was asked for, until its field is there. */

const PALETTE = ".mantine-Spotlight-content";

/** Calls `change` with the text so far. Returns what ends it; so does the palette, once it has the focus, and a click. */
export function collectKeys(change: (text: string) => void): () => void {
  let text = "";
  function end(): void {
    window.removeEventListener("keydown", note, true);
    window.removeEventListener("focusin", arrive);
    window.removeEventListener("pointerdown", end, true);
  }
  function arrive(): void {
    if (document.activeElement?.closest(PALETTE)) end();
  }
  function note(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      end();
      return;
    }
    if (event.key === "Backspace") text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
    change(text);
  }
  window.addEventListener("keydown", note, true);
  window.addEventListener("focusin", arrive);
  window.addEventListener("pointerdown", end, true);
  return end;
}
