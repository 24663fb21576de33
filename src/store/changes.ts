/** The payload of a change notice about a brand instead of a code. No token contains "#". */
export const BRANDS = "#brands";

/** Passes each change notice to the listeners of its kind. */
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
