/** Named statements: parsed once per connection, and planned once per connection and set of statistics. */
import type { PoolClient } from "pg";

type Ask = (text: string) => Promise<{ rows: unknown[] }>;

/** Statements beyond this many have no name. */
const MAX_NAMES = 200;

/** A table was altered since the statement was parsed, or the session has dropped it. */
const OUTDATED = ["0A000", "26000"];

const isOutdated = (error: unknown): boolean => OUTDATED.includes(String((error as { code?: unknown }).code));

/**
 * A pooler in transaction mode lends sessions, and a name is known to one session only. PgBouncer reports a fake
 * backend pid when it accepts a connection.
 */
async function isDirect(client: PoolClient, ask: Ask): Promise<boolean> {
  const { rows } = await ask("SELECT pg_backend_pid() AS pid");
  const { pid } = rows[0] as { pid: number };
  return pid === (client as { processID?: unknown }).processID;
}

/** `isWanted` selects the statements to prepare; there must be few of them. */
export function createPrepared(isWanted: (text: string) => boolean) {
  const names = new Map<string, string>();
  /** Whether a connection keeps its session. */
  const direct = new WeakMap<PoolClient, boolean>();
  let last = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || !isWanted(text) || names.size >= MAX_NAMES) return known;
    const name = `tessera_${++last}`;
    names.set(text, name);
    return name;
  }

  return {
    /** Called before a connection is used. */
    async greet(client: PoolClient, ask: Ask): Promise<void> {
      if (!direct.has(client)) direct.set(client, await isDirect(client, ask));
    },
    /** Runs a statement, by its name if it has one. */
    async query(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
      const name = direct.get(client) ? nameOf(text) : undefined;
      if (name === undefined) return client.query(text, values);
      try {
        return await client.query({ name, text, values });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        // The old name is unusable on every connection.
        names.delete(text);
        // Within a transaction it cannot be repeated.
        if (client.getTransactionStatus() !== "I") throw error;
        return client.query(text, values);
      }
    },
  };
}
