/** IANA time zones. */

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);

/** Temporal also reads offsets such as +01:00, and times that contain an offset or a zone. */
const NAME = /^[a-z][\w+/-]*$/i;

/** The name of a zone in its usual spelling, since any case is accepted; null if there is none. */
export function zoneName(zone: string): string | null {
  if (!NAME.test(zone)) return null;
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
