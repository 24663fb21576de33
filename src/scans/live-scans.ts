import type { Clock } from "../shared/clock.ts";
import { firstIdAt } from "../shared/ids.ts";
import type { ScanRow } from "../store/scan-store.ts";
import type { Store } from "../store/store.ts";

const EVERY_MS = 1000;
/** Nodes usually settle within a second; scans that settle later than this are not shown live. */
const LOOK_BACK_MS = 10_000;
const PAGE = 100;
/** Scans read, not scans shown: of a code with more in the last seconds, late ones are left out. */
const MOST_READ = 1000;

export type WatchScans = (codeNum: number, show: (scan: ScanRow) => void) => Promise<() => void>;

/**
 * Reports newly settled scans of a code from all nodes until the returned function is called. Nodes settle out of id
 * order, so the last seconds are read each time.
 */
export function createWatchScans(scans: Pick<Store["scans"], "page">, clock: Clock): WatchScans {
  return async (codeNum, show) => {
    const seen = new Set<string>();
    let isOver = false;
    let timer: NodeJS.Timeout;

    async function look(found: (scan: ScanRow) => void): Promise<void> {
      const from = firstIdAt(clock.now() - LOOK_BACK_MS);
      const fresh: ScanRow[] = [];
      let before: string | undefined;
      for (let read = 0; read < MOST_READ; read += PAGE) {
        const page = (await scans.page(codeNum, PAGE, before)).filter(({ id }) => id >= from);
        fresh.push(...page.filter(({ id }) => !seen.has(id)));
        if (page.length < PAGE) break;
        before = page.at(-1)!.id;
      }
      for (const id of seen) if (id < from) seen.delete(id);
      for (const scan of fresh.reverse()) {
        seen.add(scan.id);
        found(scan);
      }
    }

    function lookAgain(): void {
      if (isOver) return;
      timer = setTimeout(async () => {
        // While the database is unavailable there is nothing to show.
        await look((scan) => isOver || show(scan)).catch(() => {});
        lookAgain();
      }, EVERY_MS);
      timer.unref();
    }

    await look(() => {});
    lookAgain();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };
}
