import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { createBoundedMap } from "../../shared/bounded-map.ts";
import { foldLetters } from "../../shared/text.ts";

/** 3.51.3 fixed a rare corruption of write-ahead logs shared by several connections. */
const OLDEST_SQLITE = [3, 51, 3];
const STATEMENTS_KEPT = 500;
const UNSYNCED_MS = 1_000;
const LOG_BYTES = 32 * 1024 * 1024;

export interface SqliteResult {
  rows: Record<string, unknown>[];
  changes: number;
}

export interface Sqlite {
  db: DatabaseSync;
  run(sql: string, params: readonly unknown[]): SqliteResult;
  /** If it is not durable, a power cut may undo it; at most once a second its commit waits for the disk. */
  transaction<T>(work: () => T, isDurable?: boolean): T;
  /**
   * The same for work that awaits nothing but what is already there: without leaving the queue of microtasks it is over
   * before the thread takes its next call.
   */
  transactionInMicrotasks<T>(work: () => Promise<T>): Promise<T>;
  /** Does nothing if SQLite has already rolled back, as when the disk is full. */
  rollBack(): void;
}

export function openDatabase(file: string, readOnly: boolean): Sqlite {
  const db = new DatabaseSync(file, { readOnly, timeout: 5000 });
  // Without the limit, a write-ahead log that grew next to a long read keeps its size on the disk.
  if (!readOnly)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${LOG_BYTES}`);
  db.exec("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768");
  // SQLite's own lower() only handles ASCII.
  db.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const contains = createContains();
  db.function("contains", { deterministic: true }, (name, content, part) =>
    Number([name, content].some((text) => contains(foldLetters(String(text)), String(part)))),
  );
  let syncedAt = Number.NEGATIVE_INFINITY;
  const statements = createBoundedMap<{ statement: StatementSync; hasRows: boolean }>(STATEMENTS_KEPT);

  function prepare(sql: string) {
    const statement = db.prepare(sql);
    return statements.set(sql, { statement, hasRows: statement.columns().length > 0 });
  }

  const rollBack = () => {
    if (db.isTransaction) db.exec("ROLLBACK");
  };

  return {
    db,
    rollBack,
    run(sql, params) {
      const { statement, hasRows } = statements.get(sql) ?? prepare(sql);
      const values = params.map(toSqlite);
      if (hasRows) {
        const rows = statement.all(...values) as Record<string, unknown>[];
        return { rows, changes: rows.length };
      }
      return { rows: [], changes: Number(statement.run(...values).changes) };
    },
    transaction(work, isDurable = true) {
      const isQuick = !isDurable && performance.now() - syncedAt < UNSYNCED_MS;
      if (isQuick) db.exec("PRAGMA synchronous = NORMAL");
      try {
        db.exec("BEGIN IMMEDIATE");
        const result = work();
        db.exec("COMMIT");
        if (!isQuick) syncedAt = performance.now();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      } finally {
        if (isQuick) db.exec("PRAGMA synchronous = FULL");
      }
    },
    async transactionInMicrotasks(work) {
      try {
        db.exec("BEGIN IMMEDIATE");
        const result = await work();
        db.exec("COMMIT");
        syncedAt = performance.now();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}

export function requireSqliteVersion(db: DatabaseSync): void {
  const row = db.prepare("SELECT sqlite_version() AS version").get() as { version: string };
  const found = row.version.split(".").map(Number);
  const difference = OLDEST_SQLITE.map((part, i) => (found[i] ?? 0) - part).find((d) => d !== 0) ?? 0;
  if (difference < 0) {
    throw new Error(
      `This Node has SQLite ${row.version}; Tessera needs ${OLDEST_SQLITE.join(".")} or later. Run it with the Node that npm ci installs.`,
    );
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.toISOString();
  return (value ?? null) as SQLInputValue;
}

/** A longer part could take quadratic time with String.includes. */
const LONG = 32;

/** Whether a text holds a part, in linear time (Knuth-Morris-Pratt). */
export function createContains(): (text: string, part: string) => boolean {
  let last = "";
  let borders = bordersOf(last);
  return (text, part) => {
    if (part.length <= LONG) return text.includes(part);
    if (part !== last) {
      last = part;
      borders = bordersOf(part);
    }
    let matched = 0;
    for (let at = 0; at < text.length; at++) {
      while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) {
        matched = borders[matched - 1]!;
      }
      if (text.charCodeAt(at) === part.charCodeAt(matched)) matched++;
      if (matched === part.length) return true;
    }
    return false;
  };
}

/** For each prefix: the length of its longest border (proper prefix that is also a suffix). */
function bordersOf(part: string): Uint16Array {
  const borders = new Uint16Array(part.length);
  for (let at = 1; at < part.length; at++) {
    let length = borders[at - 1]!;
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) {
      length = borders[length - 1]!;
    }
    borders[at] = part.charCodeAt(at) === part.charCodeAt(length) ? length + 1 : length;
  }
  return borders;
}

/** A statement of a change whose statements are all known in advance. */
export interface Step {
  sql: string;
  parameters: readonly unknown[];
  /** Returned if it yields no row; then the whole change is rolled back. */
  orElse?: string | undefined;
}

/** Rolls back the transaction it is thrown in. */
export class NothingFound extends Error {}
