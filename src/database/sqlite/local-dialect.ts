import {
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Sqlite } from "./database.ts";

/** Leaves row locks out: SQLite has one writer at a time. */
export class WithoutLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === "Distinct") super.visitSelectModifier(node);
  }
}

/**
 * Kysely on a connection of the same thread. Nothing leaves the queue of microtasks, so a transaction is over before the
 * thread takes its next call.
 */
export function createLocalDialect({ db, run, rollBack }: Sqlite): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({
      sql,
      parameters,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }): Promise<QueryResult<R>> {
      const { rows, changes } = run(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported; read page by page.");
    },
  };
  const exec = (statement: string) => async () => db.exec(statement);
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new WithoutLocks(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: (_connection, { accessMode }) =>
        exec(accessMode === "read only" ? "BEGIN" : "BEGIN IMMEDIATE")(),
      commitTransaction: exec("COMMIT"),
      rollbackTransaction: async () => rollBack(),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  };
}
