/** IANA time zones. */

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);

/**
 * The name of a zone in its usual spelling, since any case is accepted; null if there is none. Not offsets such as
 * +01:00, which Temporal accepts too: a zone has daylight saving.
 */
export function zoneName(zone: string): string | null {
  if (/^[+-]/.test(zone)) return null;
  try {
    return EPOCH.toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    return null;
  }
}

export const isZone = (zone: string): boolean => zoneName(zone) !== null;

/** True for two names of one zone, such as Asia/Kolkata and Asia/Calcutta. */
export const isSameZone = (one: string, other: string): boolean =>
  EPOCH.toZonedDateTimeISO(one).equals(EPOCH.toZonedDateTimeISO(other));
