/** Enough to keep the loop busy, and little for a scan to wait for. */
const MAX_PER_TURN = 4;

/**
 * Begins a few requests per turn of the event loop, in the order they came. Without this, a hundred that arrive
 * together are begun in one turn, and a scan waits for all of them.
 */
export function createLoopTurns(): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(nextTurn);
  }

  function nextTurn(): void {
    isScheduled = false;
    begun = Math.min(MAX_PER_TURN, waiting.length);
    if (begun === 0) return;
    schedule();
    for (const begin of waiting.splice(0, begun)) begin();
  }

  return (begin) => {
    schedule();
    if (begun === MAX_PER_TURN || waiting.length > 0) {
      waiting.push(begin);
      return;
    }
    begun += 1;
    begin();
  };
}
