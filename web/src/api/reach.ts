import { createSignal } from "./signal.ts";

/** How long until an absent service is looked for again. */
const PROBE_MS = 5000;

/** Null while calls are answered; else what is away: the network, or the service alone. */
export const away = createSignal<"network" | "service" | null>(null);

export const reach = {
  answered: (): void => away.set(null),
  failed: (): void => away.set(navigator.onLine ? "service" : "network"),
};

/** Looks for the service while it is away; `back` runs when it has answered again. */
export function watchReach(probe: () => void, back: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  away.subscribe(() => {
    if (away.get() === null) {
      clearInterval(timer);
      timer = undefined;
      back();
    } else {
      timer ??= setInterval(probe, PROBE_MS);
    }
  });
  window.addEventListener("offline", () => {
    reach.failed();
    // A service on this very machine answers without any network.
    probe();
  });
  window.addEventListener("online", probe);
}
