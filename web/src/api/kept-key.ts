/** Names of requests that were sent and have not been seen to succeed, so that nothing is made twice. */
const randomKey = (): string =>
  // `randomUUID` is missing on a plain address of one's own network.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Kept by the tab under the name `place`, also over a reload. */
export function createKeptKey(place: string) {
  return {
    /** The same for the same body until it is forgotten. */
    keyFor(body: string): string {
      const [sent, before] = JSON.parse(sessionStorage.getItem(place) ?? "[]") as string[];
      if (sent === body && before) return before;
      const key = randomKey();
      try {
        sessionStorage.setItem(place, JSON.stringify([body, key]));
      } catch {
        // A browser that keeps nothing has only the key of this attempt.
      }
      return key;
    },
    forget: (): void => sessionStorage.removeItem(place),
  };
}
