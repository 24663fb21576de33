/** The browser's WebAuthn API, with the JSON forms that the server sends and expects. */
import { call } from "./call.ts";

/** False in old browsers, and where passkeys do not work: without https, except on localhost, and without a name. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function" &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** The user closed the browser's dialog, or it timed out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

const toJson = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();

export async function signInWithPasskey(): Promise<void> {
  const options = await call.post<PublicKeyCredentialRequestOptionsJSON>("/sign-in/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = toJson(await navigator.credentials.get({ publicKey }));
  await call.post("/sign-in/passkey", { response });
}

export async function addPasskey(name: string, password: string): Promise<void> {
  const options = await call.post<PublicKeyCredentialCreationOptionsJSON>("/passkeys/options", { password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = toJson(await navigator.credentials.create({ publicKey }));
  await call.post("/passkeys", { response, name });
}
