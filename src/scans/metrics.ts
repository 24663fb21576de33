import { Counter, Gauge, type Registry } from "prom-client";
import type { Store } from "../store/store.ts";
import type { Recorder } from "./recorder.ts";
import type { Settler } from "./settler.ts";

export interface ScanMetricsParts {
  registry: Registry;
  recorder: Recorder;
  settler: Settler;
  store: Pick<Store, "lostNotices" | "ping">;
}

/** Metrics of scans: received, waiting, not recorded. */
export function exposeScanMetrics({ registry, recorder, settler, store }: ScanMetricsParts): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter("tessera_scans_recorded_total", "Scans acknowledged by this node.", recorder.recorded);
  counter("tessera_scans_unrecorded_total", "Scans answered but not recorded.", recorder.unrecorded);
  counter(
    "tessera_scans_late_total",
    "Scans answered without an id because of a slow disk, and recorded later.",
    recorder.late,
  );
  gauge(
    "tessera_scans_undecided",
    "Scans answered while the disk is unresponsive; not yet known whether they are recorded.",
    recorder.undecided,
  );
  counter("tessera_visits_missed_total", "Visits that do not count as scans.", recorder.uncounted);
  counter("tessera_settle_failures_total", "Failed attempts to settle.", () => settler.health().settleFailures);
  counter(
    "tessera_lines_set_aside_total",
    "Scans and sums that match no code and were set aside.",
    () => settler.unplaced().aside,
  );
  counter(
    "tessera_lines_dropped_total",
    "Scans and sums of erased codes that were dropped.",
    () => settler.unplaced().dropped,
  );
  counter(
    "tessera_lines_missing_total",
    "Scans and sums settled earlier that are missing in this database, which was restored from an older copy.",
    () => settler.unplaced().missing,
  );
  counter("tessera_notices_lost_total", "Times that change notices may have been missed.", store.lostNotices);
  new Gauge({
    name: "tessera_database_up",
    help: "1 while the database responds.",
    registers,
    async collect() {
      const up = store.ping().then(
        () => 1,
        () => 0,
      );
      this.set(await up);
    },
  });
  gauge("tessera_journal_rows", "Unsettled journal rows.", () => settler.health().rows);
  gauge("tessera_journal_age_seconds", "Age of the oldest unsettled row.", () => settler.health().oldestSeconds);
}

/** When each maintenance job last succeeded on any node, for an alert. */
export function createMaintenanceMetrics(registry: Registry): (job: string, at: number) => void {
  const gauge = new Gauge({
    name: "tessera_maintenance_last_success_timestamp_seconds",
    help: "When each maintenance job last succeeded, on any node.",
    labelNames: ["job"],
    registers: [registry],
  });
  return (job, at) => gauge.set({ job }, at / 1000);
}
