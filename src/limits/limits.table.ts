/** Rate limit windows. */
import type { Generated } from "kysely";
import { bigint, custom, float, serial, table, tables, text, time } from "../database/table.ts";

export const limitTables = tables({
  /** Of a key. Its counted requests are numbered, and kept from first_n, or a later number, to before next_n. */
  rate_windows: table({
    num: serial().internal(),
    key_id: text().unique().references("api_keys (id) ON DELETE CASCADE").internal(),
    last_used_at: time().optional(),
    first_n: bigint().default(0).internal(),
    next_n: bigint().default(0).internal(),
  }),
  counted_requests: table(
    { window_num: bigint().references("rate_windows (num) ON DELETE CASCADE"), n: bigint(), at: float() },
    { primaryKey: ["window_num", "n"], isClustered: true },
  ),
  /** Of users and networks, named by hashes. */
  throttles: table(
    {
      name: text().primaryKey(),
      /** As JSON on SQLite. */
      times: custom<Generated<string | number[]>>({
        sqlite: "TEXT NOT NULL DEFAULT '[]'",
        postgres: "float8[] NOT NULL DEFAULT '{}'",
      }),
      expires_at: time(),
    },
    { isClustered: true, indexes: [`CREATE INDEX throttles_expiry ON throttles (expires_at)`] },
  ),
  /** Keys of those hashes. Unlogged: they are in no archived log and no replica, and a dump can leave them out. */
  throttle_keys: table({ hour: bigint().primaryKey(), key: text() }, { isUnlogged: true }),
});
