import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { createBoundedMap } from "../../shared/bounded-map.ts";
import type { Tables } from "../tables.ts";
import type { OwnClient } from "./connect.ts";

const CHANGES = "tessera_code_changed";
const BEATS = "tessera_beat";
/** Instead of a token: any code may have changed. */
export const ANY = "*";
const BEAT_MS = 2000;
const SILENT_MS = 3 * BEAT_MS + 500;
/** `hears` is true for this long after a notice: shorter than SILENT_MS, after which it reconnects. */
const SURE_MS = 2 * BEAT_MS + 500;
const RETRY_MS = 500;

export interface NoticeParts {
  /** A connection with its own session on the primary. */
  connect: () => Promise<OwnClient>;
  /** Calls the listener when another host has become the primary. */
  onMove: (listener: () => void) => void;
  /** The pool that announces changes; heartbeats use it too, which proves that it works. */
  db: Kysely<Tables>;
  node: string;
  /** True for a committed change of this node. */
  isEcho: (token: string) => boolean;
  /** Null: any code may have changed. */
  changed: (token: string | null) => void;
  /** Called once if heartbeats are sent but none arrives although the connection is up. */
  onDeaf: () => void;
}

/** Announces a change as part of its statement. */
export const changeNotice = (node: string, token: unknown) =>
  sql`pg_notify(${sql.lit(CHANGES)}, ${`${node} `}::text || ${token}::text)`;

/** Many at once, in the transaction that makes the changes: one statement, and a notice for each. */
export const announceChanges = (trx: Transaction<Tables>, node: string, tokens: readonly string[]) =>
  sql`SELECT count(${changeNotice(node, sql.ref("token"))}) FROM unnest(${tokens}::text[]) AS token`.execute(trx);

/**
 * Listens for changed codes, announced by every node with NOTIFY. Each node also sends a heartbeat every two seconds.
 * If the connection ends or heartbeats stop, it reconnects and reports that any code may have changed meanwhile.
 */
export async function listenForNotices(parts: NoticeParts) {
  const { connect, db, changed } = parts;
  let lost = 0;
  let closed = false;
  let heardAt = performance.now();
  /** Heartbeats sent and received on the current connection. */
  let sent = 0;
  let beats = 0;
  let beating = false;
  let warned = false;
  let listener: OwnClient | undefined;
  let listening: Promise<void> | undefined;

  function hear(channel: string, notice = ""): void {
    heardAt = performance.now();
    if (channel === BEATS) beats += 1;
    const [sender, token] = notice.split(" ");
    if (token === ANY) changed(null);
    else if (token && !(sender === parts.node && parts.isEcho(token))) changed(token);
  }

  async function listen(): Promise<void> {
    const opened = await connect();
    const { client, close } = opened;
    try {
      client.on("notification", ({ channel, payload }) => hear(channel, payload));
      await client.query(`LISTEN ${CHANGES}; LISTEN ${BEATS}`);
    } catch (error) {
      close();
      throw error;
    }
    listener?.close();
    listener = opened;
    if (closed) return close();
    sent = 0;
    beats = 0;
    heardAt = performance.now();
    client.once("end", () => {
      if (listener === opened) listenAnew();
    });
    changed(null);
  }

  function listenAnew(): void {
    if (closed || listening) return;
    lost += 1;
    listening = untilListening().finally(() => {
      listening = undefined;
    });
  }

  async function untilListening(): Promise<void> {
    while (!closed) {
      try {
        await listen();
        return void beat();
      } catch {
        // The database is unavailable. Requests report that; here it is only retried.
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async function beat(): Promise<void> {
    if (beating) return;
    beating = true;
    try {
      await sql`SELECT pg_notify(${sql.lit(BEATS)}, '')`.execute(db);
      sent += 1;
    } catch {
      // A heartbeat that cannot be sent will be missed, which is handled.
    }
    beating = false;
  }

  function tick(): void {
    void beat();
    // Timers run before sockets are read: after a stall of the process a heartbeat may already be there.
    setImmediate(judgeSilence);
  }

  function judgeSilence(): void {
    if (closed || listening || performance.now() - heardAt < SILENT_MS) return;
    if (beats === 0 && sent > 1 && !warned) {
      warned = true;
      parts.onDeaf();
    }
    listenAnew();
  }

  parts.onMove(listenAnew);
  await listen();
  void beat();
  const timer = setInterval(tick, BEAT_MS);
  timer.unref();

  return {
    /** How often the connection was lost or silent, so that notices may have been missed. */
    lost: (): number => lost,
    /** True while heartbeats arrive in time: then change notices arrive too. */
    hears: (): boolean => !listening && beats > 0 && performance.now() - heardAt < SURE_MS,
    close(): void {
      closed = true;
      clearInterval(timer);
      listener?.close();
    },
  };
}

/** More changes with an unknown outcome mean a long outage; the oldest are forgotten. */
const MAX_OPEN = 10_000;

/**
 * Changes announced by this node whose commit is not confirmed: COMMIT is running, or its answer was lost. Notices of
 * other changes of its own are echoes and ignored.
 */
export function createOwnChanges() {
  const open = createBoundedMap<number>(MAX_OPEN);
  return {
    begin(token: string): void {
      open.set(token, (open.get(token) ?? 0) + 1);
    },
    made(token: string): void {
      const count = open.get(token) ?? 0;
      if (count > 1) open.set(token, count - 1);
      else open.delete(token);
    },
    isOpen: (token: string): boolean => open.get(token) !== undefined,
  };
}
