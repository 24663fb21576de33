import { VisuallyHidden } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { createSignal, useSignal } from "../api/signal.ts";

const announced = createSignal("");
/** The page whose heading was last focused. The browser handles the first one. */
let focusedPath: string | null = null;
/** The query string each page was left with, for links back to it. */
const searches = new Map<string, string>();

/**
 * Focuses the heading of a new page, so that screen readers announce it, unless the page has focused something else.
 */
export function useHeadingFocus(title: string, heading: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  // A layout effect runs before anything else can take the focus.
  useLayoutEffect(() => {
    const isFirst = focusedPath === null;
    if (focusedPath === pathname) return;
    focusedPath = pathname;
    if (isFirst) return;
    announced.set(title);
    const focused = document.activeElement;
    if (!focused?.closest("main form, [aria-modal=true]")) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
}

/** Scrolls to the top of a new page; the browser restores the position for Back and Forward. */
export function useScrollToTop(): void {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === "POP";
  useLayoutEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    searches.set(pathname, search);
  }, [pathname, search]);
}

/** A page's address with the query string it was left with. */
export const withLastSearch = (path: string): string => path + (searches.get(path) ?? "");

export const forgetFilters = (): void => searches.clear();

export function Announcer() {
  return <VisuallyHidden role="status">{useSignal(announced)}</VisuallyHidden>;
}
