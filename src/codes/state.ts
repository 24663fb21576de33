import { createHash } from "node:crypto";
import type { Code } from "./code.ts";

export type CodeState = "active" | "paused" | "expired";

/** Derived, never stored. Deleted codes are not found at all. */
export function stateOf(code: Pick<Code, "isPublic" | "expiresAt">, now: number): CodeState {
  if (!code.isPublic) return "paused";
  return code.expiresAt <= now ? "expired" : "active";
}

/**
 * A hash of all fields that do not change by themselves: scans change neither the count nor a sliding expiry in it.
 */
export function revisionOf(code: Code): string {
  const { num: _, scanCount: __, expiresBefore: ___, expiresAt, ...rest } = code;
  const state = [rest, code.expiresFixed ? expiresAt : null];
  const hash = createHash("sha256").update(JSON.stringify(state));
  return hash.digest("base64url").slice(0, 16);
}
