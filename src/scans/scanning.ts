import type { Registry } from "prom-client";
import { createKnownCodes, type KnownCodes } from "../codes/known-codes.ts";
import type { Clock } from "../shared/clock.ts";
import type { Threads } from "../shared/threads.ts";
import type { SettleReport, Store } from "../store/types.ts";
import { createAgentReader } from "../visits/agent.ts";
import { createClassifier } from "../visits/classify.ts";
import { createPlaceReader } from "../visits/place.ts";
import { createVisitReader, type VisitReader } from "../visits/visit.ts";
import { openJournal } from "./journal.ts";
import { claimJournal } from "./journal-identity.ts";
import { exposeScanMetrics } from "./metrics.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { type Settler, startSettler } from "./settler.ts";

export interface Scanning {
  knownCodes: KnownCodes;
  visits: VisitReader;
  recorder: Recorder;
  settler: Settler;
  /** Writes and settles what there is; what the store does not take stays in the journal. */
  close(): Promise<void>;
}

export interface ScanningParts {
  config: { dataDir: string; geoDb: string | undefined };
  store: Store;
  clock: Clock;
  metrics: Registry;
  threads: Threads;
  onError: (error: unknown) => void;
  onUnplaced: (report: SettleReport) => void;
}

const AGENTS_KEPT = 20_000;
const ADDRESSES_KEPT = 50_000;
/** What is not settled by then stays in the journal. */
const STOP_MS = 3_000;

/** Puts the parts of scanning together: the reader of visits, the journal, the settler, the known codes. */
export async function createScanning(parts: ScanningParts): Promise<Scanning> {
  const { config, store, clock, metrics, threads, onError, onUnplaced } = parts;
  const { dataDir } = config;
  const journal = await openJournal({ dataDir, threads, onError });
  await claimJournal({ journal, store, journalDir: dataDir, databaseDir: dataDir });
  const settler = startSettler({ journal, store, onError, onUnplaced });
  const recorder = createRecorder({ journal, clock, onError });
  const places = createPlaceReader({ geoDb: config.geoDb, cacheSize: ADDRESSES_KEPT, onError });
  exposeScanMetrics({ registry: metrics, recorder, settler, store });
  return {
    knownCodes: createKnownCodes({ store, clock }),
    visits: createVisitReader({
      readAgent: createAgentReader({ cacheSize: AGENTS_KEPT }),
      places,
      classify: createClassifier({ cacheSize: AGENTS_KEPT }),
    }),
    recorder,
    settler,
    async close() {
      await recorder.close();
      await settler.stop(STOP_MS);
      await journal.close();
    },
  };
}
