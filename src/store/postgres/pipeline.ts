/** Transactions whose statements need not wait for the answers to those before them. */
import { Kysely, PostgresDialect, type RawBuilder, sql } from "kysely";
import type { Pool } from "./pool.ts";

export interface Pipeline {
  /**
   * Sends a statement at once. The server takes statements in the order they were sent; when one fails,
   * so do all behind it, and whoever waits for several hears of the first.
   */
  send<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

export type InTransaction = <T>(work: (trx: Pipeline) => Promise<T>) => Promise<T>;

/** `pool` must be one with `pipeline`: without, a connection sends nothing before it has its answer. */
export function createPipelines(pool: Pool): InTransaction {
  const compiler = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return async (work) => {
    const client = await pool.connect();
    /** In the order of the server. */
    const failures: unknown[] = [];
    const trx: Pipeline = {
      async send<Row>(statement: RawBuilder<Row>) {
        const { sql: text, parameters } = statement.compile(compiler);
        try {
          const { rows } = await client.query<Row>(text, [...parameters]);
          return rows;
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
    };
    try {
      // A BEGIN that failed is heard of before anything is written: the first statements only read.
      const [, result] = await Promise.all([trx.send(sql`BEGIN`), work(trx)]);
      await trx.send(sql`COMMIT`);
      return result;
    } catch (error) {
      // The first failure tells what is wrong. One behind it, which only tells that another was before,
      // may be heard of first: it has fewer to pass who wait. What the work itself threw is left as it is.
      const first = failures.includes(error) ? failures[0] : error;
      // A connection that cannot even do this is gone.
      await trx.send(sql`ROLLBACK`).catch(() => {});
      throw first;
    } finally {
      client.release();
    }
  };
}
