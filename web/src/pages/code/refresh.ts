/** How many times longer than the last read the pause after it is at least. */
const REST = 4;

/**
 * Reads again some time after the first of several calls, and never twice at once: a new read would cancel the one
 * under way, and a slow answer would never be shown. Slow reads are repeated less often.
 */
export function createRefresh(read: () => Promise<unknown>, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isWanted = false;
  let tookMs = 0;
  let endedAt = 0;

  async function start(): Promise<void> {
    timer = undefined;
    isReading = true;
    isWanted = false;
    const at = Date.now();
    await read().catch(() => {});
    endedAt = Date.now();
    tookMs = endedAt - at;
    isReading = false;
    if (isWanted) refresh();
  }

  function refresh(): void {
    if (isReading) isWanted = true;
    else timer ??= setTimeout(() => void start(), Math.max(pauseMs, REST * tookMs - (Date.now() - endedAt)));
  }

  return { refresh, stop: () => clearTimeout(timer) };
}
