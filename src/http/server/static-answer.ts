import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, compress, sendEncoded } from "./compression.ts";
import { etagOf, isHeld } from "./etag.ts";

/** A text that stays the same while the process lives: made, tagged and compressed once. */
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
