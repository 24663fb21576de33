import { type ComponentType, createElement, lazy, type ReactElement } from "react";
import { basePath } from "../api/call.ts";
import { reach } from "../api/reach.ts";
import { missing } from "./words.ts";

/** Builds for which the page was reloaded because a script was missing; in session storage. */
const RELOADED = "tessera.reloaded";

/** A script could not be loaded. */
export class PartMissing extends Error {
  readonly why: keyof typeof missing;
  /** Call it after reporting the error: the script is then loaded again when needed. */
  renew = (): void => {};
  constructor(why: PartMissing["why"]) {
    super(missing[why]);
    this.why = why;
  }
}

/** The current HTML document; null if the service does not respond. */
async function fetchDocument(): Promise<string | null> {
  try {
    const answer = await fetch(`${basePath}/app/`, { cache: "no-store" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Reloads unless the service is unavailable, which would show the browser's error page. False if it is. */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = (await fetchDocument()) !== null;
  if (isServed) window.location.reload();
  else reach.failed();
  return isServed;
}

type Load<T = unknown> = () => Promise<T>;

/** Parts that failed to load during an outage. Browsers may cache such a failure. */
const failedDuringOutage = new WeakSet<Load>();

/** After an upgrade old scripts are gone. Reloads once per build to get the new ones. */
async function recover(load: Load): Promise<never> {
  const served = await fetchDocument();
  if (served === null) {
    failedDuringOutage.add(load);
    reach.failed();
    throw new PartMissing("away");
  }
  const entry = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  const reloaded = sessionStorage.getItem(RELOADED)?.split(" ") ?? [];
  if (!failedDuringOutage.has(load)) {
    if (reloaded.includes(entry)) throw new PartMissing(served.includes(entry) ? "missing" : "updated");
    sessionStorage.setItem(RELOADED, [...reloaded, entry].join(" "));
  }
  window.location.reload();
  return new Promise(() => {});
}

/** Failed style sheets are not retried by the browser. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

export const fetchPart = <T>(load: Load<T>): Promise<T> => load().catch(() => recover(load));

/** A component whose script is loaded when it is rendered. An error boundary shows failures. */
export function lazyPart<P extends object>(load: Load<{ default: ComponentType<P> }>): (props: P) => ReactElement {
  const make = () =>
    lazy<ComponentType<P>>(() =>
      fetchPart(load).catch((error: PartMissing) => {
        error.renew = () => {
          fetchStylesAgain();
          // React caches the failure of a lazy component for ever.
          current = make();
        };
        throw error;
      }),
    );
  let current = make();
  return (props) => createElement(current as ComponentType<P>, props);
}
