import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { TooBusy } from "../shared/errors.ts";
import { createQueue } from "../shared/queue.ts";
import { BadLogo } from "./errors.ts";
import type { LogoAnswer } from "./logo-process.ts";
import { unwrap } from "./styled/answers.ts";
import type { Logo } from "./styled/logo.ts";

export interface LogoReaderOptions {
  /** How much of the processor's time a picture may take; a sound one takes a tenth of a second. */
  deadlineMs?: number;
  file?: URL;
  /** How long the process stays when no picture comes: its start takes longer than its work. */
  idleMs?: number;
  /** A machine that has no time for it is waited for so many times the deadline. */
  patience?: number;
  /** Pictures that may wait at once. */
  limit?: number;
}

export interface LogoReader {
  read(bytes: Uint8Array): Promise<Logo>;
  close(): void;
}

const FILE = new URL("./logo-process.ts", import.meta.url);
const HEAP_MEGABYTES = 192;
/** Of the process itself, on a machine that has much else to do. */
const START_MS = 60_000;
const TICK_MS = 10;

/** How long the processor has worked for a process, in milliseconds; null where no system tells. */
function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return null;
  }
}

interface Patience {
  /** How much longer a process may take that has until now taken its time by the clock. */
  left(): number;
  /** What its end means; `how`, where it ended by itself. */
  ended(how?: string): Error;
}

/** So ends a process that has no memory left, with a code where there are no signals. */
const OUT_OF_MEMORY = ["signal SIGABRT", "code 134"];

/**
 * A picture that used its time or its memory is too complex; one that the machine had no time for may come
 * again. That the process crashed says nothing of the picture.
 */
function createPatience(pid: number | undefined, deadlineMs: number, times: number): Patience {
  const before = processorMs(pid);
  const latest = performance.now() + times * deadlineMs;
  let isStarved = false;
  return {
    left() {
      const now = processorMs(pid);
      const spent = before === null || now === null ? deadlineMs : now - before;
      const left = Math.min(deadlineMs - spent, latest - performance.now());
      isStarved = left <= 0 && spent < deadlineMs;
      return left;
    },
    ended(how) {
      if (how !== undefined && !OUT_OF_MEMORY.includes(how)) {
        return new Error(`The process that reads logos ended with ${how}.`);
      }
      return isStarved ? new TooBusy() : new BadLogo("complex");
    },
  };
}

/**
 * Reads uploaded pictures in a process of its own, one at a time. Drawing an SVG is one call of the
 * library, which nothing interrupts but the end of the process: not even that of a thread. So a picture
 * that takes too long, or too much memory, ends this process, and nobody else notices.
 */
export function createLogoReader({
  deadlineMs = 3_000,
  file = FILE,
  idleMs = 30_000,
  patience = 3,
  limit = 8,
}: LogoReaderOptions = {}): LogoReader {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let isClosed = false;
  const inTurn = createQueue();

  function end(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = undefined;
  }
  // Also of a process that ends by a fault of its own.
  const endWithUs = () => end();

  async function start(): Promise<ChildProcess> {
    const started = fork(file, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // What our own process was started with is not meant for this one.
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    });
    child = started;
    process.once("exit", endWithUs);
    // Its end is heard of in any case; a word that did not reach it before is no fault of ours.
    started.on("error", () => {});
    started.once("exit", () => {
      process.off("exit", endWithUs);
      if (child === started) child = undefined;
    });
    await answerOf(started, START_MS, {
      left: () => 0,
      ended: () => new Error("The process that reads logos did not start."),
    });
    return started;
  }

  async function readNow(bytes: Uint8Array): Promise<Logo> {
    if (isClosed) throw new TooBusy();
    clearTimeout(idle);
    const reader = child ?? (await start());
    reader.ref();
    reader.channel?.ref();
    const waited = createPatience(reader.pid, deadlineMs, patience);
    const answer = answerOf<LogoAnswer>(reader, deadlineMs, waited);
    reader.send(bytes);
    try {
      const heard = await answer;
      if ("failure" in heard) throw heard.failure;
      return unwrap(heard);
    } finally {
      reader.unref();
      reader.channel?.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  }

  /** The next word of a process. If it ends before, or the time does, it is gone and this is why. */
  function answerOf<T>(from: ChildProcess, ms: number, waited: Patience): Promise<T> {
    return new Promise((resolve, reject) => {
      const over = (how?: string) => {
        stopListening();
        end();
        reject(isClosed ? new TooBusy() : waited.ended(how));
      };
      const exited = (code: number | null, signal: string | null) =>
        over(signal === null ? `code ${code}` : `signal ${signal}`);
      const failed = (error: Error) => over(`the error: ${error.message}`);
      const late = () => {
        const left = waited.left();
        if (left <= 0) return over();
        timer = setTimeout(late, Math.max(left, TICK_MS));
      };
      let timer = setTimeout(late, ms);
      const heard = (value: unknown) => {
        stopListening();
        resolve(value as T);
      };
      function stopListening(): void {
        clearTimeout(timer);
        from.off("message", heard);
        from.off("exit", exited);
        from.off("error", failed);
      }
      from.once("message", heard);
      from.once("exit", exited);
      from.once("error", failed);
    });
  }

  return {
    async read(bytes) {
      if (waiting >= limit) throw new TooBusy();
      waiting += 1;
      return inTurn(() => readNow(bytes)).finally(() => {
        waiting -= 1;
      });
    },
    close() {
      isClosed = true;
      end();
    },
  };
}
