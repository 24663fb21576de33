/** Maintenance jobs. Each runs on its own under a lease, on one node at a time. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { holdLease, type LeaseClock, releaseLease } from "./queries/leases.ts";
import type { JobName, Tables } from "./tables.ts";

export interface Job {
  name: JobName;
  run(): Promise<void>;
}

export interface MaintenanceReport {
  /** Skips jobs that succeeded at this time or later on any node. */
  notSince: number;
  /** Called with the time of the last success on any node. */
  onDone(job: JobName, at: number): void;
  onError(job: JobName, error: unknown): void;
}

interface JobParts {
  db: Kysely<Tables>;
  leaseNow: LeaseClock;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** Runs all jobs in order; a failure does not stop the others. Without a report, throws the first error at the end. */
export async function runJobs(
  { db, leaseNow }: JobParts,
  jobs: readonly Job[],
  now: number,
  report?: MaintenanceReport,
): Promise<void> {
  const holder = randomUUID();
  const errors: unknown[] = [];
  for (const job of jobs) {
    const lease = `maintenance: ${job.name}`;
    try {
      const before = await doneAt(db, job.name);
      if (before !== undefined) report?.onDone(job.name, before);
      if (report && before !== undefined && before >= report.notSince && before <= now) continue;
      if (!(await holdLease(db, leaseNow, lease, holder, LEASE_MS))) continue;
      // Jobs can safely run twice, so a failed renewal is harmless.
      const renewal = setInterval(() => {
        holdLease(db, leaseNow, lease, holder, LEASE_MS).catch(() => {});
      }, RENEW_MS).unref();
      try {
        await job.run();
        await keepDone(db, job.name, now);
        report?.onDone(job.name, now);
      } finally {
        clearInterval(renewal);
        await releaseLease(db, lease, holder);
      }
    } catch (error) {
      errors.push(error);
      report?.onError(job.name, error);
    }
  }
  if (!report && errors.length > 0) throw errors[0];
}

async function doneAt(db: Kysely<Tables>, job: JobName): Promise<number | undefined> {
  const row = await db.selectFrom("meta").select("value").where("name", "=", `done_${job}`).executeTakeFirst();
  return row?.value;
}

const keepDone = (db: Kysely<Tables>, job: JobName, now: number) =>
  sql`INSERT INTO meta (name, value) VALUES (${`done_${job}`}, ${now})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db);
