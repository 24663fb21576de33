import { join } from "node:path";
import type { Store } from "../store/store.ts";
import type { Journal } from "./journal.ts";

/** The location of the store, in messages about two databases. */
const placeOf = (store: Pick<Store, "engine">, databaseDir: string): string =>
  store.engine === "sqlite" ? join(databaseDir, "tessera.db") : "The database of DATABASE_URL";

export interface ClaimParts {
  journal: Journal;
  store: Pick<Store, "engine" | "identity">;
  /** The folders of journal.db and of the embedded database. */
  journalDir: string;
  databaseDir: string;
}

/**
 * A journal belongs to one database, and both store that identity: a journal of another database is refused and
 * closed. A new journal is assigned to this database.
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

/** Long enough to compare by eye. */
const short = (identity: string): string => identity.slice(0, 8);

const WAY_BACK =
  'Nothing was settled. Start with the database it belongs to, or restore that one from a backup; if you do not need its scans, move journal.db and journal.db-wal to another folder. See "Damaged files" in docs/operations.md.';
