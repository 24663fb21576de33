import { createSignal } from "./signal.ts";

/** The interval between probes during an outage. */
const PROBE_INTERVAL_MS = 5000;
/** The shortest interval between probes, however many calls fail. */
const MIN_INTERVAL_MS = 3000;

/** What is unavailable: the network, or only the service. Null if neither. */
export const away = createSignal<"network" | "service" | null>(null);

let probeSoon = (): void => {};

/** Results of calls. A single failure proves nothing, since a proxy may fail on one path: it triggers a probe. */
export const reach = {
  answered(): void {
    if (away.get() !== null) probeSoon();
  },
  failed: (): void => probeSoon(),
};

interface Watch {
  probe: () => Promise<boolean>;
  /** Runs after each successful probe; `wasAway` if the one before failed. */
  found: (wasAway: boolean) => void;
}

/** Only the probe decides whether the service is available. */
export function watchReach({ probe, found }: Watch): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let plannedFor = Number.POSITIVE_INFINITY;
  let nextProbeFrom = 0;
  let isProbing = false;

  /** Schedules a probe, unless an earlier one is scheduled. */
  function plan(at: number): void {
    if (plannedFor <= at) return;
    plannedFor = at;
    if (isProbing) return;
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, at - Date.now()));
  }
  async function look(): Promise<void> {
    plannedFor = Number.POSITIVE_INFINITY;
    isProbing = true;
    const isAvailable = await probe();
    isProbing = false;
    nextProbeFrom = Date.now() + MIN_INTERVAL_MS;
    const wasAway = away.get() !== null;
    away.set(isAvailable ? null : navigator.onLine ? "service" : "network");
    // `onLine` may be false although the service answers, for example on localhost.
    const next = isAvailable && navigator.onLine ? Number.POSITIVE_INFINITY : Date.now() + PROBE_INTERVAL_MS;
    const asked = plannedFor;
    plannedFor = Number.POSITIVE_INFINITY;
    plan(Math.min(next, asked));
    if (isAvailable) found(wasAway);
  }

  probeSoon = () => {
    if (!isProbing) plan(nextProbeFrom);
  };
  for (const change of ["offline", "online"]) window.addEventListener(change, () => plan(0));
}
