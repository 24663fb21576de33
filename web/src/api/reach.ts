import { createSignal } from "./signal.ts";

/** How long until an absent service is looked for again. */
const AWAY_MS = 5000;
/** However many calls fail, it is looked for at most this often. */
const REST_MS = 3000;

/** Null while the service is there; else what is away: the network, or the service alone. */
export const away = createSignal<"network" | "service" | null>(null);

let lookSoon = (): void => {};

/** What calls tell. One of them proves nothing, as a proxy may fail on a single path: it makes us look. */
export const reach = {
  answered(): void {
    if (away.get() !== null) lookSoon();
  },
  failed: (): void => lookSoon(),
};

interface Watch {
  /** Whether the service answers. */
  probe: () => Promise<boolean>;
  /** Runs after each look that found it; `wasAway` when the one before did not. */
  found: (wasAway: boolean) => void;
}

/** Only what the probe finds decides what is away. */
export function watchReach({ probe, found }: Watch): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let plannedFor = Number.POSITIVE_INFINITY;
  let restsUntil = 0;
  let isLooking = false;

  /** The earliest time that was asked for counts. */
  function plan(at: number): void {
    if (plannedFor <= at) return;
    plannedFor = at;
    if (isLooking) return;
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, at - Date.now()));
  }
  async function look(): Promise<void> {
    plannedFor = Number.POSITIVE_INFINITY;
    isLooking = true;
    const isThere = await probe();
    isLooking = false;
    restsUntil = Date.now() + REST_MS;
    const wasAway = away.get() !== null;
    away.set(isThere ? null : navigator.onLine ? "service" : "network");
    // A service on this very machine answers without any network; any other may have just done so.
    const next = isThere && navigator.onLine ? Number.POSITIVE_INFINITY : Date.now() + AWAY_MS;
    const asked = plannedFor;
    plannedFor = Number.POSITIVE_INFINITY;
    plan(Math.min(next, asked));
    if (isThere) found(wasAway);
  }

  lookSoon = () => {
    if (!isLooking) plan(restsUntil);
  };
  for (const change of ["offline", "online"]) window.addEventListener(change, () => plan(0));
}
