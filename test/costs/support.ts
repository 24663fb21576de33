/** Counts the cost of work in units that a busy machine does not change. */
import pg from "pg";
import type { Calls, Operations } from "../../src/shared/thread.ts";
import { createThreads, type Threads } from "../../src/shared/threads.ts";
import type { Engine } from "../support/stores.ts";

type Counts = Map<string, number>;

/** Real threads, with every call counted: `journal append`. */
export function countedThreads(): { threads: Threads; calls: Counts } {
  const threads = createThreads();
  const calls: Counts = new Map();
  const counted = <O extends Operations, C extends Calls<O>>(name: string, to: C): C => ({
    ...to,
    call: (operation, ...args) => {
      add(calls, `${name} ${String(operation)}`);
      return to.call(operation, ...args);
    },
    callLong: (operation, ...args) => {
      add(calls, `${name} ${String(operation)}`);
      return to.callLong(operation, ...args);
    },
  });
  return {
    calls,
    threads: {
      ...threads,
      start(name, file, ...rest) {
        const thread = threads.start(name, file, ...rest);
        return { ...counted(name, thread), session: () => counted(name, thread.session()) } as never;
      },
    },
  };
}

/** Statements that this process sends to PostgreSQL, without those of its threads. */
export function countedStatements(): { statements: string[]; stop(): void } {
  const statements: string[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    statements.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    statements,
    stop() {
      prototype.query = query;
    },
  };
}

/** The same engine, and a promise that the work of every start is done. */
export function tidied(engine: Engine): { engine: Engine; isTidy: Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const open: Engine["open"] = async (...args) => {
    const store = await engine.open(...args);
    const maintain: typeof store.maintain = (...times) => {
      const work = store.maintain(...times);
      resolve(work);
      return work;
    };
    return { ...store, maintain };
  };
  return { engine: { ...engine, open }, isTidy: promise };
}

/** How often a regular expression is run during `work`. */
export function expressionsRun(work: () => void): number {
  const { exec } = RegExp.prototype;
  let runs = 0;
  RegExp.prototype.exec = function (text) {
    runs += 1;
    return Reflect.apply(exec, this, [text]);
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return runs;
}

const add = (counts: Counts, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
