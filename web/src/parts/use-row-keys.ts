import { useHotkeys } from "@mantine/hooks";
import type { RefObject } from "react";
import { unlessCovered } from "../frame/shortcuts.tsx";

/** The focusable link of a row. */
const NAME = "a[href]:not([tabindex='-1'])";

/**
 * Moves the focus between rows: `j` and `k` anywhere on the page, arrow keys, Home and End inside the list. Rows have
 * `data-row`; style the focused one with `:focus-within`. Rows may be in several columns.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  function move(to: (at: number, last: number, columns: number) => number, isArrow: boolean) {
    return (event: KeyboardEvent) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const columns = rows.filter(({ offsetTop }) => offsetTop === rows[0]!.offsetTop).length;
      const row = rows[Math.min(rows.length - 1, Math.max(0, to(at, rows.length - 1, columns)))];
      if (!row || (isArrow && at < 0)) return;
      event.preventDefault();
      row.querySelector<HTMLElement>(NAME)?.focus({ preventScroll: true });
      row.scrollIntoView({ block: "nearest" });
    };
  }
  const keys = { preventDefault: false };
  const next = (at: number) => at + 1;
  // Without a focused row, `k` starts at the last.
  const previous = (at: number, last: number) => (at < 0 ? last : at - 1);
  useHotkeys([
    ["j", unlessCovered(move(next, false)), keys],
    ["k", unlessCovered(move(previous, false)), keys],
    ["ArrowDown", unlessCovered(move((at, _last, columns) => at + columns, true)), keys],
    ["ArrowUp", unlessCovered(move((at, _last, columns) => at - columns, true)), keys],
    ["ArrowRight", unlessCovered(move((at, _last, columns) => (columns > 1 ? at + 1 : at), true)), keys],
    ["ArrowLeft", unlessCovered(move((at, _last, columns) => (columns > 1 ? at - 1 : at), true)), keys],
    ["Home", unlessCovered(move(() => 0, true)), keys],
    ["End", unlessCovered(move((_at, last) => last, true)), keys],
  ]);
}
