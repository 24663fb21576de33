import { Socket } from "node:net";
import { Client, type ClientConfig, Pool, types } from "pg";

/** The server gives up on a node that vanished in the middle of a transaction. */
const SESSION = [
  "idle_in_transaction_session_timeout=15000",
  "tcp_keepalives_idle=10",
  "tcp_keepalives_interval=5",
  "tcp_keepalives_count=3",
  "tcp_user_timeout=15000",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

const INT8 = 20;
const CONNECT_MS = 3000;

/** One address per host; postgres://user@a:1,b:2/db names two. */
export function addressesOf(url: string): string[] {
  const [, head, hosts, rest] = /^([^:]+:\/\/(?:[^@/]*@)?)([^/]*)(.*)$/.exec(url) ?? [];
  return (hosts ?? "").split(",").map((host) => `${head}${host}${rest}`);
}

function settings(address: string, opened?: (socket: Socket) => void): ClientConfig {
  return {
    connectionString: address,
    application_name: "tessera",
    options: SESSION,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Numbers come back as numbers: no count or time of ours outgrows 2^53.
    types: {
      getTypeParser: ((oid: number, format?: "text") =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    stream: () => {
      const socket = new Socket();
      opened?.(socket);
      return socket;
    },
  };
}

/** A connection of its own. One that breaks says so to its queries; nobody else need hear. */
export async function openClient(address: string): Promise<Client> {
  const client = new Client(settings(address));
  client.on("error", () => {});
  await client.connect();
  return client;
}

export interface Connections {
  pool: Pool;
  /** Cuts every connection at once, in use or not. */
  cut(): void;
}

export function openConnections(address: string, max: number): Connections {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    max,
    idleTimeoutMillis: 60_000,
    ...settings(address, (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }),
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return {
    pool,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The address whose server takes writes: after a failover it is another one. */
export async function findPrimary(addresses: readonly string[]): Promise<string> {
  let failure: unknown = new Error("None of the databases takes writes.");
  for (const address of addresses) {
    try {
      const client = await openClient(address);
      const { rows } = await client.query("SELECT pg_is_in_recovery() AS standby");
      await client.end();
      if (!rows[0].standby) return address;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
