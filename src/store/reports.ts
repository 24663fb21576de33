/**
 * Reports run in threads of their own, with connections of their own, and the small charts of lists in others: no list, no
 * scan and no other workspace's report waits for one. People take turns.
 */
import { sql } from "kysely";
import { chosen } from "../codes/choice.queries.ts";
import type { EngineName } from "../database/engine.ts";
import { readCounts } from "../scans/counts.queries.ts";
import { readDays, readPlacementDays } from "../scans/days.queries.ts";
import type { CodeChoice, InsightRequest, ZonedSpan } from "../scans/filter.ts";
import { findScans } from "../scans/find.queries.ts";
import { readLatest } from "../scans/latest.queries.ts";
import { createNames } from "../scans/names.queries.ts";
import { type PageRequest, readPage } from "../scans/page.queries.ts";
import type { ReadSnapshot } from "../scans/read.queries.ts";
import type { LatestScans } from "../scans/scan.ts";
import { readUncounted } from "../scans/uncounted.queries.ts";
import { callerNow } from "../shared/caller.ts";
import { TooBusy } from "../shared/errors.ts";
import { createThreadPool } from "../shared/thread-pool.ts";
import type { Threads } from "../shared/threads.ts";
import { countTags } from "../tags/code-tags.queries.ts";
import { type RankRequest, rankCodes } from "./ranking.ts";
import { readInsights } from "./report.ts";

/** The thread's side. `snapshot`: runs reads that see the same state. */
export function createReportOperations(engine: EngineName, snapshot: ReadSnapshot) {
  // Not kept from one report to the next: after a restore of the database their numbers may be others'.
  const names = () => createNames(engine);
  return {
    insights: (request: InsightRequest) => snapshot((db) => readInsights({ db, engine }, names(), request)),
    page: (request: PageRequest) => snapshot((db) => readPage({ db, engine }, names(), request)),
    days: (codeNums: readonly number[], span: ZonedSpan, skipsDamaged?: boolean) =>
      snapshot((db) => readDays({ db, engine }, codeNums, span, skipsDamaged)),
    counts: (codeNums: readonly number[], spans: readonly ZonedSpan[]) =>
      snapshot((db) => readCounts({ db, engine }, codeNums, spans)),
    ranks: (request: RankRequest) => snapshot((db) => rankCodes({ db, engine }, request)),
    /** Of some codes of a workspace. */
    uncounted: (choice: CodeChoice, fromDay: number, toDay: number) =>
      snapshot((db) => {
        const ofCodes = sql<boolean>`code_num IN (SELECT num FROM codes WHERE ${chosen(choice)})`;
        return readUncounted(db, ofCodes, fromDay, toDay);
      }),
    tagCounts: (workspaceId: string) => snapshot((db) => countTags(db, workspaceId)),
    placementDays: (codeNum: number, ids: readonly string[], span: ZonedSpan) =>
      snapshot((db) => readPlacementDays({ db, engine }, codeNum, ids, span)),
    latest: (workspaceId: string, wanted: LatestScans) =>
      snapshot((db) => readLatest({ db, engine }, names(), workspaceId, wanted)),
    find: (codeNums: readonly number[], ids: readonly string[]) =>
      snapshot((db) => findScans({ db, engine }, names(), codeNums, ids)),
  };
}

export type ReportOperations = ReturnType<typeof createReportOperations>;

export type Reports = ReturnType<typeof createReports>;

/** A dashboard page asks for several at once, and a list for those of its codes. */
const LIMITS = { limit: 400, ofPerson: 80, ofPart: 40 };
const MAX_WAIT_MS = 20_000;
const PROCESSOR_MS = 20_000;

/** The event loop's side. */
export function createReports(threads: Threads, file: URL, workerData: object) {
  const start = (name: string) =>
    createThreadPool<ReportOperations>({ name, file, threads, workerData, ...LIMITS, processorMs: PROCESSOR_MS });
  const pools = { reports: start("reports"), charts: start("charts") };

  /** `whose`: who is charged if nobody asked. */
  async function ask<K extends keyof ReportOperations>(
    whose: string,
    operation: K,
    args: Parameters<ReportOperations[K]>,
    pool = pools.reports,
  ): Promise<Awaited<ReturnType<ReportOperations[K]>>> {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    try {
      return await pool.call(operation, args, { caller: callerNow(whose), signal });
    } catch (error) {
      if (error === signal.reason) throw new TooBusy("The service is busy. Try again in a few seconds.");
      throw error;
    }
  }

  return {
    insights: (request: InsightRequest) => ask(request.codes.workspaceId, "insights", [request]),
    /** Newest first. */
    page: (request: PageRequest) => ask(`code ${request.codeNum}`, "page", [request]),
    /** Scans per day of some codes: little work, which lists wait for. */
    days: (codeNums: readonly number[], span: ZonedSpan, skipsDamaged?: boolean) =>
      ask("lists", "days", [codeNums, span, skipsDamaged], pools.charts),
    /** How many scans each of some codes has in each of some spans. */
    counts: (codeNums: readonly number[], spans: readonly ZonedSpan[]) =>
      ask("lists", "counts", [codeNums, spans], pools.charts),
    /** Codes in the order of their scans in a period, or of their trend. */
    ranks: (request: RankRequest) => ask(request.workspaceId, "ranks", [request]),
    placementDays: (codeNum: number, ids: readonly string[], span: ZonedSpan) =>
      ask(`code ${codeNum}`, "placementDays", [codeNum, ids, span], pools.charts),
    uncounted: (choice: CodeChoice, fromDay: number, toDay: number) =>
      ask(choice.workspaceId, "uncounted", [choice, fromDay, toDay]),
    tagCounts: (workspaceId: string) => ask(workspaceId, "tagCounts", [workspaceId]),
    /** The latest scans of a workspace, newest first. */
    latest: (workspaceId: string, wanted: LatestScans) => ask(workspaceId, "latest", [workspaceId, wanted]),
    /** Those of these scans that some codes have, in no order. */
    find: (codeNums: readonly number[], ids: readonly string[]) => ask("deliveries", "find", [codeNums, ids]),
    close: () => Promise.all(Object.values(pools).map(({ close }) => close())),
  };
}
