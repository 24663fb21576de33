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

export { CHANGES as CODE_CHANGED };

/**
 * Hears from every node which code changed. All nodes send a beat on the same way; one that hears
 * none cannot trust its silence: it says so (null: any code may have changed) and listens anew.
 */
export async function listenForNotices(
  url: string,
  pool: Pool,
  changed: (token: string | null) => void,
): Promise<Notices> {
  let lost = 0;
  let heardAt = performance.now();
  let listener = await listen();

  async function listen(): Promise<Database> {
    const sql = connect(url, 1);
    try {
      await pool.inTime(sql.listen(CHANGES, changed));
      await pool.inTime(
        sql.listen(BEATS, () => {
          heardAt = performance.now();
        }),
      );
    } catch (error) {
      sql.end({ timeout: 0 }).catch(() => {});
      throw error;
    }
    heardAt = performance.now();
    changed(null);
    return sql;
  }

  async function beat(): Promise<void> {
    const sql = pool.sql();
    const sent = pool.inTime(sql`SELECT pg_notify(${BEATS}, '')`).catch(() => {});
    if (performance.now() - heardAt < SILENT_MS) return void (await sent);
    lost += 1;
    changed(null);
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
