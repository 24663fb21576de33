import { type Kysely, sql, type Transaction } from "kysely";
import type { Client } from "pg";
import type { Tables } from "../tables.ts";
import type { Pool } from "./pool.ts";

const CHANGES = "tessera_code_changed";
const BEATS = "tessera_beat";
/** In place of a token: any code may have changed. */
export const ANY = "*";
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
  pool: Pool,
  db: Kysely<Tables>,
  node: string,
  changed: (token: string | null) => void,
): Promise<Notices> {
  let lost = 0;
  let heardAt = performance.now();
  let listener = await listen();

  /** A node's own changes need no notice; an echo would only make it doubt what it has just read. */
  function hear(channel: string, notice = ""): void {
    heardAt = performance.now();
    if (channel !== CHANGES) return;
    const [sender, token] = notice.split(" ");
    if (sender !== node && token) changed(token === ANY ? null : token);
  }

  async function listen(): Promise<Client> {
    const client = await pool.inTime(pool.client());
    try {
      client.on("notification", ({ channel, payload }) => hear(channel, payload));
      await pool.inTime(client.query(`LISTEN ${CHANGES}; LISTEN ${BEATS}`));
    } catch (error) {
      discard(client);
      throw error;
    }
    heardAt = performance.now();
    changed(null);
    return client;
  }

  async function beat(): Promise<void> {
    const sent = pool.inTime(sql`SELECT pg_notify(${BEATS}, '')`.execute(db)).catch(() => {});
    if (performance.now() - heardAt < SILENT_MS) return void (await sent);
    lost += 1;
    const deaf = listener;
    try {
      listener = await listen();
      discard(deaf);
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
      await Promise.race([listener.end().catch(() => {}), pause(1000)]);
    },
  };
}

const discard = (client: Client): void => void client.end().catch(() => {});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
