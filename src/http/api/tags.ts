import { tellEncodings } from "../server/compression.ts";
import { etagOf, isHeld } from "../server/etag.ts";
import type { Server } from "../server/server.ts";

/**
 * Every JSON answer to a read has a tag of its content and may be kept by its caller alone, who asks
 * each time whether it still holds. What shows one code begins with the code's revision (If-Match).
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
    reply.code(304).removeHeader("Content-Type");
    return null;
  });
}
