import { type ComponentType, lazy } from "react";
import { basePath } from "../api/base.ts";
import { reach } from "../api/reach.ts";

/** Which builds of the dashboard were reloaded already because a page's script was missing. */
const RELOADED = "tessera.reloaded";

/** A page's script that could not be fetched, and why. */
export class PageMissing extends Error {
  readonly why: "away" | "updated" | "missing";
  constructor(why: PageMissing["why"]) {
    super(`A page's script could not be fetched: ${why}.`);
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

/** After an upgrade old scripts are gone, and a reload brings the new ones: once for each build. */
async function recover(): Promise<never> {
  const served = await fetchDocument();
  if (served === null) {
    reach.failed();
    throw new PageMissing("away");
  }
  const entry = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  const reloaded = sessionStorage.getItem(RELOADED)?.split(" ") ?? [];
  if (reloaded.includes(entry))
    throw new PageMissing(served.includes(entry) ? "missing" : "updated");
  sessionStorage.setItem(RELOADED, [...reloaded, entry].join(" "));
  window.location.reload();
  return new Promise(() => {});
}

export const lazyPage = <P>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => load().catch(recover));
