/**
 * `{placement}` in the path, query or fragment of a destination stands for the name of the copy that was scanned. The
 * URL parser writes it as %7Bplacement%7D in a path. After a broken `%` it would complete an escape, and stays as it is.
 */
import type { Action } from "./action.ts";
import { encode } from "./uri.ts";

const TEMPLATE = /(?<!%[\da-f]?)(?:\{|%7B)placement(?:\}|%7D)/gi;

export const hasPlacement = (address: string): boolean => address.search(TEMPLATE) >= 0;

/** A name can take 1,200 characters in an address, and proxies refuse long headers. */
const MAX_PLACES = 5;

export const placementProblem = (address: string): string | null =>
  (address.match(TEMPLATE)?.length ?? 0) > MAX_PLACES ? `must contain {placement} at most ${MAX_PLACES} times` : null;

/** The action for a scan through a placement with this name, or through the code's own link (null). */
export function forPlacement(action: Action, name: string | null): Action {
  if (action.kind !== "redirect" || !hasPlacement(action.location)) return action;
  return { ...action, location: fill(action.location, name) };
}

const DOTS = /^(?:\.|%2e){1,2}$/i;

function fill(location: string, name: string | null): string {
  const [, path = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#[\s\S]*)?$/.exec(location)!;
  const value = name === null ? "" : encode(name);
  const put = (text: string) => text.replace(TEMPLATE, () => value);
  const segments = path.split("/").map((segment) => {
    const filled = put(segment);
    // A segment of dots would lead to another folder, percent-encoded too.
    return filled !== segment && DOTS.test(filled) ? "" : filled;
  });
  const pairs = query?.split("&").filter((pair) => name !== null || !hasPlacement(pair)) ?? [];
  const filled = pairs.map(put).join("&");
  return segments.join("/") + (filled === "" ? "" : `?${filled}`) + put(hash);
}
