import { callerNow } from "../shared/caller.ts";
import { createTurns, type TurnsOptions } from "../shared/turns.ts";
import { withStatementTime } from "./statements.ts";

/**
 * Fair queueing of lists by person. One that takes 20 ms or more is followed by a pause of eight times as long, up to
 * half a second, once the person has used 250 ms without a break.
 */
const LIST_TURNS = { restFromMs: 20, rests: 8, longestRestMs: 500, freeMs: 250, longestWaitMs: 3_000 };

/** Turns of insights: a page needs several of them at once, and one of many scans takes up to a second. */
const REPORT_TURNS = { restFromMs: 20, rests: 1, longestRestMs: 500, freeMs: 1_000, longestWaitMs: 20_000 };

export type InTurn = <T>(workspaceId: string, work: () => Promise<T>) => Promise<T>;

function createInTurn(options: TurnsOptions): InTurn {
  const turns = createTurns(options);
  return (workspaceId, work) => withStatementTime((spent) => turns(callerNow(workspaceId), work, spent));
}

/** One list per person at a time, so that many of them do not delay other people. */
export const createListTurns = () => createInTurn(LIST_TURNS);

export const createReportTurns = () => createInTurn(REPORT_TURNS);
