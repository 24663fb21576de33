import type { VisitedCode } from "../codes/code.ts";
import type { Clock } from "../shared/clock.ts";
import { dayOf } from "../shared/days.ts";
import { createIds, timeOfId } from "../shared/ids.ts";
import type { RequestReason } from "../visits/classify.ts";
import type { Visit } from "../visits/visit.ts";
import type { Journal } from "./journal.ts";
import { scanLine, uncountedLine } from "./lines.ts";

/** Why a visit was not counted: by the request itself, or by the state of the code. */
export type UncountedReason = RequestReason | "paused" | "expired" | "early" | "unknown-token";

export { NO_CODE } from "./lines.ts";

/** A code, as far as its scans are concerned. */
export type Scanned = Pick<VisitedCode, "id" | "placement">;

export type Recorder = ReturnType<typeof createRecorder>;

export interface RecorderParts {
  journal: Journal;
  clock: Clock;
  /** Called at most once a second about scans that were not recorded. */
  onError: (error: unknown) => void;
}

interface UncountedSum {
  code: string;
  day: number;
  reason: string;
  count: number;
}

const TICK_MS = 1000;
const REMEMBERED_MS = 60_000;
/** A scan that waits longer for the disk is logged before its outcome is known. */
const LONG_WAIT_TICKS = 10;

export function createRecorder({ journal, clock, onError }: RecorderParts) {
  const createId = createIds(clock.now, journal.start.latestMs);
  const uncounted = new Map<string, UncountedSum>();
  const totals = { recorded: 0, late: 0, unrecorded: 0, undecided: 0, uncounted: 0 };
  const reported = { late: 0, unrecorded: 0 };
  let waitedTicks = 0;
  let lastUnrecorded = { at: Number.NEGATIVE_INFINITY, reason: "" };

  function addUncounted({ code, day, reason, count }: UncountedSum): void {
    const key = `${code} ${day} ${reason}`;
    const sum = uncounted.get(key);
    if (sum) sum.count += count;
    else uncounted.set(key, { code, day, reason, count });
  }

  function writeUncounted(): void {
    // A full journal refuses a sum at once; it is retried with the next one.
    const sums = [...uncounted.values()];
    uncounted.clear();
    for (const sum of sums) {
      const id = createId();
      // A sum that could not be written is added to the next.
      const keep = (durable: boolean) => {
        if (!durable) addUncounted(sum);
      };
      const done = (durable: boolean, isKnown: boolean) => isKnown && keep(durable);
      journal.append(uncountedLine({ id, ...sum }), timeOfId(id), done, keep);
    }
  }

  function loseScan(): void {
    totals.unrecorded += 1;
    lastUnrecorded = { at: clock.steady(), reason: journal.problem() ?? "unknown" };
  }

  function tellLosses(): void {
    const unrecorded = totals.unrecorded - reported.unrecorded;
    const late = totals.late - reported.late;
    Object.assign(reported, { unrecorded: totals.unrecorded, late: totals.late });
    const { undecided } = totals;
    waitedTicks = undecided === 0 ? 0 : waitedTicks + 1;
    const isLongWait = waitedTicks > 0 && waitedTicks % LONG_WAIT_TICKS === 0;
    if (unrecorded + late === 0 && !isLongWait) return;
    const reason = unrecorded > 0 ? lastUnrecorded.reason : (journal.problem() ?? "a slow disk");
    onError(
      new Error(
        `Scans answered without Scan-Id (${reason}): ${unrecorded} not recorded, ${late} recorded late, ${undecided} still waiting for the disk.`,
      ),
    );
  }

  const timer = setInterval(() => {
    writeUncounted();
    tellLosses();
  }, TICK_MS);
  timer.unref();

  return {
    /**
     * `tag`: the visitor's, if it has one. `route`: the rule or variant that leads it, as in a line. `done` gets the scan's id once it is durable, or null if it could not be
     * recorded.
     */
    record(
      { id: codeId, placement }: Scanned,
      visit: Visit,
      tag: string | null,
      route: string | null,
      done: (scanId: string | null) => void,
    ): void {
      const id = createId();
      const line = scanLine(id, codeId, visit.at, visit.agent.text, visit.place.text, tag, placement?.id, route);
      const answer = (durable: boolean, isKnown: boolean) => {
        if (durable) totals.recorded += 1;
        else if (isKnown) loseScan();
        else totals.undecided += 1;
        done(durable ? id : null);
      };
      const decide = (durable: boolean) => {
        totals.undecided -= 1;
        if (durable) totals.late += 1;
        else loseScan();
      };
      journal.append(line, timeOfId(id), answer, decide);
    },
    /** Records a visit that does not count. These are summed for a second, then journalled. */
    recordUncounted(codeId: string, reason: UncountedReason, at: number): void {
      totals.uncounted += 1;
      addUncounted({ code: codeId, day: dayOf(at), reason, count: 1 });
    },
    /**
     * Since the start of this node, each answered scan is one of: acknowledged with its id; recorded after its visitor
     * was answered; not recorded; undecided while the disk hangs.
     */
    recorded: () => totals.recorded,
    late: () => totals.late,
    unrecorded: () => totals.unrecorded,
    undecided: () => totals.undecided,
    uncounted: () => totals.uncounted,
    /** A sentence while a scan is undecided, and for a minute after one was not recorded. */
    problems(): string[] {
      const problems: string[] = [];
      const { at, reason } = lastUnrecorded;
      const ago = Math.floor((clock.steady() - at) / 1000);
      if (clock.steady() - at < REMEMBERED_MS) {
        problems.push(
          `A scan was answered but not recorded ${ago} s ago (${reason}); ${totals.unrecorded} since this node started.`,
        );
      }
      if (totals.undecided > 0) {
        problems.push(`${totals.undecided} scans were answered before they were on disk.`);
      }
      return problems;
    },
    async flush(): Promise<void> {
      writeUncounted();
      await journal.flush();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      writeUncounted();
      await journal.flush();
      tellLosses();
    },
  };
}
