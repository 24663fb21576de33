/**
 * `{placement}` in the path, query or fragment of a destination stands for the name of the copy that was scanned. The
 * URL parser writes it as %7Bplacement%7D in a path. After a broken `%` it would complete an escape, and stays as it is.
 */
import type { Action } from "./action.ts";
import { encode } from "./uri.ts";

const TEMPLATE = /(?<!%[\da-f]?)(?:\{|%7B)placement(?:\}|%7D)/gi;

export const hasPlacement = (address: string): boolean => address.search(TEMPLATE) >= 0;

/** The action for a scan through a placement with this name, or through the code's own link (null). */
export function forPlacement(action: Action, name: string | null): Action {
  if (action.kind !== "redirect" || !hasPlacement(action.location)) return action;
  return { ...action, location: fill(action.location, name) };
}

function fill(location: string, name: string | null): string {
  const [, path = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#[\s\S]*)?$/.exec(location)!;
  const value = name === null ? "" : encode(name);
  // A segment of dots would lead to another folder, percent-encoded too.
  const segment = /^\.{1,2}$/.test(value) ? "" : value;
  const put = (text: string, by: string) => text.replace(TEMPLATE, () => by);
  const pairs = query?.split("&").filter((pair) => name !== null || !hasPlacement(pair)) ?? [];
  const filled = pairs.map((pair) => put(pair, value)).join("&");
  return put(path, segment) + (filled === "" ? "" : `?${filled}`) + put(hash, value);
}
