import type { Readable } from "node:stream";
import { basePathOf } from "../shared/base-path.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, TooBusy } from "../shared/errors.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { BundleReader } from "../store/bundle-store.ts";
import type { Store } from "../store/store.ts";
import { createArchive, TakerGone } from "./archive.ts";
import { type CodeFiles, exportBundle } from "./export.ts";

export interface OwnExportsParts {
  store: Pick<Store, "snapshot">;
  clock: Clock;
  files: CodeFiles;
  baseUrl: string;
  /** Resolves when the scans recorded until now are settled. */
  scansSettled: () => Promise<void>;
  onError: (error: unknown) => void;
}

export type OwnExports = ReturnType<typeof createOwnExports>;

/** Of all people together: each holds a connection of its own while it runs. */
const MOST_AT_ONCE = 3;
/** Written while others are served, so that none of them waits for it. */
const SCANS_A_PART = 5_000;
const RUNNING = "Your last export is still being written. Wait until it is done, or end its download.";

interface Running {
  done: number;
  end(): void;
  ended: Promise<void>;
}

/** Everything of one person as an archive, made while it is taken; one at a time each. */
export function createOwnExports(parts: OwnExportsParts) {
  const { store, clock, files, baseUrl, scansSettled, onError } = parts;
  const running = new Map<string, Running>();
  let isStopped = false;

  return {
    /** How far the person's export is, from 0 to 1; null when none is being written here. */
    progress: (ownerId: string): number | null => running.get(ownerId)?.done ?? null,

    async start(owner: { id: string; email: string }): Promise<Readable> {
      if (running.has(owner.id)) throw invalid([{ field: "export", message: RUNNING }], RUNNING);
      if (isStopped || running.size >= MOST_AT_ONCE) throw new TooBusy();
      const archive = createArchive(clock.now());
      const { signal } = archive;
      const work = async () => {
        await scansSettled();
        await store.snapshot((reader) =>
          exportBundle({
            ...files,
            sink: archive,
            owner,
            baseUrl,
            signal,
            reader: readUntilLeft(reader, signal),
            now: clock.now(),
            basePath: basePathOf(baseUrl),
            scansAPart: SCANS_A_PART,
            progress: (done) => {
              one.done = done;
            },
          }),
        );
      };
      const one: Running = {
        done: 0,
        end: () => archive.abort(new Error("The service stops.")),
        ended: Promise.resolve(),
      };
      running.set(owner.id, one);
      one.ended = work()
        .catch((error) => {
          // Whoever ended the download knows; all else somebody should hear of.
          archive.abort(error);
          if (!(signal.reason instanceof TakerGone || isStopped)) onError(signal.reason);
        })
        .finally(() => running.delete(owner.id));
      return archive.output;
    },

    /** Breaks off what is being written and lets go of what it read from. */
    async stop(deadlineMs: number): Promise<void> {
      isStopped = true;
      const all = [...running.values()];
      for (const { end } of all) end();
      await isDoneWithin(Promise.all(all.map(({ ended }) => ended)), deadlineMs);
    },
  };
}

const readUntilLeft = (reader: BundleReader, signal: AbortSignal): BundleReader =>
  new Proxy(reader, {
    get(target, name) {
      signal.throwIfAborted();
      return Reflect.get(target, name);
    },
  });
