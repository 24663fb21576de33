import type { Code } from "../store/code-store.ts";

export type CodeState = "active" | "paused" | "expired";

/** Derived, never stored. A deleted code is not found at all. */
export function stateOf(code: Pick<Code, "isPublic" | "expiresAt">, now: number): CodeState {
  if (!code.isPublic) return "paused";
  return code.expiresAt <= now ? "expired" : "active";
}
