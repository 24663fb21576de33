/** Works run one after another, in the order they came. */
export type Queue = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const answer = last.then(work);
    // Whoever asked hears why it failed; the next in line only waits for its end.
    last = answer.catch(() => {});
    return answer;
  };
}
