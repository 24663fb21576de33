import { useLocation } from "react-router";
import { keptPeriod } from "../parts/insights/period.ts";

/** The overview, the list of codes, and a code. */
const HAVE_PERIODS = /^\/(?:codes(?:\/[0-9a-f-]{36})?)?$/;

let last = "";

/** The period, as in an address, of the page that last had one: it is kept from page to page. */
export function useLastPeriod(): string {
  const { pathname, search } = useLocation();
  if (HAVE_PERIODS.test(pathname)) last = keptPeriod(new URLSearchParams(search));
  return last;
}
