import { createHash } from "node:crypto";
import type { Code } from "../store/code-store.ts";

export type CodeState = "active" | "paused" | "expired";

/** Derived, never stored. A deleted code is not found at all. */
export function stateOf(code: Pick<Code, "isPublic" | "expiresAt">, now: number): CodeState {
  if (!code.isPublic) return "paused";
  return code.expiresAt <= now ? "expired" : "active";
}

/**
 * Names one state of what an owner may change of a code. Scans do not change it: neither the count
 * nor an expiry that they move is part of it.
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
  ];
  const hash = createHash("sha256").update(JSON.stringify(state));
  return hash.digest("base64url").slice(0, 16);
}
