import { createThreads, type Thread, type Threads } from "../../src/shared/threads.ts";

/** Real threads; `note` hears of every call of those for reports and small charts. */
export function watchedThreads(note: (operation: string, args: unknown[]) => void): Threads {
  const threads = createThreads({ isLazy: true });
  const start: Threads["start"] = (name, ...rest) => {
    const thread: Thread<never> = threads.start(name, ...rest);
    if (!/^(reports|charts)/.test(name)) return thread;
    const noted = (call: Thread<never>["call"]): Thread<never>["call"] =>
      ((operation: never, ...args: never) => {
        note(operation, args);
        return call(operation, ...args);
      }) as never;
    return { ...thread, call: noted(thread.call), callLong: noted(thread.callLong) };
  };
  return { ...threads, start };
}
