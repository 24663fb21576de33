import postgres, { type Sql } from "postgres";

/** Numbers come back as numbers: no count or time of ours outgrows 2^53. */
const NUMBERS = { to: 20, from: [20], parse: Number, serialize: String };

/** Lists of names come back as lists, `{public,pg_catalog}` being what better-auth asks for. Only read. */
const NAMES = {
  to: 19,
  from: [1009],
  parse: (list: string) =>
    list
      .slice(1, -1)
      .split(",")
      .map((name) => name.replaceAll('"', "")),
  // A list that is sent is written by list.ts, as text already.
  serialize: (text: string) => text,
};

/** The server gives up on a node that vanished in the middle of a transaction. */
const SESSION = {
  application_name: "tessera",
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};

export type Database = Sql<{ bigint: number }>;

export function connect(url: string, max: number): Database {
  const severalHosts = /^[^/]*\/\/[^/]*,/.test(url);
  return postgres(url, {
    max,
    types: { bigint: NUMBERS, names: NAMES },
    fetch_types: false,
    connect_timeout: 3,
    idle_timeout: 60,
    keep_alive: 10,
    // A second at most between tries: a database that is back should be used at once.
    backoff: (retries: number) => Math.min(1, 0.05 * 2 ** retries),
    onnotice: () => {},
    connection: SESSION,
    ...(severalHosts ? { target_session_attrs: "primary" as const } : {}),
  }) as unknown as Database;
}
