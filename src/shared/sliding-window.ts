/** One exact sliding window, as plain arithmetic. Times are in ms, ascending. */
export interface Slide {
  admitted: boolean;
  /** The requests that still count, this one included when it was admitted. */
  times: number[];
  remaining: number;
  /** Ms from now until one more is admitted if none is left, else until the oldest leaves. */
  resetIn: number;
}

export function slide(times: readonly number[], now: number, limit: number, windowMs: number, count = true): Slide {
  // Times more than a window ahead come from a clock that stood wrong. They count as of now: nobody
  // waits for that clock's time, and no more are admitted than the limit. Whoever keeps `times`
  // must keep them corrected, after a refusal too.
  const wrong = (times.at(-1) ?? 0) - now > windowMs;
  const held = wrong ? times.map((time) => Math.min(time, now)) : times;
  // A clock that stepped back must not admit more: the window's time never runs backwards.
  const at = Math.max(now, held.at(-1) ?? 0);
  const live = held.filter((time) => at - time < windowMs);
  const admitted = live.length < limit;
  if (admitted && count) live.push(at);
  const remaining = Math.max(0, limit - live.length);
  const leaving = remaining > 0 ? live[0] : live[live.length - limit];
  const resetAt = leaving === undefined ? at : leaving + windowMs;
  return { admitted, times: live, remaining, resetIn: resetAt - now };
}
