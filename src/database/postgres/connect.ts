import { Socket } from "node:net";
import { Client, type ClientConfig, Pool, types } from "pg";
import { withTimeout } from "../../shared/timeout.ts";

/** The server drops a node that vanished during a transaction. */
const SESSION = {
  // With any other level, concurrent requests can fail because of each other.
  default_transaction_isolation: "read\\ committed",
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};

/** Short statements: JIT takes longer than running them, and each caller gets one core. Disks are SSDs. */
const CALLERS = { jit: "off", max_parallel_workers_per_gather: 0, random_page_cost: 1.1 };

/** Statements with arrays of any length: planning each call takes longer than the call. */
const ONE_PLAN = { plan_cache_mode: "force_generic_plan" };

const INT8 = 20;
const CONNECT_MS = 3000;
const ANSWER_MS = 250;
/** How long closing a connection may take before it is cut. */
const CLOSE_TIMEOUT_MS = 1000;

const ignore = (): void => {};

/** One URL per host; postgres://user@a:1,b:2/db names two. */
export function addressesOf(url: string): string[] {
  const [, head, hosts, rest] = /^([^:]+:\/\/(?:[^/]*@)?)([^/]*)(.*)$/.exec(url) ?? [];
  return (hosts ?? "").split(",").map((host) => `${head}${host}${rest}`);
}

export interface ConnectionOptions {
  /** Per statement; 0 for no limit. */
  statementMs: number;
  /** For a new connection, and for waiting for one. */
  connectMs?: number | undefined;
  /** The server cancels late statements itself; only if it does not does the connection count as dead. */
  answerMs?: number | undefined;
  /** Sends statements without waiting for the previous answer. */
  pipeline?: boolean | undefined;
  /** Which statements are prepared by name; default none. */
  prepares?: ((text: string) => boolean) | undefined;
  /** One plan per statement, whatever the values. */
  hasOnePlan?: boolean | undefined;
}

/** When a statement's connection counts as dead; 0 for never. */
export const silentAfter = ({ statementMs, answerMs = ANSWER_MS }: ConnectionOptions): number =>
  statementMs > 0 ? statementMs + answerMs : 0;

/** Sends everything written in one tick as one packet, so that the server wakes once. */
function gatherWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isGathering = false;
  function send(): void {
    isGathering = false;
    socket.uncork();
  }
  socket.write = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(send);
    }
    return write(...args);
  };
}

/** The URL without its `options`, which would replace ours in pg. */
function splitOptions(address: string): { connectionString: string; given: string[] } {
  const [base, query = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(query);
  const given = parameters.getAll("options");
  if (given.length === 0) return { connectionString: address, given };
  parameters.delete("options");
  return { connectionString: `${base}?${parameters}`, given };
}

/**
 * Settings are sent as one `options` parameter, so that a pooler needs to ignore only this. Ours come last and take
 * precedence.
 */
function settings(
  address: string,
  { statementMs, connectMs = CONNECT_MS, pipeline = false, hasOnePlan = false }: ConnectionOptions,
  opened: (socket: Socket) => void,
): ClientConfig {
  const callers = statementMs > 0 ? CALLERS : {};
  const onePlan = hasOnePlan ? ONE_PLAN : {};
  const session = Object.entries({ ...SESSION, ...callers, ...onePlan, statement_timeout: statementMs });
  const { connectionString, given } = splitOptions(address);
  return {
    connectionString,
    application_name: "tessera",
    options: [...given, ...session.map(([name, value]) => `-c ${name}=${value}`)].join(" "),
    connectionTimeoutMillis: connectMs,
    pipeline,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Return numbers as numbers: no count or time exceeds 2^53.
    types: {
      getTypeParser: ((oid: number, format?: "text") =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    stream: () => {
      const socket = new Socket();
      if (pipeline) gatherWrites(socket);
      opened(socket);
      return socket;
    },
  };
}

/** A connection outside the pool. */
export interface OwnClient {
  client: Client;
  /** Closes the connection properly, and cuts it if the server does not answer. */
  close(): void;
}

/** `queryMs` applies to each statement; 0 for no limit. Closed if connecting fails. */
export async function openClient(address: string, connectMs = CONNECT_MS, queryMs = connectMs): Promise<OwnClient> {
  let socket: Socket | undefined;
  const client = new Client({
    ...settings(address, { statementMs: 0, connectMs }, (opened) => {
      socket = opened;
    }),
    query_timeout: queryMs,
  });
  // Failures reach the queries; without a listener they would end the process.
  client.on("error", ignore);
  function close(): void {
    withTimeout(client.end(), CLOSE_TIMEOUT_MS).catch(() => socket?.destroy());
  }
  try {
    await client.connect();
  } catch (error) {
    socket?.destroy();
    throw error;
  }
  return { client, close };
}

export interface PoolOptions extends ConnectionOptions {
  max: number;
  /** With several hosts: after this wait, the hosts are checked while the caller keeps waiting. */
  doubtMs?: number | undefined;
  /** Time for a host to answer whether it accepts writes. */
  askMs?: number | undefined;
}

export interface Connections {
  address: string;
  pool: Pool;
  /** The number of open connections. */
  live(): number;
  /** Cuts every connection at once, in use or not. */
  cut(): void;
}

export function openConnections(address: string, { max, ...options }: PoolOptions): Connections {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    max,
    idleTimeoutMillis: 60_000,
    ...settings(address, options, (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }),
  });
  // The pool has already dropped the connection and its statement has failed. Without these listeners a cut
  // connection would end the process.
  pool.on("error", ignore);
  let live = 0;
  pool.on("connect", (client) => {
    client.on("error", ignore);
    live += 1;
  });
  pool.on("remove", () => {
    live -= 1;
  });
  return {
    address,
    pool,
    live: () => live,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
