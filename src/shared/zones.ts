/** IANA time zones. */

/** Not offsets such as +01:00, which Intl accepts too: a zone has daylight saving. */
export function isZone(zone: string): boolean {
  if (/^[+-]/.test(zone)) return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
