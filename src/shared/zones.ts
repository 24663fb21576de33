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

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);

/** True for two names of one zone, such as Asia/Kolkata and Asia/Calcutta. */
export const isSameZone = (one: string, other: string): boolean =>
  EPOCH.toZonedDateTimeISO(one).equals(EPOCH.toZonedDateTimeISO(other));
