/** Payloads of change notices about brands and domains instead of a code. No token contains "#". */
export const BRANDS = "#brands";
export const DOMAINS = "#domains";

/** Passes each change notice to the listeners of its kind. */
export function createChanges() {
  const ofCodes: ((token: string | null) => void)[] = [];
  const ofBrands: (() => void)[] = [];
  const ofDomains: (() => void)[] = [];
  return {
    onCodeChanged: (listener: (token: string | null) => void) => void ofCodes.push(listener),
    onBrandChanged: (listener: () => void) => void ofBrands.push(listener),
    onDomainChanged: (listener: () => void) => void ofDomains.push(listener),
    /** A token, BRANDS, DOMAINS, or null: anything may have changed. */
    changed(what: string | null): void {
      if (what !== BRANDS && what !== DOMAINS) for (const listener of ofCodes) listener(what);
      if (what === BRANDS || what === null) for (const listener of ofBrands) listener();
      if (what === DOMAINS || what === null) for (const listener of ofDomains) listener();
    },
  };
}
