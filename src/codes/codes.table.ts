import type { Generated } from "kysely";
import {
  bigint,
  custom,
  flag,
  generated,
  integer,
  joined,
  serial,
  smallint,
  table,
  tables,
  text,
  time,
} from "../database/table.ts";
import type { ChangeKind, CodeType, Level } from "../shared/vocabulary.ts";
import { folded } from "./codes.schema.ts";

export const codeTables = tables({
  codes: table(
    {
      num: serial(),
      id: text().unique(),
      workspace_id: text(),
      name: text(),
      type: text<CodeType>(),
      content: text(),
      token: text().unique(),
      foreground: text().as("foregroundColor"),
      background: text().as("backgroundColor"),
      size: integer(),
      level: text<Level>().as("errorCorrection"),
      /** The look beyond the colours as JSON; null: plain. */
      style: text().optional(),
      /** Title and text for visitors as JSON; null for neither. */
      page: text().optional(),
      /** Where it leads other than to its content, as JSON (src/routing); null: nowhere else. */
      routing: text().optional(),
      category: text().optional(),
      external_id: text().optional(),
      /** A person chose the token: then its case does not matter. */
      is_slug: flag().default(0),
      is_public: flag(),
      is_favorite: flag(),
      /** In the format of src/shared/actor.ts. */
      made_by: text().optional().internal(),
      /** The key of the verdict, if it was found to be hard to scan. It may look different since. */
      hard_to_scan: text().optional().internal(),
      created_at: time(),
      updated_at: time(),
      /** Set while the code is in the bin. */
      deleted_at: time().optional(),
      /** Set 30 days after deleted_at: the row is kept only so that its token is never assigned again. */
      erased_at: time().optional().internal(),
      /** The name in lower case: lists are sorted by it. On SQLite set by triggers, because lower() is a function of ours. */
      name_key: custom<Generated<string>>({
        sqlite: "text NOT NULL DEFAULT ''",
        postgres: `text COLLATE "C" GENERATED ALWAYS AS (${folded(`name COLLATE "und-x-icu"`)}) STORED`,
      }).internal(),
      content_key: generated({
        postgres: `text GENERATED ALWAYS AS (${folded(`content COLLATE "und-x-icu"`)}) STORED`,
      }),
    },
    {
      indexes: [
        `CREATE UNIQUE INDEX codes_external_id ON codes (workspace_id, external_id) WHERE external_id IS NOT NULL`,
      ],
    },
  ),
  /** The columns that scans change, separate from `codes` so that settling and changes lock different rows. */
  code_counters: table(
    {
      code_num: custom<number>({ sqlite: "INTEGER PRIMARY KEY", postgres: "bigint NOT NULL PRIMARY KEY" }).internal(),
      scan_count: bigint(),
      expires_at: time(),
      /** A member set expires_at by hand: then no scan moves it. */
      expires_fixed: flag(),
      /** The scan, creation or renewal that expires_at is based on. */
      renewed_at: time().internal(),
      /** expires_at before the last scan moved it; null if none did. */
      expires_before: time().optional(),
      /** The quarter of an hour of the first scan, if a placement brought it along from before the code was created. */
      first_quarter: integer().optional().internal(),
      /** That of the last scan; null if there was none. An index changes with it, so not the exact time. */
      last_quarter: integer().optional().internal(),
      /** Null if there was none. */
      last_scan_at: time().optional().internal(),
      /** How often scans were moved or forgotten, other than by being settled. */
      scans_changed: integer().default(0).internal(),
      /** The code's workspace unless it is deleted. This and the next are copies maintained by the database. */
      list_workspace: text().optional().internal(),
      list_public: smallint().optional().internal(),
      list_favorite: smallint().optional().internal(),
      list_type: text().optional().internal(),
      list_category: text().optional().internal(),
      /** The count that lists are sorted by, at most a 64th behind. */
      list_scans: bigint().default(0).internal(),
    },
    // Nearly every count adds a row version and index entries, so vacuum this table often.
    { storage: "WITH (autovacuum_vacuum_scale_factor = 0.02)" },
  ),
  code_versions: table(
    {
      code_num: bigint(),
      n: integer(),
      content: text(),
      replaced_at: time(),
      /** In the format of src/shared/actor.ts. */
      replaced_by: text().optional(),
      /** The code's count when this content was replaced. */
      scans_until: bigint(),
    },
    { primaryKey: ["code_num", "n"] },
  ),
  /** What else happened to a code, for its time axis. */
  code_changes: table(
    { code_num: bigint(), at: time(), kind: text<ChangeKind>() },
    { primaryKey: ["code_num", "at", "kind"] },
  ),
  /** Tokens that nobody else may choose, in lower case, for ever. Imported ones, without is_slug, keep their case. */
  taken_tokens: table({ token: text().primaryKey(), is_slug: smallint() }, { isClustered: true }),
  /** Codes whose scans are being removed. */
  erasing: table({ code_num: bigint().primaryKey() }),
  /** Codes whose scans are being imported: without counters they are not visible yet. */
  importing: table({ code_num: bigint().primaryKey() }),
});

/** A code with the columns that scans change. */
export const CODE = joined(codeTables.codes, codeTables.code_counters);
export type CodeRow = Parameters<typeof CODE.read>[0];

/** What is left of an erased code besides its token. */
export const EMPTY = {
  ...{ name: "", content: "" },
  ...{ category: null, external_id: null, style: null, page: null, routing: null, made_by: null, hard_to_scan: null },
} as const;
