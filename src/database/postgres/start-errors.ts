/** Messages for a database that cannot be used at start; they say what to do and name the setting. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { isConnectionError, NoPrimary, reasonOf } from "./hosts.ts";

const NO_CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/** By SQLSTATE, or by pg's message if there is none. */
const ADVICE: readonly [is: RegExp, say: (setting: string) => string][] = [
  [
    /^(28P01|28000|3D000)$|client password must be a/,
    (setting) => `PostgreSQL rejects the user, password or database in ${setting}. Correct it.`,
  ],
  [
    /^53300$/,
    (setting) => `PostgreSQL has no free connection for ${setting}. Raise max_connections, or close other connections.`,
  ],
  [
    /^42501$/,
    (setting) =>
      `The user of ${setting} may not create tables. Let an administrator of the database run GRANT USAGE, CREATE ON SCHEMA public TO that user (since PostgreSQL 15 only the database's owner may without), then start again.`,
  ],
  [
    /^25006$/,
    (setting) =>
      `The database in ${setting} does not accept writes: it is a standby, or default_transaction_read_only is set for it or its user. Use the primary, or allow writes.`,
  ],
  [
    /^3F000$/,
    (setting) =>
      `The search_path of the user of ${setting} names no schema that is there. Run ALTER ROLE its user SET search_path = public, or create the schema.`,
  ],
  [
    NO_CERTIFICATE,
    (setting) =>
      `The certificate of the PostgreSQL server in ${setting} is not trusted. Add the file of its CA to the URL: ?sslmode=verify-full&sslrootcert=FILE.`,
  ],
  [
    /does not support SSL/,
    (setting) =>
      `The PostgreSQL server in ${setting} does not support TLS. Enable it there, or remove sslmode from the URL.`,
  ],
];

/** An error that already says what to do. */
export class StartError extends Error {
  override name = "StartError";
}

export function explainStart(error: unknown, setting: string): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = (error instanceof NoPrimary ? error.cause : error) as { code?: string; message: string };
  const advice = ADVICE.find(([is]) => is.test(code ?? message))?.[1](setting);
  if (advice) return new StartError(`${advice} (${reasonOf(error)})`, { cause: error });
  if (!isConnectionError(error) && !(error instanceof NoPrimary)) return error;
  return new StartError(
    `The PostgreSQL server in ${setting} cannot be used. Start it, or correct the URL. (${reasonOf(error)})`,
    { cause: error },
  );
}

async function settingOf(db: Kysely<Tables>, name: string, setting: string): Promise<string> {
  try {
    const { rows } = await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(db);
    return rows[0]!.value;
  } catch (error) {
    throw explainStart(error, setting);
  }
}

export async function refuseEncoding(db: Kysely<Tables>, setting: string): Promise<void> {
  const encoding = await settingOf(db, "server_encoding", setting);
  if (encoding === "UTF8") return;
  throw new StartError(
    `The database in ${setting} uses ${encoding}, which cannot store all characters. Create one in UTF8: createdb --encoding=UTF8 --template=template0 NAME.`,
  );
}

/** Uses the connections of requests, because a pooler may ignore our session settings. */
export async function refuseIsolation(db: Kysely<Tables>, setting: string): Promise<void> {
  const isolation = await settingOf(db, "default_transaction_isolation", setting);
  if (isolation === "read committed") return;
  throw new StartError(
    `The database that ${setting} names begins transactions as ${isolation}, with which requests at the same moment fail, and a pooler keeps us from changing that. Run ALTER ROLE its user SET default_transaction_isolation = 'read committed', and let the pooler reconnect.`,
  );
}
