import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { createBoundedMap } from "../../shared/bounded-map.ts";
import type { Tables } from "../tables.ts";
import type { OwnClient } from "./connect.ts";

const CHANGES = "tessera_code_changed";
const BEATS = "tessera_beat";
/** In place of a token: any code may have changed. */
export const ANY = "*";
const BEAT_MS = 2000;
const SILENT_MS = 3 * BEAT_MS + 500;
/** `hears` is true for so long after a notice: shorter than SILENT_MS, after which it listens anew. */
const SURE_MS = 2 * BEAT_MS + 500;
const RETRY_MS = 500;

export interface Notices {
  /** How often the connection ended or fell silent, so that notices may have been lost. */
  lost(): number;
  /** True while beats arrive in time: then notices of changes arrive too. */
  hears(): boolean;
  close(): void;
}

export interface NoticeParts {
  /** A connection that is a session of its own, on the primary. */
  connect: () => Promise<OwnClient>;
  /** Calls the listener when the primary is another host. */
  onMove: (listener: () => void) => void;
  /** The pool that changes are announced over; beats are sent over it too, so that they prove it. */
  db: Kysely<Tables>;
  node: string;
  /** True for a change of this node's own that it knows to be made. */
  isEcho: (token: string) => boolean;
  /** Null: any code may have changed. */
  changed: (token: string | null) => void;
  /** Called once, when beats are sent and none arrives although the connection is up. */
  onDeaf: () => void;
}

/** Announces a change, as part of the statement that it stands in. */
export const changeNotice = (node: string, token: unknown) =>
  sql`pg_notify(${sql.lit(CHANGES)}, ${`${node} `}::text || ${token}::text)`;

/** The same as part of the transaction that makes the change. */
export const announceChange = (trx: Transaction<Tables>, node: string, token: string) =>
  sql`SELECT ${changeNotice(node, token)}`.execute(trx);

/**
 * Listens for changed codes, announced by every node with NOTIFY. Each node also notifies all of a beat
 * every two seconds. When the connection ends or no beat arrives, it listens on a new connection and
 * says that any code may have changed meanwhile.
 */
export async function listenForNotices(parts: NoticeParts): Promise<Notices> {
  const { connect, db, changed } = parts;
  let lost = 0;
  let closed = false;
  let heardAt = performance.now();
  /** Beats sent and heard since the present connection listens. */
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
        // The database is away. Requests that need it report that; here it is only tried again.
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
      // A beat that cannot be sent does not arrive either, and its absence is acted on.
    }
    beating = false;
  }

  function tick(): void {
    void beat();
    // Timers run before sockets are read: after a stall of the process a beat may be there already.
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
    lost: () => lost,
    hears: () => !listening && beats > 0 && performance.now() - heardAt < SURE_MS,
    close() {
      closed = true;
      clearInterval(timer);
      listener?.close();
    },
  };
}

/** More changes without a known outcome mean a long outage; older ones are forgotten. */
const MOST_OPEN = 10_000;

/**
 * Changes that this node announced and does not know to be committed: their COMMIT is running, or its answer was lost.
 * A notice of any other change of its own is an echo, to be ignored.
 */
export function createOwnChanges() {
  const open = createBoundedMap<number>(MOST_OPEN);
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
