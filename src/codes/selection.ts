import { confirmRights } from "../shared/audit.ts";
import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { DomainError, Refused } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { unicodeProblem } from "../shared/text.ts";
import { createTurns } from "../shared/turns.ts";
import type { Store } from "../store/store.ts";
import type { Code, ManyChange, SharedEntry } from "./code.ts";

/** The most codes that can be selected at once. */
export const MAX_SELECTED = 10_000;
/** Codes changed per transaction, which keeps each one short. */
const STEP = 100;
/** Codes read at once with their content. */
const PAGE = 100;
/** One step per person at a time with a cool-down, so that others are served in between. */
const TURNS = { restFromMs: 4, rests: 3, longestRestMs: 100, freeMs: 0, longestWaitMs: 3_000 };

export interface ChangeGroup {
  ids: readonly string[];
  change: ManyChange;
}

/** The outcome for every named code. */
export interface Report {
  /** Previous values grouped by equality; sending them back as changes undoes the change. */
  before: { ids: string[]; change: ManyChange }[];
  changed: number;
  /** Already had the wanted value. */
  same: number;
  /** Deleted by now, or never existed. */
  missing: number;
  /** Not processed because of `problem`. */
  failed: number;
  problem: string | null;
}

export interface SelectionOptions {
  store: Store;
  clock: Clock;
  onError: (error: unknown) => void;
}

export type Selections = ReturnType<typeof createSelections>;

/** Acts on many codes of a workspace in short steps, so that neither the store nor the event loop is blocked. */
export function createSelections({ store, clock, onError }: SelectionOptions) {
  const turns = createTurns(TURNS);

  /** Only while the caller may do it. */
  function step<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    let start = performance.now();
    const timed = async () => {
      await confirmRights();
      start = performance.now();
      return work();
    };
    return turns(callerNow(workspaceId), timed, () => performance.now() - start);
  }

  /** Completed steps stay when a later one fails: the report says how far it got. */
  async function inSteps(
    workspaceId: string,
    groups: readonly ChangeGroup[],
    act: (ids: string[], change: ManyChange, report: Gathering, entry: SharedEntry) => Promise<number>,
  ): Promise<Report> {
    const report = gather();
    const entries = new Map<string, SharedEntry>();
    const steps = groups.flatMap(({ ids, change }) => {
      const named = [...new Set(ids)];
      const sound = named.filter(isUuid);
      report.missing += named.length - sound.length;
      return chunks(sound, STEP).map((some) => ({ some, change }));
    });
    for (const [index, { some, change }] of steps.entries()) {
      try {
        const key = JSON.stringify(change);
        const entry = entries.get(key) ?? {};
        entries.set(key, entry);
        const found = await step(workspaceId, () => act(some, change, report, entry));
        report.missing += some.length - found;
      } catch (error) {
        if (index === 0) throw error;
        if (!(error instanceof Refused)) onError(error);
        report.failed = steps.slice(index).reduce((sum, { some: left }) => sum + left.length, 0);
        report.problem = problemOf(error);
        break;
      }
    }
    return report.finished();
  }

  return {
    /** The indexes of rows for which a code with the same name and content exists. */
    async existing(workspaceId: string, rows: readonly { name: string; content: string }[]): Promise<number[]> {
      const keyOf = ({ name, content }: { name: string; content: string }) => JSON.stringify([name, content]);
      // Text that no database accepts cannot belong to a code.
      const fit = rows.filter(({ name, content }) => [name, content].every((text) => unicodeProblem(text) === null));
      if (fit.length === 0) return [];
      const found = await step(workspaceId, () => store.codes.existing(workspaceId, fit));
      const keys = new Set(found.map(keyOf));
      return rows.flatMap((row, i) => (keys.has(keyOf(row)) ? [i] : []));
    },

    change(workspaceId: string, groups: readonly ChangeGroup[]): Promise<Report> {
      return inSteps(workspaceId, groups, async (ids, change, report, entry) => {
        const { changed, same } = await store.codes.changeMany(workspaceId, ids, change, clock.now(), entry);
        for (const { id, before } of changed) report.add(id, before);
        report.same += same.length;
        return changed.length + same.length;
      });
    },

    remove: (workspaceId: string, ids: readonly string[]): Promise<Report> =>
      inSteps(workspaceId, [{ ids, change: {} }], async (some, _, report, entry) => {
        const removed = await store.codes.removeMany(workspaceId, some, clock.now(), entry);
        for (const id of removed) report.add(id, {});
        return removed.length;
      }),

    restore: (workspaceId: string, ids: readonly string[]): Promise<Report> =>
      inSteps(workspaceId, [{ ids, change: {} }], async (some, _, report, entry) => {
        const restored = await store.codes.restoreMany(workspaceId, some, clock.now(), entry);
        for (const id of restored) report.add(id, {});
        return restored.length;
      }),

    /** Existing codes in the order of the ids, read in pages to bound memory. */
    async *read(workspaceId: string, ids: readonly string[]): AsyncGenerator<Code[]> {
      for (const some of chunks([...new Set(ids)].filter(isUuid), PAGE)) {
        const found = await step(workspaceId, () => store.codes.findMany(workspaceId, some));
        const byId = new Map(found.map((code) => [code.id, code]));
        yield some.flatMap((id) => byId.get(id) ?? []);
      }
    },
  };
}

const NOT_REACHED = "The service could not continue. Try again.";
const NOT_ALLOWED =
  "You may not change these codes any more: you were signed out, or your rights changed. Sign in again, or ask an owner.";

function problemOf(error: unknown): string {
  if (!(error instanceof Refused)) return NOT_REACHED;
  return error instanceof DomainError && error.code === "validation_error" ? error.message : NOT_ALLOWED;
}

type Gathering = ReturnType<typeof gather>;

function gather() {
  const groups = new Map<string, { ids: string[]; change: ManyChange }>();
  const report = { changed: 0, same: 0, missing: 0, failed: 0, problem: null as string | null };
  return Object.assign(report, {
    add(id: string, before: ManyChange) {
      const key = JSON.stringify(before);
      const group = groups.get(key) ?? { ids: [], change: before };
      groups.set(key, group);
      group.ids.push(id);
      report.changed += 1;
    },
    finished(): Report {
      const { changed, same, missing, failed, problem } = report;
      return { before: [...groups.values()], changed, same, missing, failed, problem };
    },
  });
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
