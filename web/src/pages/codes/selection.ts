import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Report } from "../../../../src/codes/selection.ts";
import { call } from "../../api/call.ts";
import type { CodeChange } from "../../api/queries.ts";
import { tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

export type { Report } from "../../../../src/codes/selection.ts";

export type ManyChange = Pick<CodeChange, "isPublic" | "isFavorite"> & {
  addTags?: string[];
  removeTags?: string[];
};
export interface ChangeGroup {
  ids: string[];
  change: ManyChange;
}

/** The server's limit. */
export const MAX_SELECTED = 10_000;

const FILTERS = ["q", "type", "state", "tag", "favorite", "sort"];

/** What an order is of. */
const PERIOD = ["period", "from", "to", "compare"];

/** The query string without the page number. */
export function filterOf(query: URLSearchParams): string {
  const kept = [...FILTERS, ...PERIOD];
  return new URLSearchParams([...query].filter(([name]) => kept.includes(name))).toString();
}

const findAll = (filter: string) => call.get<{ ids: string[]; more: boolean }>(`/selection?${filter}`);

/** The server's limit per request. */
const MAX_CHANGES = 2_000;

/** An undo may set another value for each of 10,000 codes, so it is sent in several requests. */
export async function changeMany(changes: ChangeGroup[]): Promise<Report> {
  const rest = [...changes];
  const send = () => call.post<Report>("/selection/change", { changes: rest.splice(0, MAX_CHANGES) });
  let whole = await send();
  while (rest.length > 0 && whole.problem === null) whole = joined(whole, await send());
  whole.failed += rest.reduce((sum, { ids }) => sum + ids.length, 0);
  return whole;
}

const joined = (a: Report, b: Report): Report => ({
  before: [...a.before, ...b.before],
  changed: a.changed + b.changed,
  same: a.same + b.same,
  missing: a.missing + b.missing,
  failed: a.failed + b.failed,
  problem: b.problem,
});

export const removeMany = (ids: string[]) => call.post<Report>("/selection/remove", { ids });

export const restoreMany = (ids: string[]) => call.post<Report>("/selection/restore", { ids });

export interface Selection {
  ids: ReadonlySet<string>;
  /** Selecting: the bar is visible, and on a touch screen a whole row is its checkbox. */
  isPicking: boolean;
  /** More codes match than can be selected. */
  more: boolean;
  isFinding: boolean;
  /** With `isRange`, all codes on the page between this one and the last one selected. */
  toggle: (id: string, isRange: boolean) => void;
  pick: () => void;
  /** All codes on the page, or none if all are selected. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a dialog or menu is open, which Escape closes first. Hidden lists of choices do not count. */
const isAnythingOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], [role="menu"]') !== null ||
  [...document.querySelectorAll<HTMLElement>('[role="listbox"]')].some((list) => list.offsetParent !== null);

/** The filter without the order. */
function unordered(filter: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ["sort", ...PERIOD]) query.delete(name);
  return query.toString();
}

/** Selected codes. The selection survives paging and sorting, but not a change of filter. */
export function useSelection(filter: string, onPage: readonly string[]): Selection {
  const list = unordered(filter);
  const [ids, setIds] = useState(NONE);
  const [more, setMore] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const anchor = useRef<string | null>(null);
  const shown = useRef(list);
  const latest = useRef(ids);
  latest.current = ids;

  const clear = () => {
    setIds(NONE);
    setMore(false);
    setPicking(false);
    anchor.current = null;
  };

  useEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    const { size } = latest.current;
    if (size > 0) tell(words.selection.cleared(size));
    clear();
  }, [list]);

  const toggle = (id: string, isRange: boolean) => {
    const next = new Set(ids);
    const from = isRange && anchor.current !== null ? onPage.indexOf(anchor.current) : -1;
    if (from >= 0) {
      const to = onPage.indexOf(id);
      const [first, last] = from < to ? [from, to] : [to, from];
      for (const between of onPage.slice(first, last + 1)) next.add(between);
    } else if (next.has(id)) next.delete(id);
    else next.add(id);
    anchor.current = id;
    setMore(false);
    setIds(next);
    setPicking(true);
  };

  const selectAll = () => {
    setFinding(true);
    findAll(filter)
      .then((found) => {
        if (shown.current !== list) return;
        setIds(new Set(found.ids));
        setMore(found.more);
      }, tellError)
      .finally(() => setFinding(false));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const id = target.closest<HTMLElement>("[data-code]")?.dataset.code;
    const key = event.key.toLowerCase();
    if (key === "x" && id !== undefined && !event.repeat) {
      event.preventDefault();
      toggle(id, event.shiftKey);
    }
  };

  useEffect(() => {
    if (!isPicking) return;
    // Without animation a dialog is removed before the event arrives here, so check in the capture phase.
    let wasOpen = false;
    const look = () => {
      wasOpen = isAnythingOpen();
    };
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape" && !wasOpen && !event.defaultPrevented) clear();
    };
    window.addEventListener("keydown", look, true);
    document.addEventListener("keydown", leave);
    return () => {
      window.removeEventListener("keydown", look, true);
      document.removeEventListener("keydown", leave);
    };
  }, [isPicking]);

  return {
    ids,
    isPicking,
    more,
    isFinding,
    toggle,
    selectAll,
    clear,
    onKeyDown,
    pick: () => setPicking(true),
    togglePage: () => {
      const areAll = onPage.every((id) => ids.has(id));
      const others = [...ids].filter((id) => !onPage.includes(id));
      setMore(false);
      setIds(new Set(areAll ? others : [...ids, ...onPage]));
      setPicking(!areAll || others.length > 0);
    },
  };
}
