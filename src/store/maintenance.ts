/** Maintenance jobs. Each runs on its own under a lease, on one node at a time. */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { removeOldThrottles } from "../accounts/throttles.queries.ts";
import { eraseDeletedCodes, removeEndedSessions, removeOldAnswers } from "../codes/removal.queries.ts";
import { DOMAINS } from "../database/changes.ts";
import type { JobName } from "../database/database.table.ts";
import type { EngineName } from "../database/engine.ts";
import { holdLease, type LeaseClock, releaseLease } from "../database/leases.ts";
import { createMetaQueries } from "../database/meta.ts";
import type { Tables } from "../database/tables.ts";
import { removeIdleRequests } from "../limits/counted-requests.queries.ts";
import { moveAllScans } from "../placements/move.queries.ts";
import { forgetScans } from "../scans/forget.queries.ts";
import { packScans } from "../scans/pack-rows.queries.ts";
import { completeTags } from "../tags/code-tags.queries.ts";
import { removeOldDeliveries } from "../webhooks/backlog.queries.ts";
import { removeOldAudit } from "../workspaces/audit.queries.ts";
import { removeDeletedWorkspaces } from "../workspaces/workspaces.queries.ts";
import type { RunStep } from "./steps.ts";

export type JobGroup = "visitors" | "packing" | "others";

export interface MaintenanceReport {
  /** Those that must not wait for others: that of visitors' salts and tags, and packing. Without it, all jobs. */
  jobs?: JobGroup;
  /** Skips jobs that succeeded at this time or later on any node. */
  notSince: number;
  /** Called with the time of the last success on any node. */
  onDone(job: JobName, at: number): void;
  onError(job: JobName, error: unknown): void;
}

interface MaintenanceParts {
  db: Kysely<Tables>;
  engine: EngineName;
  /** Tells every node within a change, and this one after it, as the store's queries do. */
  announce: (trx: Transaction<Tables>, what: readonly string[] | null) => Promise<void>;
  changed: (what: string | null) => void;
  leaseNow: LeaseClock;
  step: RunStep;
  /** Removes salts and tags of visitors that are due. */
  forgetVisitors: (now: number) => Promise<void>;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** Runs all jobs in order; a failure does not stop the others. Without a report, throws the first error at the end. */
export const createMaintenance =
  ({ db, engine, announce, changed, leaseNow, step, forgetVisitors }: MaintenanceParts) =>
  async (now: number, keepFrom?: number, report?: MaintenanceReport): Promise<void> => {
    // These come first: 48 hours and 30 days are promises.
    const jobs: Record<JobName, () => Promise<void>> = {
      visitors: () => forgetVisitors(now),
      workspaces: () => {
        const toAll = (trx: Transaction<Tables>) => announce(trx, [DOMAINS]);
        return removeDeletedWorkspaces(db, now, toAll, () => changed(DOMAINS));
      },
      erasing: () => eraseDeletedCodes(db, engine, now),
      tags: () => completeTags(db, engine),
      placements: () => moveAllScans({ db, step }),
      audit: () => removeOldAudit(db, now),
      sessions: () => removeEndedSessions(db, engine, now),
      answers: () => removeOldAnswers(db, now),
      throttles: () => removeOldThrottles(db, leaseNow()),
      windows: () => removeIdleRequests(db, leaseNow()),
      deliveries: () => removeOldDeliveries(db, now),
      packing: () => packScans({ db, step }, now),
      retention: () => forgetScans({ db, step }, keepFrom, now),
    };
    const meta = createMetaQueries(db);
    const holder = randomUUID();
    const errors: unknown[] = [];
    for (const [name, run] of Object.entries(jobs) as [JobName, () => Promise<void>][]) {
      const group = name === "visitors" || name === "packing" ? name : "others";
      if (report?.jobs && group !== report.jobs) continue;
      const lease = `maintenance: ${name}`;
      try {
        const before = await meta.find(`done_${name}`);
        if (before !== undefined) report?.onDone(name, before);
        const isFresh = report && before !== undefined && before >= report.notSince && before <= now;
        // Moves that a stop or crash interrupted go on at the next start: until then their scans are in two codes.
        if (isFresh && name !== "placements") continue;
        if (!(await holdLease(db, leaseNow, lease, holder, LEASE_MS))) continue;
        // Jobs can safely run twice, so a failed renewal is harmless.
        const renewal = setInterval(() => {
          holdLease(db, leaseNow, lease, holder, LEASE_MS).catch(() => {});
        }, RENEW_MS).unref();
        try {
          await run();
          await meta.set(`done_${name}`, now);
          report?.onDone(name, now);
        } finally {
          clearInterval(renewal);
          await releaseLease(db, lease, holder);
        }
      } catch (error) {
        errors.push(error);
        report?.onError(name, error);
      }
    }
    if (!report && errors.length > 0) throw errors[0];
  };
