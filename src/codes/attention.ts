import type { Clock } from "../shared/clock.ts";
import { DAY_MS, quarterOf } from "../shared/days.ts";
import type { Store } from "../store/store.ts";
import { QUIET_MS } from "./code.ts";
import type { CodeImages } from "./images.ts";

const EXPIRING_MS = 14 * DAY_MS;
const NAMED = 5;
/** Notes about earlier looks are among them. */
const HARD_READ = 20;

interface NeedsOptions {
  store: Store;
  clock: Clock;
  images: Pick<CodeImages, "hardKey">;
}

/** What members of a workspace should look at: codes that expire soon, are hard to scan, or are no longer scanned. */
export function createNeeds({ store, clock, images }: NeedsOptions) {
  /** Never computes a verdict: only codes whose verdict was asked for since they look as they do. */
  async function hardToScan(workspaceId: string) {
    const hard: { id: string; name: string }[] = [];
    for (const { code, key } of await store.needs.hardToScan(workspaceId, HARD_READ)) {
      if ((await images.hardKey(code)) === key) hard.push({ id: code.id, name: code.name });
      else await store.needs.forgetHard(code.num, key);
    }
    return { codes: hard.slice(0, NAMED), count: hard.length };
  }

  return async (workspaceId: string) => {
    const now = clock.now();
    const quietSince = quarterOf(now - QUIET_MS);
    return store.turns.reports(workspaceId, async () => ({
      expiring: await store.needs.expiring(workspaceId, now, now + EXPIRING_MS, NAMED),
      hardToScan: await hardToScan(workspaceId),
      quiet: await store.needs.quiet(workspaceId, now, quietSince),
    }));
  };
}
