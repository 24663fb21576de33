export interface HealthFacts {
  isDatabaseUp: boolean;
  /** Age of the oldest scan that is not settled. */
  oldestSeconds: number;
  /** What threads and recorder say of themselves, in sentences. */
  problems: readonly string[];
}

/** From this age on the node is degraded: statistics lag behind by as much. */
const OLD_SECONDS = 30;

/** Why a node is degraded, in sentences; none when it is ready. */
export function reasonsOf({ isDatabaseUp, oldestSeconds, problems }: HealthFacts): string[] {
  const reasons = [...problems];
  if (!isDatabaseUp) reasons.unshift("The database does not answer.");
  if (oldestSeconds > OLD_SECONDS) {
    reasons.push(`The oldest unsettled scan is ${Math.floor(oldestSeconds)} s old.`);
  }
  return reasons;
}
