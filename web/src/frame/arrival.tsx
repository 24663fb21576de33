import { VisuallyHidden } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { createSignal, useSignal } from "../api/signal.ts";

const announced = createSignal("");
/** The page one was told of last. The first is the browser's own business. */
let arrivedAt: string | null = null;
/** The filters each page was left with, for the ways back to it. */
const searches = new Map<string, string>();

/** A new page's heading takes the focus and is read out, unless the page has put the focus somewhere. */
export function useArrival(title: string, heading: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  // Before it is seen: later the focus could be somewhere on purpose.
  useLayoutEffect(() => {
    const isFirst = arrivedAt === null;
    if (arrivedAt === pathname) return;
    arrivedAt = pathname;
    if (isFirst) return;
    announced.set(title);
    const focused = document.activeElement;
    if (!focused?.closest("main form, [aria-modal=true]")) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
}

/** A new page begins at its top; Back and Forward are put right by the browser. */
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

/** A page's address with the filters it was left with. */
export const asLeft = (path: string): string => path + (searches.get(path) ?? "");

export const forgetFilters = (): void => searches.clear();

export function Announcer() {
  return <VisuallyHidden role="status">{useSignal(announced)}</VisuallyHidden>;
}
