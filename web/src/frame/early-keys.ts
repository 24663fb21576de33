/** What is typed after the palette was asked for, until its field is there. */

const PALETTE = ".mantine-Spotlight-content";

/** Calls `change` with the text so far. Returns what ends it; so does the palette, once it has the focus. */
export function collectKeys(change: (text: string) => void): () => void {
  let text = "";
  const end = () => window.removeEventListener("keydown", note, true);
  function note(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" || document.activeElement?.closest(PALETTE)) {
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
  return end;
}
