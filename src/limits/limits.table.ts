/** Rate limit windows. Their times are JSON on SQLite, arrays on PostgreSQL. */
import type { Generated } from "kysely";
import { bigint, custom, ofEngine, table, tables, text, time } from "../database/table.ts";

type Times = string | number[];
const times = () =>
  custom<Generated<Times>>({
    sqlite: "TEXT NOT NULL DEFAULT '[]'",
    postgres: "float8[] NOT NULL DEFAULT '{}'",
  }).internal();

export const limitTables = tables({
  /** The times of a key's counted requests. Older ones are in parts, so that a request reads and writes few of them. */
  rate_windows: table({
    key_id: text().primaryKey().references("api_keys (id) ON DELETE CASCADE").internal(),
    times: times(),
    last_used_at: time().optional(),
    /** The range of parts, to before next_part. */
    first_part: bigint().default(0).internal(),
    next_part: bigint().default(0).internal(),
  }),
  rate_window_parts: table(
    {
      key_id: text().references("rate_windows (key_id) ON DELETE CASCADE"),
      number: bigint(),
      times: ofEngine<Times>({ sqlite: "TEXT", postgres: "float8[]" }),
    },
    { primaryKey: ["key_id", "number"], isClustered: true },
  ),
  /** Of users and networks, named by hashes. */
  throttles: table(
    { name: text().primaryKey(), times: times(), expires_at: time() },
    { isClustered: true, indexes: [`CREATE INDEX throttles_expiry ON throttles (expires_at)`] },
  ),
  /** Keys of those hashes. Unlogged: they are in no archived log and no replica, and a dump can leave them out. */
  throttle_keys: table({ hour: bigint().primaryKey(), key: text() }, { isUnlogged: true }),
});
