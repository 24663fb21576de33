/** What a promise gives, or a rejection when it takes longer: nobody waits for ever on a dead line. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`There was no answer in ${ms} ms.`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
