/** Names of requests that were sent and have not been seen to succeed, so that nothing is made twice. */
export const randomKey = (): string =>
  // `randomUUID` is missing on a plain address of one's own network.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Tells two bodies apart without keeping them; nothing depends on its being hard to guess. */
export function markOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${hash}`;
}

/** An idempotency key for a request, kept by the tab under the name `place`, also over a reload. */
export function createKeptKey(place: string) {
  return {
    /** The same for the same body until it is forgotten. */
    keyFor(body: string): string {
      const [sent, before] = JSON.parse(sessionStorage.getItem(place) ?? "[]") as string[];
      if (sent === markOf(body) && before) return before;
      const key = randomKey();
      try {
        sessionStorage.setItem(place, JSON.stringify([markOf(body), key]));
      } catch {
        // A browser that keeps nothing has only the key of this attempt.
      }
      return key;
    },
    forget: (): void => sessionStorage.removeItem(place),
  };
}
