import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BODY_LIMIT } from "./json-body.ts";

/** 13 MB/s for all connections together. */
const BYTES_A_MS = 13_000;
/** A smaller chunk costs the event loop about as much. */
const LEAST_BYTES = 1024;

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** When everything read so far is due. */
let due = 0;

/** Reads a body slowly and drops it. */
export async function discard(body: Readable): Promise<void> {
  for await (const chunk of body) {
    const now = performance.now();
    due = Math.max(due, now) + Math.max(chunk.length, LEAST_BYTES) / BYTES_A_MS;
    if (due - now >= 1) await sleep(due - now);
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
    if (request.raw.complete || !mayBeLarge(request.raw) || isHeldBack(request.raw)) {
      answer(error, request, reply);
      return;
    }
    // Fastify closes the connection after a body that is too large, for which there is no reason once it is read.
    reply.removeHeader("connection");
    void discard(request.raw)
      // The client disconnected.
      .catch(() => {})
      .then(() => answer(error, request, reply));
  };

/** Clients send far fewer. Each costs the time and memory of a large chunk, and Node's buffer counts only bytes. */
const MOST_TINY_CHUNKS = 2_000;
const TINY_BYTES = 64;

/** Ends connections whose body costs too much: by tiny chunks, or because it goes on after the answer. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
  if (!mayBeLarge(request)) return;
  response.once("finish", () => {
    if (!request.complete) request.socket.destroySoon();
  });
  if (!isChunked(request)) return;
  const { push } = request;
  let tiny = 0;
  request.push = (chunk, encoding) => {
    if (chunk?.length < TINY_BYTES) tiny += 1;
    if (tiny <= MOST_TINY_CHUNKS) return push.call(request, chunk, encoding);
    request.socket.destroy();
    return false;
  };
}

/** The client first waits for the answer to its Expect header. Node itself answers 100-continue. */
const isHeldBack = ({ headers: { expect } }: IncomingMessage): boolean =>
  expect !== undefined && !/100-continue/i.test(expect);

const isChunked = ({ headers }: IncomingMessage): boolean => headers["transfer-encoding"] !== undefined;

const mayBeLarge = (request: IncomingMessage): boolean =>
  isChunked(request) || Number(request.headers["content-length"]) > BODY_LIMIT;
