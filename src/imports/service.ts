import { TokenTaken, TooManySlugs } from "../bundle/bundled.ts";
import type { RootRule, ShareRule } from "../codes/own-share.ts";
import type { LinkLimits } from "../limits/link-limits.ts";
import type { Actor } from "../shared/actor.ts";
import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, TooBusy } from "../shared/errors.ts";
import { createTurns } from "../shared/turns.ts";
import type { Store } from "../store/store.ts";
import { importLinks, NO_NAMES_LEFT, NoShortAddress } from "./import.ts";
import type { Source } from "./products.ts";
import type { FileRecord } from "./records.ts";

interface LinkImportsOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  shareRule: ShareRule;
  rootRule: RootRule;
  lifetimeMs: number;
  linkLimits: LinkLimits;
}

interface LinksToImport {
  source: Source;
  records: readonly FileRecord[];
  /** Tokens of earlier records of the same file, separated by spaces. */
  seen: string;
  isDryRun: boolean;
  /** In a dry run: codes of earlier records that would be created. */
  planned: number;
  by: Actor;
}

/** One request of a person at a time; other people's run beside it. Refused before a slow answer begins. */
const TURNS = {
  ...{ restFromMs: Number.POSITIVE_INFINITY, rests: 0, longestRestMs: 0, freeMs: 0, longestWaitMs: 2_500 },
  tooBusy: "Another import of yours is running. Start this one again when it has finished.",
};

/** Imports of other products' links in the dashboard: some records of a file at a time, as the command imports them. */
export function createLinkImports({ store, clock, linkLimits, ...options }: LinkImportsOptions) {
  const turns = createTurns(TURNS);

  return async (workspaceId: string, { planned, ...wanted }: LinksToImport) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const attempt = async () => {
      lines.length = 0;
      const { slugs } = await linkLimits.of(workspaceId);
      const mostSlugs = wanted.isDryRun ? slugs - planned : slugs;
      return importLinks({ ...options, ...wanted, store, workspaceId, mostSlugs, print, now: clock.now() });
    };
    // Somebody may take an address between the look and the change. The second look finds it taken.
    const work = () =>
      attempt().catch((error) => {
        if (error instanceof TokenTaken) return attempt();
        throw error;
      });
    try {
      const report = await turns(callerNow(workspaceId), work, () => 0);
      return { ...report, lines };
    } catch (error) {
      if (error instanceof TokenTaken) throw new TooBusy(error.message);
      if (error instanceof NoShortAddress)
        throw invalid([{ field: "records", message: "must have short addresses" }], error.message);
      // Slugs were taken meanwhile.
      if (error instanceof TooManySlugs)
        throw invalid([{ field: "records", message: `cannot be imported: ${NO_NAMES_LEFT}` }]);
      throw error;
    }
  };
}
