/** Time is handed in, so that tests can move it. */
export interface Clock {
  /** Wall time in Unix milliseconds: what people read. It may step. */
  now(): number;
  /** Milliseconds on the Unix scale that never step: what windows are measured with. */
  steady(): number;
}

const SYSTEM: Clock = { now: Date.now, steady: () => performance.timeOrigin + performance.now() };

export const createSystemClock = (): Clock => SYSTEM;

/** Any thread can read the system's clock; one that a test moves, only the thread that has it. */
export const isSystemClock = (clock: Clock): boolean => clock === SYSTEM;
