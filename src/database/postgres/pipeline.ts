/** Transactions whose statements are sent without waiting for previous answers (pipelining). */
import { Kysely, PostgresDialect, type RawBuilder, sql } from "kysely";
import type { Pool } from "./pool.ts";

export interface Pipeline {
  /**
   * Sends a statement without waiting for earlier answers. The server runs statements in the order they were
   * sent; when one fails, all later ones fail too. Throws once the transaction has ended.
   */
  send<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

export type InTransaction = <T>(work: (trx: Pipeline) => Promise<T>) => Promise<T>;

/** `pool` must have `pipeline` set: otherwise each statement waits for the answer to the one before. */
export function createPipelines(pool: Pool): InTransaction {
  const compiler = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return async (work) => {
    const client = await pool.connect();
    /** In the server's order. */
    const failures: unknown[] = [];
    let isOver = false;
    async function send<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
      const { sql: text, parameters } = statement.compile(compiler);
      try {
        const { rows } = await client.query<Row>(text, [...parameters]);
        return rows;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    }
    const trx: Pipeline = {
      async send(statement) {
        // A branch still running after the end would write outside the transaction, on another caller's connection.
        if (isOver) throw new Error("The transaction has ended.");
        return send(statement);
      },
    };
    try {
      // A failed BEGIN is noticed before anything is written: the first statements only read.
      const [, result] = await Promise.all([send(sql`BEGIN`), work(trx)]);
      isOver = true;
      await send(sql`COMMIT`);
      return result;
    } catch (error) {
      isOver = true;
      // Report the first failure: later ones only say that the transaction was aborted, and may arrive sooner.
      const first = failures.includes(error) ? failures[0] : error;
      // A connection that cannot roll back is already closed.
      await send(sql`ROLLBACK`).catch(() => {});
      throw first;
    } finally {
      client.release();
    }
  };
}
