import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { isDoneWithin } from "../../shared/timeout.ts";

/** A connection on which nothing moves is cut, so whoever waits hears something this often. */
const BEAT_MS = 3_000;

export interface SlowAnswer {
  type: string;
  /** What the whole begins with, before any beat. */
  begin: string;
  /** What may stand between the beginning and the rest any number of times and means nothing. */
  beat: string;
  /** The rest of the answer, when so many bytes stand before it. */
  finish: (answer: Uint8Array, sent: number) => Uint8Array;
}

const SLOW_JSON: SlowAnswer = {
  type: "application/json; charset=utf-8",
  begin: "",
  beat: " ",
  finish: (answer) => answer,
};

export const answerJsonSlowly = (reply: FastifyReply, work: Promise<object>) =>
  answerSlowly(
    reply,
    work.then((value) => Buffer.from(JSON.stringify(value))),
    SLOW_JSON,
  );

/**
 * Sends what may take longer than a silent connection lives. What fails before the first beat is
 * answered as any error; later the connection breaks, so that nobody takes a part for the whole.
 */
export async function answerSlowly(
  reply: FastifyReply,
  work: Promise<Uint8Array>,
  { type, begin, beat, finish }: SlowAnswer,
): Promise<FastifyReply> {
  const first = await beatOr(work);
  if (first !== null) {
    const whole = Buffer.concat([Buffer.from(begin), finish(first, begin.length)]);
    return reply.type(type).send(whole);
  }
  return reply.type(type).send(Readable.from(parts(), { objectMode: false }));

  async function* parts(): AsyncGenerator<string | Uint8Array> {
    let sent = begin.length;
    if (begin !== "") yield begin;
    for (let done: Uint8Array | null = null; done === null; ) {
      yield beat;
      sent += beat.length;
      done = await beatOr(work);
      if (done !== null) yield finish(done, sent);
    }
  }
}

/** Null when the time of a beat is over first. */
const beatOr = async (work: Promise<Uint8Array>): Promise<Uint8Array | null> =>
  (await isDoneWithin(work, BEAT_MS)) ? work : null;
