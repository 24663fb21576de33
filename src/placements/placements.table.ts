import { folded } from "../codes/codes.schema.ts";
import { bigint, custom, flag, generated, serial, table, tables, text, time } from "../database/table.ts";

/** Folded by PostgreSQL; on SQLite a generated column cannot call lower(). */
const WORDS = "coalesce(name, '') || CASE WHEN is_slug = 1 THEN '\n' || token ELSE '' END";

export const placementTables = tables({
  /** Copies of a code in different places, each with its own token. Numbers are not used again. */
  placements: table(
    {
      num: serial(),
      id: text().unique(),
      code_num: bigint().internal(),
      /** Null: a blank copy, which has no place yet. */
      name: text().optional(),
      /** Lists are sorted by it. */
      name_key: custom<string>({ sqlite: "text NOT NULL", postgres: 'text COLLATE "C" NOT NULL' }).internal(),
      token: text().unique(),
      /** A person chose the token: then its case does not matter. */
      is_slug: flag(),
      is_paused: flag(),
      created_at: time(),
      scan_count: bigint().default(0),
      /** The code it belonged to, while its scans are moved from there. */
      moving_from: bigint().optional().internal(),
      /** The last scan of that code that was looked at. */
      moved_through: text().optional().internal(),
      /** Its name and slug, for searches; empty for blank copies. */
      words: generated({
        sqlite: `text GENERATED ALWAYS AS (${WORDS}) VIRTUAL`,
        postgres: `text GENERATED ALWAYS AS (${folded(`(${WORDS}) COLLATE "und-x-icu"`)}) STORED`,
      }),
    },
    {
      indexes: [
        `CREATE INDEX placements_by_code ON placements (code_num, num)`,
        // For searches, which skip blank copies.
        `CREATE INDEX placements_named ON placements (code_num) WHERE words <> ''`,
        `CREATE INDEX placements_moving ON placements (moving_from) WHERE moving_from IS NOT NULL`,
      ],
    },
  ),
  /** Codes that a placement's scans may have been moved to, and from which ones, also after it was deleted. */
  placement_moves: table(
    { placement_id: text(), from_num: bigint(), code_num: bigint() },
    {
      primaryKey: ["placement_id", "from_num", "code_num"],
      isClustered: true,
      indexes: [`CREATE INDEX placement_moves_from ON placement_moves (from_num)`],
    },
  ),
});
