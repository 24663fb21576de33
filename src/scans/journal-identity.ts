import { join } from "node:path";
import type { Store } from "../store/store.ts";
import type { Journal } from "./journal.ts";

/** Tells where the store is, for a person who has to tell two databases apart. */
const placeOf = (store: Pick<Store, "engine">, databaseDir: string): string =>
  store.engine === "sqlite" ? join(databaseDir, "tessera.db") : "The database of DATABASE_URL";

export interface ClaimParts {
  journal: Journal;
  store: Pick<Store, "engine" | "identity">;
  /** Where journal.db is, and where the embedded database is. */
  journalDir: string;
  databaseDir: string;
}

/**
 * A journal belongs to one database, which both remember: scans of another one are not settled into
 * it, and the journal is closed. A new journal becomes this database's.
 */
export async function claimJournal(parts: ClaimParts): Promise<void> {
  try {
    await compare(parts);
  } catch (error) {
    await parts.journal.close();
    throw error;
  }
}

async function compare(parts: ClaimParts): Promise<void> {
  const { journal, store, journalDir, databaseDir } = parts;
  const file = join(journalDir, "journal.db");
  const database = placeOf(store, databaseDir);
  const [held, here] = [await journal.identity(), await store.identity()];
  if (held === here) return;
  if (held === null) return journal.adopt(here);
  throw new Error(
    `${file} was written for another database (${short(held)}) than this one: ${database} (${short(here)}). ${WAY_BACK}`,
  );
}

/** Enough to compare by eye. */
const short = (identity: string): string => identity.slice(0, 8);

const WAY_BACK =
  'Nothing was settled. Start with the database it belongs to, or restore that one from a backup; if its scans are not wanted, move journal.db and journal.db-wal to another folder. See "Damaged files" in docs/operations.md.';
