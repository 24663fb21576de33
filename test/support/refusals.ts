/** Refusals for assert.rejects, by code and message. */
export const wrong = (message: string | RegExp) => ({ code: "validation_error", message });

export const NOT_FOUND = { code: "not_found", message: "There is no such resource, or it is not yours." };

export const GONE = { code: "invalid_api_key", message: "The account has been removed or suspended." };

/** Messages of those that are refused, of several at the same time. */
export async function refusedOf(works: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(works);
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : []));
}
