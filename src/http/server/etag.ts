import { createHash } from "node:crypto";

/** A strong entity tag of this content, with its quotes. */
export const etagOf = (content: string | Uint8Array, prefix = ""): string =>
  `"${prefix}${createHash("sha256").update(content).digest("base64url").slice(0, 16)}"`;

/**
 * The tags that If-None-Match or If-Match name, without quotes and weakness, or "*" for any. Weak ones
 * count as strong: a proxy that compresses an answer weakens its tag on the way.
 */
function readTags(header: string): string[] | "*" {
  if (header.trim() === "*") return "*";
  return Array.from(header.matchAll(/"([^"]*)"/g), ([, tag]) => tag!);
}

/** Whether If-None-Match says that the caller has the content with this tag. */
export function isHeld(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = readTags(header);
  return tags === "*" || tags.includes(etag.replace(/^W\//, "").slice(1, -1));
}

/** The revisions that If-Match names; undefined when any will do. A tag is `revision.content`. */
export function readRevisions(header: string | undefined): string[] | undefined {
  const tags = header === undefined ? "*" : readTags(header);
  return tags === "*" ? undefined : tags.map((tag) => tag.split(".", 1)[0]!);
}
