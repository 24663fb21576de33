/** Time is handed in, so that tests can move it. */
export interface Clock {
  /** Wall time in Unix milliseconds: what people read. It may step. */
  now(): number;
  /** Milliseconds on the Unix scale that never step: what windows are measured with. */
  steady(): number;
}

export function createSystemClock(): Clock {
  const anchor = Date.now() - performance.now();
  return { now: Date.now, steady: () => anchor + performance.now() };
}
