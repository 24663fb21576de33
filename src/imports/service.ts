import type { RootRule, ShareRule } from "../codes/own-share.ts";
import type { LinkLimits } from "../limits/link-limits.ts";
import type { Actor } from "../shared/actor.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, TooBusy } from "../shared/errors.ts";
import { ImportRunning, TooManySlugs } from "../store/bundle-store.ts";
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

export type LinkImports = ReturnType<typeof createLinkImports>;

/** Imports of other products' links in the dashboard: some records of a file at a time, as the command imports them. */
export const createLinkImports =
  ({ store, clock, linkLimits, ...options }: LinkImportsOptions) =>
  async (workspaceId: string, { planned, ...wanted }: LinksToImport) => {
    const lines: string[] = [];
    const tell = (line: string) => void lines.push(line);
    const { slugs } = await linkLimits.of(workspaceId);
    const mostSlugs = wanted.isDryRun ? slugs - planned : slugs;
    const given = { ...options, ...wanted, store, workspaceId, mostSlugs, tell };
    const work = () => importLinks({ ...given, now: clock.now() });
    try {
      const report = await (wanted.isDryRun ? work() : store.intake.alone(work));
      return { ...report, lines };
    } catch (error) {
      if (error instanceof ImportRunning)
        throw new TooBusy("Another import is running. Try again when it has finished.");
      if (error instanceof NoShortAddress)
        throw invalid([{ field: "records", message: "must have short addresses" }], error.message);
      // Slugs were taken meanwhile.
      if (error instanceof TooManySlugs)
        throw invalid([{ field: "records", message: `cannot be imported: ${NO_NAMES_LEFT}` }]);
      throw error;
    }
  };
