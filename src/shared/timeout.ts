/** The only deadline helper for promises. Late results are ignored. */
class TimedOut extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TimedOut";
  }
}

/**
 * The promise's result, or a rejection after `ms`. Node runs timers before it reads sockets, so after a stall of the
 * process, data that has arrived is read first.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  message = `No response within ${ms} ms.`,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => late.reject(new TimedOut(message))), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when done, false after `ms`. Rejects if the work rejects in time. */
export async function isDoneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  try {
    await withTimeout(work, ms);
    return true;
  } catch (error) {
    if (error instanceof TimedOut) return false;
    throw error;
  }
}
