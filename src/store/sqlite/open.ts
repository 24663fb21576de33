import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { type Clock, isSystemClock } from "../../shared/clock.ts";
import { withPatience } from "../../shared/patience.ts";
import { createThreads, type Threads } from "../../shared/threads.ts";
import { migrate } from "../migrate.ts";
import { createCodeQueries } from "../queries/codes.ts";
import { createKeyQueries } from "../queries/keys.ts";
import { createPeopleQueries } from "../queries/people.ts";
import { createScanQueries } from "../queries/scans.ts";
import { findSecret } from "../queries/secrets.ts";
import type { Tables } from "../tables.ts";
import type { Store } from "../types.ts";
import { startSqlite } from "./client.ts";
import { createSqliteDialect } from "./dialect.ts";
import { forgetScans } from "./forget.ts";
import { uuidBytes } from "./settle.ts";

export interface SqliteOptions {
  dataDir: string;
  lifetimeMs: number;
  clock: Clock;
  threads?: Threads | undefined;
}

/** A thread that takes longer to answer counts as away. */
const PING_MS = 3000;

const uuidText = (bytes: string | Uint8Array): string =>
  Buffer.from(bytes as Uint8Array)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

export async function openSqlite({
  dataDir,
  lifetimeMs,
  clock,
  threads = createThreads(),
}: SqliteOptions): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "tessera.db");
  const writer = startSqlite(threads, "sqlite-writer", { file, lifetimeMs, readOnly: false });
  let reader = writer;
  const listeners: ((token: string | null) => void)[] = [];
  try {
    await migrate(
      new Kysely<Tables>({ dialect: createSqliteDialect(writer, writer) }),
      "sqlite",
      async () => {},
    );
    reader = startSqlite(threads, "sqlite-reader", { file, lifetimeMs, readOnly: true });
  } catch (error) {
    await writer.close();
    throw error;
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
    auth: { db, type: "sqlite" },
    async ping() {
      const asked = [writer, reader].map((client) => client.call("query", "SELECT 1", []));
      await withPatience(Promise.all(asked), PING_MS);
    },
    lostNotices: () => 0,
    maintain: (_now, keepFrom) => forgetScans(writer, keepFrom),
    async integrity() {
      const { rows } = await reader.call("query", "PRAGMA integrity_check", []);
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== "ok");
    },
    backup: async (file) => void (await reader.call("query", "VACUUM INTO ?", [file])),
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}
