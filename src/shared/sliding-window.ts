/** One exact sliding window as pure arithmetic. Times are in ms, ascending. */
export interface Slide {
  admitted: boolean;
  /** Requests that still count, including this one if it was admitted. */
  times: number[];
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest leaves the window. */
  resetIn: number;
}

export function slide(times: readonly number[], now: number, limit: number, windowMs: number, count = true): Slide {
  // Times more than a window ahead come from a wrong clock. They count as of now, so that nobody waits for that time
  // and no more than the limit is admitted. The caller must store the corrected `times`, also after a refusal.
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
