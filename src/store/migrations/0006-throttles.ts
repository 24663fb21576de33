import type { Migration } from "./types.ts";

/**
 * Windows of people and networks, which need no row made beforehand, and a key's window that gets over
 * a clock that stood ahead. A name holds no address, only a keyed hash of its network.
 */
export const throttles: Migration = {
  version: 6,
  name: "throttles",
  statements(engine) {
    const sqlite = engine === "sqlite";
    return [
      `CREATE TABLE throttles (
        name text NOT NULL PRIMARY KEY,
        times ${sqlite ? "TEXT NOT NULL DEFAULT '[]'" : "float8[] NOT NULL DEFAULT '{}'"},
        expires_at bigint NOT NULL) ${sqlite ? "WITHOUT ROWID" : ""}`,
      `CREATE INDEX throttles_expiry ON throttles (expires_at)`,
      ...(sqlite ? [] : [ADMIT]),
    ];
  },
};

/** As in the first migration, and: times more than a window ahead count as of now (see slide). */
const ADMIT = `
CREATE OR REPLACE FUNCTION tessera_admit(
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
  SELECT times INTO held FROM windows WHERE key_id = p_key FOR UPDATE;
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
    UPDATE windows SET times = live, last_used_at = floor(moment) WHERE key_id = p_key;
  ELSIF wrong THEN
    UPDATE windows SET times = live WHERE key_id = p_key;
  END IF;
  n := cardinality(live);
  remaining := greatest(0, p_limit - n);
  reset_in := coalesce(live[CASE WHEN remaining > 0 THEN 1 ELSE n - p_limit + 1 END] + p_window, moment) - called;
END $$`;
