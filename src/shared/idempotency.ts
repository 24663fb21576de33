/** Idempotency-Key: a repeated request creates nothing and gets the first answer. */
import { createHash } from "node:crypto";
import { confirmRights } from "./audit.ts";
import { invalid } from "./errors.ts";

/** The first answer to a key. */
export interface KeptAnswer {
  bodyHash: string;
  answer: string;
}

export interface Idempotency extends KeptAnswer {
  key: string;
  /** Older answers are forgotten. */
  notBefore: number;
}

const KEPT_MS = 24 * 3_600_000;
const KEY_USED = { field: "Idempotency-Key", message: "was already used with another body within the last 24 hours" };

/** `answer`: what a repeated request with the same body needs. */
export const onceOf = (key: string, body: unknown, answer: string, now: number): Idempotency => ({
  key,
  bodyHash: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
  answer,
  notBefore: now - KEPT_MS,
});

/** The answer that was kept, unless the body was another one. The repeated request may have waited for the first. */
export async function keptAnswer(kept: KeptAnswer, once: Idempotency): Promise<string> {
  await confirmRights();
  if (kept.bodyHash !== once.bodyHash) throw invalid([KEY_USED]);
  return kept.answer;
}
