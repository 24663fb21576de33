import { DAY_MS } from "./days.ts";

/** How long something deleted can be restored. */
export const BIN_MS = 30 * DAY_MS;

/** What was deleted then, or before, is erased for ever. */
export const lastErased = (now: number): number => now - BIN_MS;
