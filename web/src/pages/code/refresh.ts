/**
 * Reads again some time after the first of several calls, and never twice at once: a new read would cancel the one
 * under way, and a slow answer would never be shown.
 */
export function createRefresh(read: () => Promise<unknown>, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isWanted = false;

  async function start(): Promise<void> {
    timer = undefined;
    isReading = true;
    isWanted = false;
    await read().catch(() => {});
    isReading = false;
    if (isWanted) refresh();
  }

  function refresh(): void {
    if (isReading) isWanted = true;
    else timer ??= setTimeout(() => void start(), pauseMs);
  }

  return { refresh, stop: () => clearTimeout(timer) };
}
