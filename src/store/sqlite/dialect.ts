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
import type { SqliteClient } from "./client.ts";

interface Connection extends DatabaseConnection {
  /** Set while this connection is in a transaction, and so holds the writer. */
  release: (() => void) | undefined;
}

/** Kysely over two threads: reads outside a transaction go to the reader, all else to the writer. */
export function createSqliteDialect(writer: SqliteClient, reader: SqliteClient): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => createDriver(writer, reader),
  };
}

function createDriver(writer: SqliteClient, reader: SqliteClient): Driver {
  const end = async (connection: Connection, statement: string) => {
    try {
      await writer.call("query", statement, []);
    } finally {
      connection.release?.();
      connection.release = undefined;
    }
  };
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(writer, reader),
    async beginTransaction(connection) {
      const own = connection as Connection;
      own.release = await writer.lock();
      try {
        await writer.call("query", "BEGIN IMMEDIATE", []);
      } catch (error) {
        own.release();
        own.release = undefined;
        throw error;
      }
    },
    commitTransaction: (connection) => end(connection as Connection, "COMMIT"),
    rollbackTransaction: (connection) => end(connection as Connection, "ROLLBACK"),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function createConnection(writer: SqliteClient, reader: SqliteClient): Connection {
  const send = (query: CompiledQuery) => {
    if (connection.release) return writer.call("query", query.sql, query.parameters);
    if (/^\s*select\b/i.test(query.sql)) return reader.call("query", query.sql, query.parameters);
    return writer.exclusive(() => writer.call("query", query.sql, query.parameters));
  };
  const connection: Connection = {
    release: undefined,
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
