import { createHash } from "node:crypto";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

function source(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The Content-Security-Policy of every page here: only our own style and script, by their hashes. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(SCRIPT)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
