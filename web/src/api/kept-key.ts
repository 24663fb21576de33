/** Idempotency keys of requests that have not succeeded yet, so that a retry creates nothing twice. */
export const randomKey = (): string =>
  // `randomUUID` needs a secure context, which plain HTTP on a local network is not.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** For several requests that the audit log shows as one action. */
export const asAction = (key: string): Record<string, string> => ({ "Tessera-Action": key });

/** A hash of a body, to compare bodies without storing them. Not cryptographic. */
export function hashOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${hash}`;
}

/** An idempotency key kept in session storage under `place`, so that it survives a reload. */
export function createKeptKey(place: string) {
  return {
    /** Returns the same key for the same body until it is forgotten. */
    keyFor(body: string): string {
      const [sent, before] = JSON.parse(sessionStorage.getItem(place) ?? "[]") as string[];
      if (sent === hashOf(body) && before) return before;
      const key = randomKey();
      try {
        sessionStorage.setItem(place, JSON.stringify([hashOf(body), key]));
      } catch {
        // Storage is unavailable: the key lasts for this attempt only.
      }
      return key;
    },
    forget: (): void => sessionStorage.removeItem(place),
  };
}
