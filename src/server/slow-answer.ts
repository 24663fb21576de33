import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { isDoneWithin } from "../shared/timeout.ts";

/** The interval of keep-alive bytes: idle connections are closed. */
const KEEP_ALIVE_MS = 3_000;

export interface SlowAnswer {
  type: string;
  /** Sent first, before any keep-alive bytes. */
  begin: string;
  /** Keep-alive bytes: may be repeated after `begin` without changing the meaning. */
  keepAlive: string;
  /** The rest of the response, given the number of bytes sent before it. */
  finish: (answer: Uint8Array, sent: number) => Uint8Array;
}

const SLOW_JSON: SlowAnswer = {
  type: "application/json; charset=utf-8",
  begin: "",
  keepAlive: " ",
  finish: (answer) => answer,
};

export const answerJsonSlowly = (reply: FastifyReply, work: Promise<object>) =>
  answerSlowly(
    reply,
    work.then((value) => Buffer.from(JSON.stringify(value))),
    SLOW_JSON,
  );

/**
 * Sends a response that may take longer than the idle time-out. An error before the first keep-alive bytes becomes an
 * error response; a later one breaks the connection, so that the response is never taken for complete.
 */
export async function answerSlowly(
  reply: FastifyReply,
  work: Promise<Uint8Array>,
  { type, begin, keepAlive, finish }: SlowAnswer,
): Promise<FastifyReply> {
  const first = await resultInTime(work);
  if (first !== null) {
    const whole = Buffer.concat([Buffer.from(begin), finish(first, begin.length)]);
    return reply.type(type).send(whole);
  }
  return reply.type(type).send(Readable.from(parts(), { objectMode: false }));

  async function* parts(): AsyncGenerator<string | Uint8Array> {
    let sent = begin.length;
    if (begin !== "") yield begin;
    for (let done: Uint8Array | null = null; done === null; ) {
      yield keepAlive;
      sent += keepAlive.length;
      done = await resultInTime(work);
      if (done !== null) yield finish(done, sent);
    }
  }
}

/** Null after the interval. */
const resultInTime = async (work: Promise<Uint8Array>): Promise<Uint8Array | null> =>
  (await isDoneWithin(work, KEEP_ALIVE_MS)) ? work : null;
