import type { CallError } from "../../api/call.ts";

/** A hitch of the service, which may well save what it cannot judge now. */
const isHitch = (status = 0): boolean => status === 429 || status >= 500;

/**
 * Why a look could not be judged, where it can be saved all the same; the owner is asked then.
 * Thrown again: what refuses the look, and what would keep it from being saved too.
 */
export function whyUnjudged(error: unknown): string {
  const { status, message = "" } = error as Partial<CallError>;
  if (isHitch(status)) return message;
  throw error;
}
