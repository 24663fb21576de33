import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, compress, sendEncoded, tellEncodings } from "./compression.ts";
import type { Server } from "./server.ts";

/** A strong entity tag of this content, including the quotes. */
export const etagOf = (content: string | Uint8Array, prefix = ""): string =>
  `"${prefix}${createHash("sha256").update(content).digest("base64url").slice(0, 16)}"`;

/**
 * The tags in If-None-Match or If-Match without quotes and `W/`, or "*" for any. Weak tags count as strong, because a
 * compressing proxy weakens them.
 */
function readTags(header: string): string[] | "*" {
  if (header.trim() === "*") return "*";
  return Array.from(header.matchAll(/"([^"]*)"/g), ([, tag]) => tag!);
}

/** Whether If-None-Match names this tag. */
export function isHeld(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = readTags(header);
  return tags === "*" || tags.includes(etag.replace(/^W\//, "").slice(1, -1));
}

/** The revisions in If-Match; undefined if any revision matches. A tag is `revision.content`. */
export function revisionsOf({ headers }: Pick<FastifyRequest, "headers">): string[] | undefined {
  const header = headers["if-match"];
  const tags = header === undefined ? "*" : readTags(header);
  return tags === "*" ? undefined : tags.map((tag) => tag.split(".", 1)[0]!);
}

/** Text that never changes while the process runs: built, tagged and compressed once. */
export function createStaticAnswer(make: () => string, contentType: string) {
  let made: { text: string; etag: string } | undefined;
  const encoded = new Map<string, Promise<Buffer>>();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (made === undefined) {
      const text = make();
      made = { text, etag: etagOf(text) };
    }
    const { text, etag } = made;
    reply.header("ETag", etag);
    const encoding = chooseEncoding(request, reply, text);
    if (isHeld(request.headers["if-none-match"], etag)) return reply.code(304).send();
    reply.type(contentType);
    if (encoding === null) return reply.send(text);
    sendEncoded(reply, encoding);
    const kept = encoded.get(encoding) ?? compress(text, encoding);
    encoded.set(encoding, kept);
    return reply.send(await kept);
  };
}

/**
 * Tags every JSON answer to a read by its content and lets only the caller cache it, revalidating each time. For a
 * single code the tag starts with its revision, for If-Match.
 */
export function tagAnswers(server: Server): void {
  server.addHook("onSend", async (request, reply, payload) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isGood = reply.statusCode === 200;
    if (isGood && typeof payload === "string" && !reply.hasHeader("ETag")) {
      const { revision } = reply;
      if (isRead || revision !== null) {
        reply.header("ETag", etagOf(payload, revision === null ? "" : `${revision}.`));
      }
    }
    if (!reply.hasHeader("Cache-Control")) {
      reply.header("Cache-Control", isRead && isGood ? "private, no-cache" : "no-store");
    }
    const etag = reply.getHeader("ETag");
    if (!isRead || !isGood || typeof etag !== "string") return payload;
    if (!isHeld(request.headers["if-none-match"], etag)) return payload;
    if (typeof payload === "string") tellEncodings(reply, payload);
    reply.code(304).removeHeader("Content-Type").removeHeader("Content-Disposition");
    return null;
  });
}
