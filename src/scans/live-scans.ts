import type { Clock } from "../shared/clock.ts";
import { quarterOf } from "../shared/days.ts";
import { firstIdAt } from "../shared/ids.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import type { RecentScan, ScanRow } from "./scan.ts";

const EVERY_MS = 1000;
/** Nodes usually settle within a second; scans that settle later than this are not shown live. */
const LOOK_BACK_MS = 10_000;
/** Scans read, not scans shown: of a code with more in the last seconds, late ones are left out. */
const MAX_READ = 1000;
/** Scans read of a workspace, and the number of its codes, last scanned first. */
const MAX_OF_WORKSPACE = { codes: 1000, ofEach: 20, limit: 100 };
/** What a live page of a workspace begins with. */
const BEGINNING = { codes: 100, ofEach: 20, limit: 20 };

type Show<Scan> = (scan: Scan) => void;
type StopWatching = () => void;
export type WatchScans = (codeNum: number, show: Show<ScanRow>) => Promise<StopWatching>;
export type WatchWorkspace = (workspaceId: string, show: Show<RecentScan>) => Promise<StopWatching>;

/**
 * Reports newly settled scans of all nodes until the returned function is called. Nodes settle out of id order, so the
 * last seconds are read each time. `read` returns the scans from an id on, newest first.
 */
async function watch<Scan extends { id: string }>(
  read: (from: string) => Promise<Scan[]>,
  clock: Clock,
  show: Show<Scan>,
): Promise<StopWatching> {
  const seen = new Set<string>();

  async function look(found: Show<Scan>): Promise<void> {
    const from = firstIdAt(clock.now() - LOOK_BACK_MS);
    const fresh = (await read(from)).filter(({ id }) => !seen.has(id));
    for (const id of seen) if (id < from) seen.delete(id);
    for (const scan of fresh.reverse()) {
      seen.add(scan.id);
      found(scan);
    }
  }

  await look(() => {});
  const round = (isStopping: () => boolean) => look((scan) => isStopping() || show(scan));
  // While the database is unavailable there is nothing to show.
  const worker = startWorker({ everyMs: EVERY_MS, restsFirst: true, round, onError: () => {} });
  return () => void worker.stop(0);
}

/** Live scans of a code. */
export const createWatchScans =
  (scans: Pick<Store["scans"], "latest">, clock: Clock): WatchScans =>
  (codeNum, show) =>
    watch((from) => scans.latest(codeNum, from, MAX_READ), clock, show);

/**
 * The latest scans of a workspace, then live ones; one may be shown twice. All pages of a workspace share one query a
 * second.
 */
export function createWatchWorkspace(recentScans: Store["recentScans"], clock: Clock): WatchWorkspace {
  const watched = new Map<string, { listeners: Set<Show<RecentScan>>; begun: Promise<StopWatching> }>();

  const read = (workspaceId: string, from: string) => {
    const fromQuarter = quarterOf(clock.now() - LOOK_BACK_MS);
    return recentScans(workspaceId, { ...MAX_OF_WORKSPACE, from, fromQuarter });
  };

  function join(workspaceId: string, show: Show<RecentScan>) {
    const joined = watched.get(workspaceId);
    if (joined) {
      joined.listeners.add(show);
      return joined;
    }
    const listeners = new Set([show]);
    const send = (scan: RecentScan) => {
      for (const listener of listeners) listener(scan);
    };
    const begun = watch((from) => read(workspaceId, from), clock, send);
    const own = { listeners, begun };
    watched.set(workspaceId, own);
    return own;
  }

  return async (workspaceId, show) => {
    const own = join(workspaceId, show);
    function leave(): void {
      own.listeners.delete(show);
      if (own.listeners.size > 0) return;
      if (watched.get(workspaceId) === own) watched.delete(workspaceId);
      own.begun.then(
        (stop) => stop(),
        () => {},
      );
    }
    try {
      await own.begun;
      const latest = await recentScans(workspaceId, BEGINNING);
      for (const scan of latest.reverse()) show(scan);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  };
}
