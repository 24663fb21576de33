import { createBoundedMap } from "../../shared/bounded-map.ts";

/** So many changes without a known outcome are a long outage; what is older is given up. */
const MOST = 10_000;

/**
 * Changes that this node announced and does not know to be made: their COMMIT runs, or its answer
 * was lost. A notice of any other change of its own is an echo, which would only make the node
 * doubt what it has just read.
 */
export function createOwnChanges() {
  const open = createBoundedMap<number>(MOST);
  return {
    begin(token: string): void {
      open.set(token, (open.get(token) ?? 0) + 1);
    },
    made(token: string): void {
      const count = open.get(token) ?? 0;
      if (count > 1) open.set(token, count - 1);
      else open.delete(token);
    },
    isOpen: (token: string): boolean => open.get(token) !== undefined,
  };
}
