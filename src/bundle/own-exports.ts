/** Exports requested in the dashboard: created as a file in DATA_DIR, then downloaded. */
import { once } from "node:events";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { confirmRights } from "../shared/audit.ts";
import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { TooBusy } from "../shared/errors.ts";
import { removeFolder } from "../shared/remove-folder.ts";
import { basePathOf } from "../shared/text.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import { type CodeFiles, exportBundle } from "./export.ts";
import { createSlots } from "./export-slots.ts";
import { zipBundle } from "./files.ts";

export interface OwnExportsParts {
  store: Pick<Store, "audit" | "placements" | "snapshot">;
  clock: Clock;
  dataDir: string;
  files: CodeFiles;
  baseUrl: () => string;
  shareBase: (workspaceId: string) => string;
  /** Resolves when the scans recorded until now are settled. */
  scansSettled: () => Promise<void>;
  onError: (error: unknown) => void;
}

export interface ExportState {
  /** From 0 to 1 while it is being made, else null. */
  progress: number | null;
  isReady: boolean;
  /** Why the last one failed. */
  problem: string | null;
}

interface Download {
  stream: Readable;
  size: number;
  end(isWhole: boolean): void;
}

interface OwnExport extends ExportState {
  /** Who asked for it. */
  person: string;
  dir: string;
  made: Promise<void>;
}

/** Each draws pictures and briefly holds a snapshot; others wait, and a person has one at a time. */
const MAX_MADE_AT_ONCE = 2;
/** In progress or waiting. */
const MAX_MADE_OF_PERSON = 2;
/** In progress, waiting or ready. A person's oldest ready one is removed for their next one, and nobody else's. */
const MAX_KEPT = 50;
const MAX_KEPT_OF_PERSON = 5;
const MAX_DOWNLOADS = 3;
const MAKE_MS = 2 * 3_600_000;
const KEPT_MS = 3_600_000;
const DOWNLOAD_MS = 6 * 3_600_000;
/** The server cuts a connection that is silent for a minute. */
const WAIT_MS = 40_000;
/** The journal is on the same disk: this much, or a tenth of a small disk, stays free. */
const FREE_BYTES = 1024 ** 3;
const LOOK_MS = 1000;
/** Of a download; the right to each is asked for. */
const PART_BYTES = 1024 ** 2;

const NO_SPACE = "There is not enough disk space on the server for your export. Tell its administrator.";
const FAILED = "Your export failed. Try again; if it fails again, tell the administrator.";
const NOT_YET = "Your export is not ready yet. Try again in a minute.";
const MANY_OWN = `${MAX_MADE_OF_PERSON} of your exports are already being created. Wait until one of them is ready.`;
const NO_ROOM = "The server holds as many exports as it can. Try again in an hour.";
const MANY_DOWNLOADS = "Your export is already being downloaded several times. Wait until one download has ended.";

class NoSpace extends Error {
  override message = "There is not enough free disk space in DATA_DIR for an export.";
}

/** Tests set the bounds. */
export function createOwnExports(
  parts: OwnExportsParts,
  { mostKept = MAX_KEPT, mostOfPerson = MAX_KEPT_OF_PERSON, hasSpace = hasFreeSpace } = {},
) {
  const { dataDir, clock, onError } = parts;
  const root = join(dataDir, "exports");
  const byWorkspace = new Map<string, OwnExport>();
  const downloads = new Set<Readable>();
  /** By workspace, not by export: a removed export keeps its disk space until its downloads end. */
  const downloadsOf = new Map<string, number>();
  const stopping = new AbortController();
  const slots = createSlots(MAX_MADE_AT_ONCE);
  let last = 0;
  // Left over from a crash.
  rmSync(root, { recursive: true, force: true });

  function remove(workspaceId: string, one: OwnExport): void {
    if (byWorkspace.get(workspaceId) === one) byWorkspace.delete(workspaceId);
    // A running download continues with the open file.
    removeFolder(one.dir).catch(onError);
  }

  /** Removes the person's oldest finished export when a limit is reached, or throws. */
  function requireRoom(person: string): void {
    if (stopping.signal.aborted) throw new TooBusy("The service is stopping.");
    const own = [...byWorkspace].filter(([, one]) => one.person === person);
    const ready = own.filter(([, { progress }]) => progress === null);
    if (own.length - ready.length >= MAX_MADE_OF_PERSON) throw new TooBusy(MANY_OWN);
    if (byWorkspace.size < mostKept && own.length < mostOfPerson) return;
    if (ready.length === 0) throw new TooBusy(NO_ROOM);
    remove(...ready[0]!);
  }

  function start(workspace: { id: string; name: string }): OwnExport {
    const there = byWorkspace.get(workspace.id);
    if (there && there.problem === null) return there;
    if (there) remove(workspace.id, there);
    const caller = callerNow(workspace.id);
    requireRoom(caller.person);
    const dir = join(root, String(++last));
    const one: OwnExport = {
      person: caller.person,
      progress: 0,
      isReady: false,
      problem: null,
      dir,
      made: Promise.resolve(),
    };
    byWorkspace.set(workspace.id, one);
    one.made = slots(caller, () => make(workspace, one))
      .then(() => {
        one.isReady = true;
      })
      .catch(async (error: unknown) => {
        await removeFolder(dir).catch(onError);
        one.problem = isNoSpace(error) ? NO_SPACE : FAILED;
        if (!stopping.signal.aborted) onError(error);
      })
      .finally(() => {
        one.progress = null;
        setTimeout(() => remove(workspace.id, one), KEPT_MS).unref();
      });
    return one;
  }

  async function make(workspace: { id: string; name: string }, one: OwnExport): Promise<void> {
    const { store, files, scansSettled } = parts;
    const space = new AbortController();
    const signal = AbortSignal.any([stopping.signal, space.signal, AbortSignal.timeout(MAKE_MS)]);
    signal.throwIfAborted();
    mkdirSync(one.dir, { recursive: true, mode: 0o700 });
    const look = () =>
      hasSpace(one.dir).then((isEnough) => {
        if (!isEnough) space.abort(new NoSpace());
      });
    await look();
    const timer = setInterval(() => look().catch(onError), LOOK_MS);
    try {
      await scansSettled();
      const dir = join(one.dir, "bundle");
      const now = clock.now();
      const progress = (done: number) => {
        one.progress = done;
      };
      const baseUrl = parts.baseUrl();
      const basePath = basePathOf(baseUrl);
      await exportBundle({
        store,
        dir,
        files,
        workspace,
        baseUrl,
        shareBase: parts.shareBase,
        basePath,
        now,
        signal,
        progress,
      });
      await zipBundle(dir, join(one.dir, "bundle.zip"), new Date(now), signal);
      await removeFolder(dir);
    } finally {
      clearInterval(timer);
    }
  }

  function countDownload(workspaceId: string, change: 1 | -1): void {
    const count = (downloadsOf.get(workspaceId) ?? 0) + change;
    if (count === 0) downloadsOf.delete(workspaceId);
    else downloadsOf.set(workspaceId, count);
  }

  /** Logs the download once the file is open: another member may have asked for the export. */
  async function open(workspaceId: string, one: OwnExport) {
    const file = join(one.dir, "bundle.zip");
    const { size } = await stat(file);
    const stream = createReadStream(file, { highWaterMark: PART_BYTES });
    try {
      await once(stream, "open");
      await parts.store.audit.add({ workspaceId, at: clock.now(), action: "export.created" });
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return { stream, size };
  }

  /** The file, created first if needed. Call `end` when the response has ended, with whether it was complete. */
  async function take(workspace: { id: string; name: string }): Promise<Download> {
    const one = start(workspace);
    if (!(await isDoneWithin(one.made, WAIT_MS))) throw new TooBusy(NOT_YET);
    if (one.problem !== null) throw new TooBusy(one.problem);
    await confirmRights();
    if ((downloadsOf.get(workspace.id) ?? 0) >= MAX_DOWNLOADS) throw new TooBusy(MANY_DOWNLOADS);
    countDownload(workspace.id, 1);
    const opened = await open(workspace.id, one).catch((error) => {
      countDownload(workspace.id, -1);
      // Removed meanwhile, by a download that has ended: it is made again.
      if (byWorkspace.get(workspace.id) !== one) return null;
      throw error;
    });
    if (opened === null) return take(workspace);
    const { stream, size } = opened;
    const late = setTimeout(() => stream.destroy(), DOWNLOAD_MS).unref();
    downloads.add(stream);
    stream.once("close", () => {
      clearTimeout(late);
      countDownload(workspace.id, -1);
      downloads.delete(stream);
    });
    return { stream, size, end: (isWhole) => void (isWhole && remove(workspace.id, one)) };
  }

  return {
    state(workspaceId: string): ExportState {
      const { progress = null, isReady = false, problem = null } = byWorkspace.get(workspaceId) ?? {};
      return { progress, isReady, problem };
    },

    /** Starts an export unless there is one. */
    start: (workspace: { id: string; name: string }): void => void start(workspace),

    take,

    /** Aborts exports and downloads, and removes the files. */
    async stop(deadlineMs: number): Promise<void> {
      stopping.abort(new Error("The service is stopping."));
      for (const stream of downloads) stream.destroy();
      const all = [...byWorkspace.values()].map(({ made }) => made);
      await isDoneWithin(Promise.all(all), deadlineMs);
      await removeFolder(root).catch(onError);
    },
  };
}

async function hasFreeSpace(dir: string): Promise<boolean> {
  const { bavail, bsize, blocks } = await statfs(dir);
  return bavail * bsize >= Math.min(FREE_BYTES, (blocks * bsize) / 10);
}

const isNoSpace = (error: unknown): boolean =>
  error instanceof NoSpace || ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException)?.code ?? "");
