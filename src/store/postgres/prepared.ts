/** Statements that a connection knows under a name, and need not be read again. They are planned each time. */
import type { PoolClient } from "pg";

export interface Prepared {
  isNew(client: PoolClient): boolean;
  /** Of a new connection. */
  greet(client: PoolClient, ask: (text: string) => Promise<{ rows: unknown[] }>): Promise<void>;
  /** Does a statement; those that are wanted under their name. */
  query(client: PoolClient, text: string, values: unknown[]): Promise<unknown>;
}

/** More are not needed; a statement beyond goes without. */
const MOST_NAMES = 200;

/** A table was changed since the statement was read, or the session has forgotten it. */
const OUTDATED = ["0A000", "26000"];

const isOutdated = (error: unknown): boolean =>
  OUTDATED.includes(String((error as { code?: unknown }).code));

/** `isWanted` says which statements are to have a name; there must be few of them. */
export function createPrepared(isWanted: (text: string) => boolean): Prepared {
  const names = new Map<string, string>();
  /** Whether a connection leads to a session that stays its own. */
  const direct = new WeakMap<PoolClient, boolean>();
  let last = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || !isWanted(text) || names.size >= MOST_NAMES) return known;
    const name = `tessera_${++last}`;
    names.set(text, name);
    return name;
  }

  return {
    isNew: (client) => !direct.has(client),
    async greet(client, ask) {
      // A pooler lends a session by the transaction, and a name is known to one session only. What it told
      // of the session when it took the connection is made up.
      const { rows } = await ask("SELECT pg_backend_pid() AS pid");
      const { pid } = rows[0] as { pid: number };
      direct.set(client, pid === (client as { processID?: unknown }).processID);
    },
    async query(client, text, values) {
      const name = direct.get(client) ? nameOf(text) : undefined;
      if (name === undefined) return client.query(text, values);
      try {
        return await client.query({ name, text, values });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        // What the connections know under the old name is of no use any more.
        names.delete(text);
        // A transaction has failed by it; outside of one nothing has happened yet.
        if (client.getTransactionStatus() !== "I") throw error;
        return client.query(text, values);
      }
    },
  };
}
