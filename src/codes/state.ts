import { createHash } from "node:crypto";
import type { Code } from "./code.ts";

export type CodeState = "active" | "paused" | "expired";

/** Derived, never stored. Deleted codes are not found at all. */
export function stateOf(code: Pick<Code, "isPublic" | "expiresAt">, now: number): CodeState {
  if (!code.isPublic) return "paused";
  return code.expiresAt <= now ? "expired" : "active";
}

/**
 * A hash of the fields that may change. Scans do not change it: neither the count nor a moved expiry is included.
 */
export function revisionOf(code: Code): string {
  const state = [
    code.name,
    code.content,
    code.foregroundColor,
    code.backgroundColor,
    code.size,
    code.errorCorrection,
    code.category,
    code.isPublic,
    code.isFavorite,
    code.expiresFixed ? code.expiresAt : null,
    code.updatedAt,
    ...(code.style === null ? [] : [code.style]),
    ...(code.page === null ? [] : [code.page]),
  ];
  const hash = createHash("sha256").update(JSON.stringify(state));
  return hash.digest("base64url").slice(0, 16);
}
