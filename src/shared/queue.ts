/** Runs tasks one after another, in order. */
export type Queue = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const answer = last.then(work);
    // The caller gets the error; the next task only waits for the end.
    last = answer.catch(() => {});
    return answer;
  };
}
