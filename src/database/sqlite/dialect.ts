import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import { ThreadEnded } from "../../shared/thread.ts";
import type { SqliteClient } from "../../store/sqlite/client.ts";
import { WithoutLocks } from "./local-dialect.ts";

interface Connection extends DatabaseConnection {
  /** Releases the reader. */
  release: (() => void) | undefined;
  /** Set while this connection is in a transaction and so holds the writer. */
  transaction: (Pick<SqliteClient, "call"> & { release: () => void }) | undefined;
}

interface DialectOptions {
  /**
   * Retries a read once if its thread ended. Only for small reads: one that crashed the thread would crash the next
   * one too.
   */
  repeats?: boolean;
  /** Sends one statement at a time to the reader, so that each has its own duration. */
  isSerial?: boolean;
}

/** Kysely over two threads: reads outside a transaction use the reader, everything else the writer. */
export function createSqliteDialect(writer: SqliteClient, reader: SqliteClient, options: DialectOptions = {}): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WithoutLocks(),
    createDriver: () => createDriver(writer, reader, options),
  };
}

function createDriver(writer: SqliteClient, reader: SqliteClient, options: DialectOptions): Driver {
  const leave = (connection: Connection) => {
    connection.transaction?.release();
    connection.transaction = undefined;
  };
  /** Ends the transaction, if any, before anyone else may write. */
  const rollBack = async (connection: Connection) => {
    try {
      await connection.transaction?.call("rollback");
    } catch {
      // This fails only if the thread ended, which also ended the transaction. The caller gets the original error.
    } finally {
      leave(connection);
    }
  };
  const commit = async (connection: Connection) => {
    try {
      await connection.transaction?.call("query", "COMMIT", []);
    } catch (error) {
      await rollBack(connection);
      throw error;
    }
    leave(connection);
  };
  return {
    init: async () => {},
    async acquireConnection() {
      const connection = createConnection(writer, reader, options);
      if (options.isSerial) connection.release = await reader.lock();
      return connection;
    },
    async beginTransaction(connection, { accessMode }) {
      const release = await writer.lock();
      // The current writer thread: a later one knows nothing of this transaction.
      const { call } = writer.session();
      try {
        await call("query", accessMode === "read only" ? "BEGIN" : "BEGIN IMMEDIATE", []);
      } catch (error) {
        release();
        throw error;
      }
      (connection as Connection).transaction = { call, release };
    },
    commitTransaction: (connection) => commit(connection as Connection),
    rollbackTransaction: (connection) => rollBack(connection as Connection),
    releaseConnection: async (connection) => (connection as Connection).release?.(),
    destroy: async () => {},
  };
}

/** A statement that starts with WITH only reads: none of our writes does. */
const READ = /^\s*(?:select|with)\b/i;

function createConnection(writer: SqliteClient, reader: SqliteClient, { repeats }: DialectOptions): Connection {
  const read = async (query: CompiledQuery) => {
    const ask = () => reader.call("query", query.sql, query.parameters);
    try {
      return await ask();
    } catch (error) {
      if (!repeats || !(error instanceof ThreadEnded)) throw error;
      return ask();
    }
  };
  const send = (query: CompiledQuery) => {
    if (connection.transaction) {
      return connection.transaction.call("query", query.sql, query.parameters);
    }
    if (READ.test(query.sql)) return read(query);
    return writer.afterTransactions(() => writer.call("query", query.sql, query.parameters));
  };
  const connection: Connection = {
    release: undefined,
    transaction: undefined,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await send(query);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported; read page by page.");
    },
  };
  return connection;
}
