import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BODY_LIMIT } from "./json-body.ts";

/** 13 MB/s for all connections together. */
const BYTES_PER_MS = 13_000;
/** A smaller chunk costs the event loop about as much. */
const MIN_BYTES = 1024;

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** When everything read so far is due. */
let due = 0;

/** Reads a body slowly and drops it. */
export async function discard(body: Readable): Promise<void> {
  for await (const chunk of body) {
    const now = performance.now();
    due = Math.max(due, now) + Math.max(chunk.length, MIN_BYTES) / BYTES_PER_MS;
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
    let isAnswered = false;
    const answerOnce = () => {
      if (!isAnswered) answer(error, request, reply);
      isAnswered = true;
    };
    refusals.set(request.raw, answerOnce);
    void discard(request.raw)
      // The client disconnected.
      .catch(() => {})
      .then(answerOnce);
  };

/** Answers of refused requests whose body is being read. */
const refusals = new WeakMap<IncomingMessage, () => void>();

/** Answers a refused request whose body did not come in time; false if it was not refused. */
export function refuseWithoutBody(request: IncomingMessage | undefined): boolean {
  const answer = request && refusals.get(request);
  answer?.();
  return answer !== undefined;
}

/** A client that sends every token of its JSON by itself needs thousands. Each costs the event loop 2 us. */
const MAX_TINY_CHUNKS = 20_000;
const TINY_BYTES = 64;
/** Tiny chunks are joined up to this size: each alone would cost the time and memory of a large one. */
const JOINED_BYTES = 4_096;

/** Ends connections whose body costs too much: by tiny chunks, or because it goes on after the answer. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
  if (!mayBeLarge(request)) return;
  response.once("finish", () => {
    if (!request.complete) request.socket.destroySoon();
  });
  if (isChunked(request)) joinTinyChunks(request);
}

function joinTinyChunks(request: IncomingMessage): void {
  const { push } = request;
  let tiny = 0;
  let joined: Buffer | undefined;
  let used = 0;
  const flush = (): boolean => {
    const part = joined?.subarray(0, used);
    [joined, used] = [undefined, 0];
    return part === undefined || push.call(request, part);
  };
  request.push = (chunk: Buffer | null) => {
    if (chunk === null || chunk.length >= TINY_BYTES) {
      flush();
      return push.call(request, chunk);
    }
    tiny += 1;
    if (tiny > MAX_TINY_CHUNKS) {
      request.socket.destroy();
      return false;
    }
    joined ??= Buffer.allocUnsafe(JOINED_BYTES);
    used += chunk.copy(joined, used);
    return used <= JOINED_BYTES - TINY_BYTES || flush();
  };
}

/** The client first waits for the answer to its Expect header. Node itself answers 100-continue. */
const isHeldBack = ({ headers: { expect } }: IncomingMessage): boolean =>
  expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect);

const isChunked = ({ headers }: IncomingMessage): boolean => headers["transfer-encoding"] !== undefined;

const mayBeLarge = (request: IncomingMessage): boolean =>
  isChunked(request) || Number(request.headers["content-length"]) > BODY_LIMIT;
