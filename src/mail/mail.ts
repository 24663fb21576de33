import type { Language } from "../shared/languages.ts";

/** Mail that waits to be sent. */
export interface QueuedMail {
  id: string;
  kind: string;
  recipient: string;
  language: Language;
  /** What the text is made of, as JSON. */
  data: string;
  createdAt: number;
  expiresAt: number;
  /** How often a node has claimed it. */
  tries: number;
}
