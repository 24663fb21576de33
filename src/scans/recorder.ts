import type { Clock } from "../shared/clock.ts";
import { dayOf } from "../shared/days.ts";
import { createIds } from "../shared/ids.ts";
import { missedLine, scanLine } from "../store/scan-lines.ts";
import type { UncountedReason } from "./classify.ts";
import type { Journal } from "./journal.ts";
import type { Visit } from "./visit.ts";

/** Why a visit was not counted: what the request tells, or the state of the code it asked for. */
export type MissedReason = UncountedReason | "paused" | "expired" | "unknown-token";

export const NO_CODE = 0;

export interface RecordedScan {
  id: string;
  codeNum: number;
  visit: Visit;
}

export interface Recorder {
  /** `done` hears the scan's id once it is durable, or null when it could not be recorded. */
  record(codeNum: number, visit: Visit, done: (scanId: string | null) => void): void;
  /** Notes a visit that does not count. These are added up for a second and then journalled. */
  miss(codeNum: number, reason: MissedReason, at: number): void;
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

/** The time in an id, which runs ahead of a clock that stepped back. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export function createRecorder({ journal, clock }: { journal: Journal; clock: Clock }): Recorder {
  const createId = createIds(clock.now, journal.start.latestMs);
  const listeners = new Set<(scan: RecordedScan) => void>();
  const missed = new Map<string, { codeNum: number; day: number; reason: string; count: number }>();
  const totals = { recorded: 0, unrecorded: 0, missed: 0 };

  function writeMissed(): void {
    for (const [key, sum] of missed) {
      missed.delete(key);
      const id = createId();
      journal.append(missedLine({ id, ...sum }), timeOf(id), () => {});
    }
  }
  const timer = setInterval(writeMissed, MISSED_EVERY_MS);
  timer.unref();

  return {
    record(codeNum, visit, done) {
      const id = createId();
      const line = scanLine(id, codeNum, visit.at, visit.agent.text, visit.place.text);
      journal.append(line, timeOf(id), (durable) => {
        totals[durable ? "recorded" : "unrecorded"] += 1;
        done(durable ? id : null);
        if (durable && listeners.size > 0) {
          for (const listener of listeners) listener({ id, codeNum, visit });
        }
      });
    },
    miss(codeNum, reason, at) {
      totals.missed += 1;
      const day = dayOf(at);
      const key = `${codeNum} ${day} ${reason}`;
      const sum = missed.get(key);
      if (sum) sum.count += 1;
      else missed.set(key, { codeNum, day, reason, count: 1 });
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
