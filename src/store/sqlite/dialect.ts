import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { ThreadEnded } from "../../shared/thread.ts";
import type { SqliteClient } from "./client.ts";

interface Connection extends DatabaseConnection {
  /** Gives the reader on to the next. */
  release: (() => void) | undefined;
  /** Set while this connection is in a transaction, and so holds the writer. */
  transaction: (Pick<SqliteClient, "call"> & { release: () => void }) | undefined;
}

interface DialectOptions {
  /**
   * A read whose thread ended is asked once more, of the new one, and nobody need hear of it. That is
   * for small reads: one that itself ended the thread would end the next one too.
   */
  repeats?: boolean;
  /** One statement at a time is given to the reader, so that the time of each is its own. */
  isSerial?: boolean;
}

/** Kysely over two threads: reads outside a transaction go to the reader, all else to the writer. */
export function createSqliteDialect(writer: SqliteClient, reader: SqliteClient, options: DialectOptions = {}): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => createDriver(writer, reader, options),
  };
}

function createDriver(writer: SqliteClient, reader: SqliteClient, options: DialectOptions): Driver {
  const leave = (connection: Connection) => {
    connection.transaction?.release();
    connection.transaction = undefined;
  };
  /** Ends the transaction if there is one, before anybody else may write. */
  const rollBack = async (connection: Connection) => {
    try {
      await connection.transaction?.call("rollback");
    } catch {
      // Only a thread that ended refuses this, and the transaction ended with it. The caller hears of
      // what went wrong before.
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
    async beginTransaction(connection) {
      const release = await writer.lock();
      // The writer's thread as it is now: a later one knows nothing of this transaction.
      const { call } = writer.session();
      try {
        await call("query", "BEGIN IMMEDIATE", []);
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

/** A common table expression too is read only here: none of our changes begins with one. */
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
