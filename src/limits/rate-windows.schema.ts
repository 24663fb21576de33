/** How many requests that no longer count are removed with one that is counted: more than it adds. */
export const REMOVED_PER_REQUEST = 8;

/**
 * The same as `admit` on SQLite. First the row lock, then the time, then the count: in this order two requests cannot
 * both take the last place. Each statement sees what was committed while the first waited for the lock.
 */
export const WINDOW_FUNCTION = `
CREATE FUNCTION tessera_window(
  p_key text, p_limit integer, p_window float8, p_now float8, p_count boolean,
  OUT admitted boolean, OUT remaining integer, OUT reset_in float8
) LANGUAGE plpgsql AS $$
DECLARE
  held rate_windows;
  called float8;
  last float8;
  first bigint;
  oldest float8;
  high bigint;
  middle bigint;
  step bigint := 0;
  seen float8;
BEGIN
  SELECT * INTO held FROM rate_windows WHERE key_id = p_key FOR UPDATE;
  called := coalesce(p_now, extract(epoch FROM clock_timestamp()) * 1000);
  SELECT at INTO last FROM counted_requests WHERE window_num = held.num AND n = held.next_n - 1;
  IF last - called > p_window THEN
    -- The clock was ahead and has been put right. What had left by its time does not come back.
    DELETE FROM counted_requests WHERE window_num = held.num AND last - at >= p_window;
    UPDATE counted_requests SET at = called WHERE window_num = held.num AND at > called;
    last := called;
  END IF;
  last := greatest(last, called);
  -- Usually the oldest that is kept or the one after it; otherwise found by halves.
  first := held.first_n;
  middle := first;
  high := held.next_n;
  WHILE first < high LOOP
    SELECT at INTO seen FROM counted_requests WHERE window_num = held.num AND n = middle;
    IF last - seen < p_window THEN high := middle; oldest := seen; ELSE first := middle + 1; END IF;
    middle := least(first + step, (first + high) / 2);
    step := 2 * step + 1;
  END LOOP;
  admitted := coalesce(held.next_n - first < p_limit, false);
  IF admitted AND p_count THEN
    high := least(first, held.first_n + ${REMOVED_PER_REQUEST});
    IF high > held.first_n THEN
      DELETE FROM counted_requests WHERE window_num = held.num AND n >= held.first_n AND n < high;
    END IF;
    INSERT INTO counted_requests VALUES (held.num, held.next_n, last);
    held.next_n := held.next_n + 1;
    oldest := coalesce(oldest, last);
    UPDATE rate_windows SET first_n = high, next_n = held.next_n, last_used_at = floor(last) WHERE num = held.num;
  END IF;
  remaining := greatest(0, p_limit - (held.next_n - first));
  -- After a lowered limit, one in the middle has to leave first.
  IF held.next_n - p_limit > first THEN
    SELECT at INTO oldest FROM counted_requests WHERE window_num = held.num AND n = held.next_n - p_limit;
  END IF;
  reset_in := coalesce(oldest + p_window - called, 0);
END $$`;
