import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { type Clock, isSystemClock } from "../../shared/clock.ts";
import { damaged, explainFileError, explainFolderError } from "../../shared/file-errors.ts";
import { migrate } from "../migrate.ts";
import { createCodeQueries } from "../queries/codes.ts";
import { createKeyQueries } from "../queries/keys.ts";
import { createPeopleQueries } from "../queries/people.ts";
import { removeOutdated } from "../queries/removal.ts";
import { createScanQueries } from "../queries/scans.ts";
import { findSecret } from "../queries/secrets.ts";
import type { Tables } from "../tables.ts";
import type { Store } from "../types.ts";
import { startSqlite } from "./client.ts";
import { createSqliteDialect } from "./dialect.ts";
import { forgetScans } from "./forget.ts";
import { isCutShort, refuseLostDatabase } from "./guard.ts";
import { uuidBytes } from "./settle.ts";

export interface SqliteOptions {
  dataDir: string;
  lifetimeMs: number;
  clock: Clock;
}

const WHEN_DAMAGED =
  "Copy the folder, then restore the latest backup as tessera.db and move tessera.db-wal and tessera.db-shm away.";

const uuidText = (bytes: string | Uint8Array): string =>
  Buffer.from(bytes as Uint8Array)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

export async function openSqlite({ dataDir, lifetimeMs, clock }: SqliteOptions): Promise<Store> {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw explainFolderError(error, dataDir);
  }
  refuseLostDatabase(dataDir);
  const file = join(dataDir, "tessera.db");
  if (isCutShort(file)) throw damaged(file, WHEN_DAMAGED, "it is shorter than it says");
  const writer = startSqlite({ file, lifetimeMs, readOnly: false });
  let reader = writer;
  const listeners: ((token: string | null) => void)[] = [];
  try {
    await migrate(
      new Kysely<Tables>({ dialect: createSqliteDialect(writer, writer) }),
      "sqlite",
      async () => {},
    );
    reader = startSqlite({ file, lifetimeMs, readOnly: true });
  } catch (error) {
    await writer.close();
    throw explainFileError(error, file, WHEN_DAMAGED);
  }
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(writer, reader) });
  const window = (keyId: string, limit: number, windowMs: number, count: boolean) =>
    writer.exclusive(() => {
      const now = isSystemClock(clock) ? undefined : clock.steady();
      return writer.call("admit", { keyId, limit, windowMs, now, count });
    });

  return {
    engine: "sqlite",
    codes: createCodeQueries(
      db,
      "sqlite",
      async () => {},
      (token) => {
        for (const listener of listeners) listener(token);
      },
    ),
    keys: createKeyQueries(db),
    people: createPeopleQueries(db, "sqlite"),
    scans: createScanQueries(db, { toColumn: uuidBytes, fromColumn: uuidText }),
    admit: (keyId, limit, windowMs) => window(keyId, limit, windowMs, true),
    usage: (keyId, limit, windowMs) => window(keyId, limit, windowMs, false),
    settleScans: (batches) => writer.exclusive(() => writer.call("settle", batches)),
    onCodeChanged: (listener) => void listeners.push(listener),
    secret: (name) => findSecret(db, name),
    identity: () => findSecret(db, "identity"),
    auth: { db, type: "sqlite" },
    ping: async () => void (await reader.call("query", "SELECT 1", [])),
    lostNotices: () => 0,
    async maintain(now, keepFrom) {
      await forgetScans(writer, keepFrom);
      await removeOutdated(db, "sqlite", now);
    },
    async integrity() {
      const { rows } = await reader.call("query", "PRAGMA integrity_check", []);
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== "ok");
    },
    backup: async (file) => void (await reader.call("query", "VACUUM INTO ?", [file])),
    async close() {
      // The last to close takes the write-ahead log away, which a reader cannot.
      await reader.close();
      await writer.close();
    },
  };
}
