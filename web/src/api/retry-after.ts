/** Seconds; the service says them as such, a proxy in front of it maybe as a date. Undefined when it says nothing. */
export function retryAfterOf(text: string | null | undefined, now = Date.now()): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
