import postgres, { type Sql } from "postgres";

/** Numbers come back as numbers: no count or time of ours outgrows 2^53. */
const NUMBERS = { to: 20, from: [20], parse: Number, serialize: String };

export type Database = Sql<{ bigint: number }>;

export function connect(url: string, max: number): Database {
  const severalHosts = /^[^/]*\/\/[^/]*,/.test(url);
  return postgres(url, {
    max,
    types: { bigint: NUMBERS },
    connect_timeout: 3,
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: "tessera" },
    ...(severalHosts ? { target_session_attrs: "primary" as const } : {}),
  }) as unknown as Database;
}
