/** The key of the last creation that was sent and has not been seen to succeed. */
const PLACE = "tessera.creation";

const randomKey = (): string =>
  // `randomUUID` is missing on a plain address of one's own network.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** The same key for the same body until it has made a code, so that a lost answer makes no second one. */
export function creationKey(body: string): string {
  const [sent, before] = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]") as string[];
  if (sent === body && before) return before;
  const key = randomKey();
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([body, key]));
  } catch {
    // A browser that keeps nothing has only the key of this attempt.
  }
  return key;
}

export const forgetCreation = (): void => sessionStorage.removeItem(PLACE);
