import { sql, type Transaction } from "kysely";
import type { Tables } from "../tables.ts";
import { connect, type Database } from "./connect.ts";
import type { Pool } from "./pool.ts";

const CHANGES = "tessera_code_changed";
const BEATS = "tessera_beat";
const BEAT_MS = 2000;
const SILENT_MS = 3 * BEAT_MS + 500;

export interface Notices {
  /** How often this node found that it had not been hearing. */
  lost(): number;
  close(): Promise<void>;
}

/** Announces a change, as part of the transaction that makes it. */
export const announceChange = (trx: Transaction<Tables>, node: string, token: string) =>
  sql`SELECT pg_notify(${sql.lit(CHANGES)}, ${`${node} ${token}`})`.execute(trx);

/**
 * Hears from every other node which code changed. All nodes send a beat on the same way; one that
 * hears none cannot trust its silence: it listens anew, and then says so (null: any code may have
 * changed meanwhile).
 */
export async function listenForNotices(
  url: string,
  pool: Pool,
  node: string,
  changed: (token: string | null) => void,
): Promise<Notices> {
  let lost = 0;
  let heardAt = performance.now();
  let listener = await listen();

  /** A node's own changes need no notice; an echo would only make it doubt what it has just read. */
  function hear(notice: string): void {
    const [sender, token] = notice.split(" ");
    if (sender !== node && token) changed(token);
  }

  async function listen(): Promise<Database> {
    const connection = connect(url, 1);
    try {
      await pool.inTime(connection.listen(CHANGES, hear));
      await pool.inTime(
        connection.listen(BEATS, () => {
          heardAt = performance.now();
        }),
      );
    } catch (error) {
      connection.end({ timeout: 0 }).catch(() => {});
      throw error;
    }
    heardAt = performance.now();
    changed(null);
    return connection;
  }

  async function beat(): Promise<void> {
    const sent = pool.inTime(pool.sql()`SELECT pg_notify(${BEATS}, '')`).catch(() => {});
    if (performance.now() - heardAt < SILENT_MS) return void (await sent);
    lost += 1;
    const deaf = listener;
    try {
      listener = await listen();
      deaf.end({ timeout: 0 }).catch(() => {});
    } catch {
      // The database is away; the next beat tries again.
    }
  }

  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
  }, BEAT_MS);
  timer.unref();

  return {
    lost: () => lost,
    async close() {
      clearInterval(timer);
      await beating;
      await listener.end({ timeout: 1 });
    },
  };
}
