import type { Migration } from "./types.ts";

/** Tables are called what they hold. */
export const RENAMED: readonly [from: string, to: string][] = [
  // In the order in which settling takes them.
  ["missed", "settled_sums"],
  ["marks", "meta"],
  ["code_life", "code_counters"],
  ["traffic_daily", "uncounted_daily"],
  ["windows", "rate_windows"],
];

/**
 * On PostgreSQL the old names stay as views, so that nodes of the release before go on working until
 * they are replaced; a later migration drops them. An embedded database has no such nodes.
 */
export const plainNames: Migration = {
  version: 8,
  name: "plain names",
  statements: (engine) => [
    ...RENAMED.map(([from, to]) => `ALTER TABLE ${from} RENAME TO ${to}`),
    ...(engine === "sqlite" ? SQLITE : POSTGRES),
  ],
};

const COPIES = "list_public, list_favorite, list_type, list_category";

const SQLITE = [
  "DROP INDEX code_life_by_scans",
  "DROP INDEX code_life_by_expiry",
  `CREATE INDEX code_counters_by_scans ON code_counters
    (list_owner, list_scans, code_num, expires_at, ${COPIES}) WHERE list_owner IS NOT NULL`,
  `CREATE INDEX code_counters_by_expiry ON code_counters
    (list_owner, expires_at, code_num DESC, ${COPIES}) WHERE list_owner IS NOT NULL`,
];

const POSTGRES = [
  ...RENAMED.map(([from, to]) => `CREATE VIEW ${from} AS SELECT * FROM ${to}`),
  "ALTER INDEX code_life_by_scans RENAME TO code_counters_by_scans",
  "ALTER INDEX code_life_by_expiry RENAME TO code_counters_by_expiry",
  `CREATE OR REPLACE FUNCTION tessera_list_code() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE code_counters SET
      list_owner = CASE WHEN NEW.deleted_at IS NULL THEN NEW.owner_id END,
      list_public = NEW.is_public, list_favorite = NEW.is_favorite,
      list_type = NEW.type, list_category = NEW.category
    WHERE code_num = NEW.num;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION tessera_admit(
    p_key text, p_limit integer, p_window float8, p_now float8,
    OUT admitted boolean, OUT remaining integer, OUT reset_in float8
  ) LANGUAGE plpgsql AS $$
  DECLARE
    held float8[];
    live float8[];
    called float8;
    moment float8;
    wrong boolean;
    n integer;
  BEGIN
    SELECT times INTO held FROM rate_windows WHERE key_id = p_key FOR UPDATE;
    called := coalesce(p_now, extract(epoch FROM clock_timestamp()) * 1000);
    wrong := coalesce(held[cardinality(held)] - called > p_window, false);
    IF wrong THEN
      held := ARRAY(SELECT least(t, called) FROM unnest(held) WITH ORDINALITY AS h(t, i) ORDER BY i);
    END IF;
    moment := greatest(called, coalesce(held[cardinality(held)], 0));
    live := ARRAY(SELECT t FROM unnest(held) WITH ORDINALITY AS h(t, i) WHERE moment - t < p_window ORDER BY i);
    admitted := cardinality(live) < p_limit;
    IF admitted THEN
      live := live || moment;
      UPDATE rate_windows SET times = live, last_used_at = floor(moment) WHERE key_id = p_key;
    ELSIF wrong THEN
      UPDATE rate_windows SET times = live WHERE key_id = p_key;
    END IF;
    n := cardinality(live);
    remaining := greatest(0, p_limit - n);
    reset_in := coalesce(live[CASE WHEN remaining > 0 THEN 1 ELSE n - p_limit + 1 END] + p_window, moment) - called;
  END $$`,
];
