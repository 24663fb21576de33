/** Times per part of a window. The latest, fewer than twice as many, are in the key's own row. */
export const PART = 64;

export const windowFunctions = (): string[] => [TIMES_UNTIL, TIMES_SINCE, WINDOW];

const TIMES_UNTIL = `
CREATE FUNCTION tessera_times_until(p_times float8[], p_latest float8) RETURNS float8[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(SELECT least(t, p_latest)
    FROM unnest(p_times) WITH ORDINALITY AS h(t, i) ORDER BY i)
$$`;

const TIMES_SINCE = `
CREATE FUNCTION tessera_times_since(p_times float8[], p_moment float8, p_window float8)
RETURNS float8[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(SELECT t FROM unnest(p_times) WITH ORDINALITY AS h(t, i)
    WHERE p_moment - t < p_window ORDER BY i)
$$`;

/**
 * First the row lock, then the time, then the count: in this order two requests cannot both take the last place.
 * Otherwise like `slide`: all times but those in the oldest part and the row itself certainly count, so they are not
 * read.
 */
const WINDOW = `
CREATE FUNCTION tessera_window(
  p_key text, p_limit integer, p_window float8, p_now float8, p_count boolean,
  OUT admitted boolean, OUT remaining integer, OUT reset_in float8
) LANGUAGE plpgsql AS $$
DECLARE
  own float8[];
  oldest float8[] := '{}';
  held_from bigint;
  part bigint;
  low bigint;
  high bigint;
  until_part bigint;
  called float8;
  last float8;
  moment float8;
  counts_at float8;
  wrong boolean;
  between integer;
  n integer;
  place integer;
  leaving float8;
BEGIN
  SELECT times, first_part, next_part INTO own, held_from, until_part
    FROM rate_windows WHERE key_id = p_key FOR UPDATE;
  called := coalesce(p_now, extract(epoch FROM clock_timestamp()) * 1000);
  last := own[cardinality(own)];
  wrong := coalesce(last - called > p_window, false);
  IF wrong THEN own := tessera_times_until(own, called); END IF;
  moment := greatest(called, coalesce(own[cardinality(own)], 0));
  -- What had left before the clock was put right does not come back.
  counts_at := CASE WHEN wrong THEN last ELSE moment END;
  part := held_from;
  low := held_from;
  high := until_part;
  WHILE low < high LOOP
    SELECT times[cardinality(times)] INTO leaving FROM rate_window_parts
      WHERE key_id = p_key AND number = part;
    IF counts_at - leaving < p_window THEN high := part; ELSE low := part + 1; END IF;
    part := (low + high) / 2;
  END LOOP;
  between := ${PART} * greatest(0, until_part - part - 1);
  IF part < until_part THEN
    SELECT times INTO oldest FROM rate_window_parts WHERE key_id = p_key AND number = part;
    oldest := tessera_times_since(oldest, counts_at, p_window);
    IF wrong THEN oldest := tessera_times_until(oldest, called); END IF;
  ELSE
    own := tessera_times_since(own, moment, p_window);
  END IF;
  admitted := cardinality(oldest) + between + cardinality(own) < p_limit;
  IF admitted AND p_count THEN own := own || moment; END IF;
  n := cardinality(oldest) + between + cardinality(own);
  remaining := greatest(0, p_limit - n);
  place := CASE WHEN remaining > 0 THEN 1 ELSE n - p_limit + 1 END - cardinality(oldest);
  IF place <= 0 THEN
    leaving := oldest[place + cardinality(oldest)];
  ELSIF place > between THEN
    leaving := own[place - between];
  ELSE
    SELECT times[(place - 1) % ${PART} + 1] INTO leaving FROM rate_window_parts
      WHERE key_id = p_key AND number = part + 1 + (place - 1) / ${PART};
    leaving := least(leaving, moment);
  END IF;
  reset_in := coalesce(leaving + p_window, moment) - called;
  IF NOT p_count OR NOT (admitted OR wrong) THEN RETURN; END IF;
  DELETE FROM rate_window_parts WHERE key_id = p_key AND number < part;
  IF wrong THEN
    UPDATE rate_window_parts
      SET times = tessera_times_until(tessera_times_since(times, last, p_window), called)
      WHERE key_id = p_key;
  END IF;
  IF cardinality(own) >= ${2 * PART} THEN
    n := cardinality(own) / ${PART} - 1;
    INSERT INTO rate_window_parts
      SELECT p_key, until_part + (i - 1) / ${PART}, array_agg(t ORDER BY i)
      FROM unnest(own) WITH ORDINALITY AS h(t, i) WHERE i <= n * ${PART} GROUP BY (i - 1) / ${PART};
    own := own[n * ${PART} + 1:];
    until_part := until_part + n;
  END IF;
  UPDATE rate_windows SET times = own, first_part = part, next_part = until_part,
    last_used_at = CASE WHEN admitted THEN floor(moment) ELSE last_used_at END
    WHERE key_id = p_key;
END $$`;
