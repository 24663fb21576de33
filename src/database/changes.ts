/** Payloads of change notices about something else than a code. No token contains "#". */
export const BRANDS = "#brands";
export const DOMAINS = "#domains";
const WORKSPACE = "#workspace:";
export const ofWorkspace = (id: string): string => `${WORKSPACE}${id}`;

/** Passes each change notice to the listeners of its kind. */
export function createChanges() {
  const ofCodes: ((token: string | null) => void)[] = [];
  const ofWorkspaces: ((id: string) => void)[] = [];
  const ofBrands: (() => void)[] = [];
  const ofDomains: (() => void)[] = [];
  return {
    onCodeChanged: (listener: (token: string | null) => void) => void ofCodes.push(listener),
    onWorkspaceChanged: (listener: (id: string) => void) => void ofWorkspaces.push(listener),
    onBrandChanged: (listener: () => void) => void ofBrands.push(listener),
    onDomainChanged: (listener: () => void) => void ofDomains.push(listener),
    /** A token, `ofWorkspace`, BRANDS, DOMAINS, or null: anything may have changed. */
    changed(what: string | null): void {
      if (what?.startsWith(WORKSPACE)) {
        for (const listener of ofWorkspaces) listener(what.slice(WORKSPACE.length));
        return;
      }
      if (what !== BRANDS && what !== DOMAINS) for (const listener of ofCodes) listener(what);
      if (what === BRANDS || what === null) for (const listener of ofBrands) listener();
      if (what === DOMAINS || what === null) for (const listener of ofDomains) listener();
    },
  };
}
