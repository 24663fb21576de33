import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BODY_LIMIT } from "./json-body.ts";

/** After each chunk of some 64 KiB, for all connections together: 13 MB/s. */
const PAUSE_MS = 5;

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

let lastChunk: Promise<unknown> = Promise.resolve();

/** Reads a body slowly and drops it. */
export async function discard(body: Readable): Promise<void> {
  for await (const _ of body) {
    lastChunk = lastChunk.then(() => sleep(PAUSE_MS));
    await lastChunk;
  }
}

/**
 * Answers a refused request when its large body has been read. Node would read it at full speed after the answer, so
 * that one client's refused bodies would slow everybody; and a client that first sends all would not see the answer if
 * the connection were closed.
 */
export const afterBody =
  (answer: AnswerError): AnswerError =>
  (error, request, reply) => {
    if (!isLargeUnread(request.raw) || reply.getHeader("connection") === "close") {
      answer(error, request, reply);
      return;
    }
    void discard(request.raw)
      // The client disconnected.
      .catch(() => {})
      .then(() => answer(error, request, reply));
  };

function isLargeUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > BODY_LIMIT;
}
