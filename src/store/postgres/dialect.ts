import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { ParameterOrJSON, TransactionSql } from "postgres";
import type { Database } from "./connect.ts";

type Trx = TransactionSql<{ bigint: number }>;

interface OpenTransaction {
  trx: Trx;
  commit(): void;
  rollBack(): void;
  /** Resolves when it is committed, rejects when it is not. */
  ended: Promise<unknown>;
}

interface Connection extends DatabaseConnection {
  transaction: OpenTransaction | undefined;
}

class RolledBack extends Error {}

/**
 * Kysely over postgres.js: a single query takes any free connection, a transaction keeps one.
 * `database` is asked each time, for the pool may have been renewed.
 */
export function createPostgresDialect(database: () => Database): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => createDriver(database),
  };
}

function createDriver(database: () => Database): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(database),
    async beginTransaction(connection) {
      (connection as Connection).transaction = await begin(database());
    },
    async commitTransaction(connection) {
      const { commit, ended } = leave(connection as Connection);
      commit();
      await ended;
    },
    async rollbackTransaction(connection) {
      const { rollBack, ended } = leave(connection as Connection);
      rollBack();
      await ended.catch((error) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function leave(connection: Connection): OpenTransaction {
  const open = connection.transaction!;
  connection.transaction = undefined;
  return open;
}

/** The driver runs a function in a transaction; ours waits in it until it is told how to end. */
async function begin(sql: Database): Promise<OpenTransaction> {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<Trx>();
  const ended = sql.begin((trx) => {
    begun.resolve(trx);
    return end.promise;
  });
  ended.catch(begun.reject);
  const trx = await begun.promise;
  return {
    trx,
    ended,
    commit: end.resolve,
    rollBack: () => end.reject(new RolledBack()),
  };
}

function createConnection(database: () => Database): Connection {
  const connection: Connection = {
    transaction: undefined,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const sql = connection.transaction?.trx ?? database();
      const parameters = query.parameters as ParameterOrJSON<number>[];
      const result = await sql.unsafe(query.sql, [...parameters], { prepare: true });
      return { rows: [...result] as R[], numAffectedRows: BigInt(result.count ?? 0) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported; read page by page.");
    },
  };
  return connection;
}
