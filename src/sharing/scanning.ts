import type { Registry } from "prom-client";
import { createCodeFinder } from "../codes/code-finder.ts";
import { createKnownCodes } from "../codes/known-codes.ts";
import { openJournal } from "../scans/journal.ts";
import { claimJournal } from "../scans/journal-identity.ts";
import { exposeScanMetrics } from "../scans/metrics.ts";
import { createRecorder } from "../scans/recorder.ts";
import type { SettleReport } from "../scans/scan.ts";
import { startSettler } from "../scans/settler.ts";
import { createVisitorTags } from "../scans/visitor-tags.ts";
import type { Clock } from "../shared/clock.ts";
import type { Threads } from "../shared/threads.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import { createAgentReader } from "../visits/agent.ts";
import { createClassifier } from "../visits/classify.ts";
import { createPlaceReader } from "../visits/place.ts";
import { createVisitReader } from "../visits/visit.ts";

export type Scanning = Awaited<ReturnType<typeof createScanning>>;

export interface ScanningParts {
  config: { dataDir: string; geoDb: string | undefined; visitors: "on" | "off" };
  store: Store;
  clock: Clock;
  metrics: Registry;
  threads: Threads;
  onError: (error: unknown) => void;
  onUnplaced: (report: SettleReport) => void;
  waits?: Waits | undefined;
}

/** Time limits of requests, in ms. Tests on busy machines allow more than the service. */
export interface Waits {
  /** A scan's wait for the disk. */
  journalMs?: number;
  /** A read's wait for earlier scans to be settled. */
  readMs?: number;
  /** A visit's wait for a code, or a salt, that is not cached. */
  lookupMs?: number;
  /** A visitor page's wait for the owner's brand. */
  brandMs?: number;
  /** The wait of a moved placement for its scans. */
  moveMs?: number;
}

const AGENTS_KEPT = 20_000;
const ADDRESSES_KEPT = 50_000;
/** Tags of scans that could not be settled by then are removed, which keeps the promise of 48 hours. */
const TAGS_KEPT_MS = 18 * 3_600_000;
const FORGET_MS = 3_600_000;
/** Between a visit's time and its line in the journal. */
const LINE_MS = 5_000;
/** What is not settled by then stays in the journal. */
const STOP_MS = 3_000;

/** Assembles scanning: visit reader, journal, settler, known codes. */
export async function createScanning(parts: ScanningParts) {
  const { config, store, clock, metrics, threads, onError, onUnplaced, waits } = parts;
  const { dataDir } = config;
  const journal = await openJournal({ dataDir, threads, onError, timeoutMs: waits?.journalMs });
  await claimJournal({ journal, store, journalDir: dataDir, databaseDir: dataDir });
  const settler = startSettler({ journal, store, onError, onUnplaced, readWaitMs: waits?.readMs });
  const recorder = createRecorder({ journal, clock, onError });
  const places = createPlaceReader({ geoDb: config.geoDb, cacheSize: ADDRESSES_KEPT, onError });
  const knownCodes = createKnownCodes({ store, clock, queryMs: waits?.lookupMs });
  const visitorTags = createVisitorTags({
    store,
    clock,
    isOn: config.visitors === "on",
    waitMs: waits?.lookupMs,
    onError,
  });
  // Of workspaces that have not chosen another, so that their first scan waits for nothing.
  await visitorTags.ready("UTC", clock.now());
  const forget = () => journal.forgetTags(clock.now() - TAGS_KEPT_MS);
  const forgetting = startWorker({ everyMs: FORGET_MS, round: forget, onError });
  /** Settles at once only if something that old still waits: visits of a code that expired long ago end no batch. */
  const scansSettled = async (until: number) => {
    const oldestAt = clock.now() - settler.health().oldestSeconds * 1000 - LINE_MS;
    if (oldestAt <= until) await settler.settled();
  };
  exposeScanMetrics({ registry: metrics, recorder, settler, store });
  return {
    codeFinder: createCodeFinder({ knownCodes, clock, scansSettled }),
    visits: createVisitReader({
      readAgent: createAgentReader({ cacheSize: AGENTS_KEPT }),
      places,
      classify: createClassifier({ cacheSize: AGENTS_KEPT }),
    }),
    visitorTags,
    recorder,
    settler,
    /** Writes and settles what is left; what the store does not accept stays in the journal. */
    async close(): Promise<void> {
      visitorTags.close();
      void forgetting.stop(0);
      await recorder.close();
      await settler.stop(STOP_MS);
      await journal.close();
    },
  };
}
