/** The one way to give a promise a deadline. What it does after that is nobody's any more. */
class TimedOut extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TimedOut";
  }
}

/**
 * What a promise gives, or a rejection when it takes longer: nobody waits for ever on a dead line. Node runs timers before
 * it reads sockets, so after a stall of the process what has arrived meanwhile is read first.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  message = `There was no answer in ${ms} ms.`,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => late.reject(new TimedOut(message))), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** True as soon as it is done, false when it takes longer. Rejects when the work does, in time. */
export async function isDoneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  try {
    await withTimeout(work, ms);
    return true;
  } catch (error) {
    if (error instanceof TimedOut) return false;
    throw error;
  }
}
