/**
 * The subject of the ID token, which has been verified if there is one, and must be issued to us if it names others too
 * (OpenID Connect Core, 3.1.3.7). The profile may come from another endpoint and must be of the same person (5.3.2).
 */
export function subjectOf(idToken: string | undefined, profileSubject: unknown, clientId: string): string {
  const [, payload = ""] = idToken?.split(".") ?? [];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}") as Record<string, unknown>;
  const { sub, aud, azp } = claims;
  const isShared = Array.isArray(aud) && aud.length > 1;
  if ((isShared || azp !== undefined) && azp !== clientId)
    throw new Error("The identity provider's ID token was issued to another service.");
  if (typeof sub !== "string" || sub === "" || sub !== profileSubject)
    throw new Error("The identity provider's profile is not that of its ID token.");
  return sub;
}
