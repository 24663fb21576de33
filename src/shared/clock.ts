/** The clock is injected, so that tests can move it. */
export interface Clock {
  /** Wall time in Unix milliseconds. It may step. */
  now(): number;
  /** Milliseconds on the Unix scale that never step; windows are measured with it. */
  steady(): number;
}

const SYSTEM: Clock = { now: Date.now, steady: () => performance.timeOrigin + performance.now() };

export const createSystemClock = (): Clock => SYSTEM;

/** Any thread can read the system clock; a test's clock exists only in its own thread. */
export const isSystemClock = (clock: Clock): boolean => clock === SYSTEM;
