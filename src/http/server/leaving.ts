import type { FastifyReply } from "fastify";

/** Aborted when whoever asked is gone before the answer is. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
