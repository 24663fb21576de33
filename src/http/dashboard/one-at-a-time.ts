import { Refusal } from "./refusal.ts";

const AGAIN_SECONDS = 5;

/** Long works, one at a time a person. Gives what to call when it is over. */
export function createOneAtATime(message: string) {
  const busy = new Set<string>();
  return (ownerId: string): (() => void) => {
    if (busy.has(ownerId)) throw new Refusal("busy", message, AGAIN_SECONDS);
    busy.add(ownerId);
    return () => void busy.delete(ownerId);
  };
}
