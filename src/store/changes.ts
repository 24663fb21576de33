/** Stands in a change notice where a token would; no token holds a "#". */
export const BRANDS = "#brands";

/** Hands each change on to who listens for its kind. */
export function createChanges() {
  const ofCodes: ((token: string | null) => void)[] = [];
  const ofBrands: (() => void)[] = [];
  return {
    onCodeChanged: (listener: (token: string | null) => void) => void ofCodes.push(listener),
    onBrandChanged: (listener: () => void) => void ofBrands.push(listener),
    /** A token, BRANDS, or null: anything may have changed. */
    changed(what: string | null): void {
      if (what !== BRANDS) for (const listener of ofCodes) listener(what);
      if (what === BRANDS || what === null) for (const listener of ofBrands) listener();
    },
  };
}
