/** Statements that a connection knows under a name, and need not be read and planned again each time. */
import type { PoolClient } from "pg";

type Ask = (text: string) => Promise<{ rows: unknown[] }>;

export interface Prepared {
  /** Before a connection is used. */
  greet(client: PoolClient, ask: Ask): Promise<void>;
  /** Does a statement; those that are wanted under their name. */
  query(client: PoolClient, text: string, values: unknown[]): Promise<unknown>;
}

/**
 * A plan that was made while a table was small would read all of it when it has grown. So none is older than
 * this when a connection is taken.
 */
const PLANS_MS = 1000;

/** More are not needed; a statement beyond goes without. */
const MOST_NAMES = 200;

/** A table was changed since the statement was read, or the session has forgotten it. */
const OUTDATED = ["0A000", "26000"];

const isOutdated = (error: unknown): boolean => OUTDATED.includes(String((error as { code?: unknown }).code));

/**
 * A pooler lends a session by the transaction, and a name is known to one session only. What it told of the
 * session when it took the connection is made up.
 */
async function isDirect(client: PoolClient, ask: Ask): Promise<boolean> {
  const { rows } = await ask("SELECT pg_backend_pid() AS pid");
  const { pid } = rows[0] as { pid: number };
  return pid === (client as { processID?: unknown }).processID;
}

/** `isWanted` says which statements are to have a name; there must be few of them. */
export function createPrepared(isWanted: (text: string) => boolean): Prepared {
  const names = new Map<string, string>();
  /** Whether a connection leads to a session that stays its own. */
  const direct = new WeakMap<PoolClient, boolean>();
  /** When a connection had no plan yet. */
  const plannedFrom = new WeakMap<PoolClient, number>();
  let last = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || !isWanted(text) || names.size >= MOST_NAMES) return known;
    const name = `tessera_${++last}`;
    names.set(text, name);
    return name;
  }

  return {
    async greet(client, ask) {
      const now = performance.now();
      if (now - (plannedFrom.get(client) ?? Number.NEGATIVE_INFINITY) < PLANS_MS) return;
      if (!direct.has(client)) direct.set(client, await isDirect(client, ask));
      else if (direct.get(client)) await ask("DISCARD PLANS");
      plannedFrom.set(client, now);
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
