import { type ComponentType, createElement, lazy, type ReactElement } from "react";
import { basePath } from "../api/call.ts";
import { reach } from "../api/reach.ts";
import { missing } from "./words.ts";

/** Which builds of the dashboard were reloaded already because a script was missing. */
const RELOADED = "tessera.reloaded";

/** A script that could not be fetched, and why. */
export class PartMissing extends Error {
  readonly why: keyof typeof missing;
  /** For whoever has told of it: from then on the part is fetched anew when it is wanted again. */
  renew = (): void => {};
  constructor(why: PartMissing["why"]) {
    super(missing[why]);
    this.why = why;
  }
}

/** The dashboard's document as it is served now; null when nobody answers. */
async function fetchDocument(): Promise<string | null> {
  try {
    const answer = await fetch(`${basePath}/app/`, { cache: "no-store" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Reloads, but never into the browser's own error page. False when the service is away. */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = (await fetchDocument()) !== null;
  if (isServed) window.location.reload();
  else reach.failed();
  return isServed;
}

type Load<T = unknown> = () => Promise<T>;

/** Parts that were wanted while the service was away. Browsers may keep such a failure as they keep a script. */
const wantedWhileAway = new WeakSet<Load>();

/** After an upgrade old scripts are gone, and a reload brings the new ones: once for each build. */
async function recover(load: Load): Promise<never> {
  const served = await fetchDocument();
  if (served === null) {
    wantedWhileAway.add(load);
    reach.failed();
    throw new PartMissing("away");
  }
  const entry = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  const reloaded = sessionStorage.getItem(RELOADED)?.split(" ") ?? [];
  if (!wantedWhileAway.has(load)) {
    if (reloaded.includes(entry)) throw new PartMissing(served.includes(entry) ? "missing" : "updated");
    sessionStorage.setItem(RELOADED, [...reloaded, entry].join(" "));
  }
  window.location.reload();
  return new Promise(() => {});
}

/** Styles that did not come are not asked for again by themselves. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

export const fetchPart = <T>(load: Load<T>): Promise<T> => load().catch(() => recover(load));

/** A page or a part of one whose script comes when it is wanted. What stands around tells of a failure. */
export function lazyPart<P extends object>(load: Load<{ default: ComponentType<P> }>): (props: P) => ReactElement {
  const make = () =>
    lazy<ComponentType<P>>(() =>
      fetchPart(load).catch((error: PartMissing) => {
        error.renew = () => {
          fetchStylesAgain();
          // React keeps the failure of the one before for ever.
          current = make();
        };
        throw error;
      }),
    );
  let current = make();
  return (props) => createElement(current as ComponentType<P>, props);
}
