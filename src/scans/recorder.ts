import type { Clock } from "../shared/clock.ts";
import { dayOf } from "../shared/days.ts";
import { createIds, timeOfId } from "../shared/ids.ts";
import { missedLine, scanLine } from "../store/scan-lines.ts";
import type { UncountedReason } from "./classify.ts";
import type { Journal } from "./journal.ts";
import type { Visit } from "./visit.ts";

/** Why a visit was not counted: what the request tells, or the state of the code it asked for. */
export type MissedReason = UncountedReason | "paused" | "expired" | "unknown-token";

export { NO_CODE } from "../store/scan-lines.ts";

export interface RecordedScan {
  id: string;
  codeId: string;
  visit: Visit;
}

export interface Recorder {
  /** `done` hears the scan's id once it is durable, or null when it could not be recorded. */
  record(codeId: string, visit: Visit, done: (scanId: string | null) => void): void;
  /** Notes a visit that does not count. These are added up for a second and then journalled. */
  miss(codeId: string, reason: MissedReason, at: number): void;
  /** Each scan as it becomes durable. Returns how to stop hearing. */
  onScan(listener: (scan: RecordedScan) => void): () => void;
  /** Since this node started: scans acknowledged, scans answered but not recorded, visits missed. */
  recorded(): number;
  unrecorded(): number;
  missed(): number;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const MISSED_EVERY_MS = 1000;

export function createRecorder({ journal, clock }: { journal: Journal; clock: Clock }): Recorder {
  const createId = createIds(clock.now, journal.start.latestMs);
  const listeners = new Set<(scan: RecordedScan) => void>();
  const missed = new Map<string, { code: string; day: number; reason: string; count: number }>();
  const totals = { recorded: 0, unrecorded: 0, missed: 0 };

  function writeMissed(): void {
    for (const [key, sum] of missed) {
      missed.delete(key);
      const id = createId();
      journal.append(missedLine({ id, ...sum }), timeOfId(id), () => {});
    }
  }
  const timer = setInterval(writeMissed, MISSED_EVERY_MS);
  timer.unref();

  return {
    record(codeId, visit, done) {
      const id = createId();
      const line = scanLine(id, codeId, visit.at, visit.agent.text, visit.place.text);
      journal.append(line, timeOfId(id), (durable) => {
        totals[durable ? "recorded" : "unrecorded"] += 1;
        done(durable ? id : null);
        if (durable && listeners.size > 0) {
          for (const listener of listeners) listener({ id, codeId, visit });
        }
      });
    },
    miss(codeId, reason, at) {
      totals.missed += 1;
      const day = dayOf(at);
      const key = `${codeId} ${day} ${reason}`;
      const sum = missed.get(key);
      if (sum) sum.count += 1;
      else missed.set(key, { code: codeId, day, reason, count: 1 });
    },
    onScan(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recorded: () => totals.recorded,
    unrecorded: () => totals.unrecorded,
    missed: () => totals.missed,
    async flush() {
      writeMissed();
      await journal.flush();
    },
    async close() {
      clearInterval(timer);
      writeMissed();
      await journal.flush();
    },
  };
}
