import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "./server.ts";

/** Below this an answer fits one packet anyhow. */
const WORTHWHILE_BYTES = 1024;
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** On Node's pool of threads, so that nobody waits for it. */
export const compress = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "gzip" ? zip(text) : brotli(text, BROTLI);

/** As it comes. Whichever end breaks off, the other does too; the error is seen by who reads. */
const compressStream = (source: Readable, encoding: Encoding): Readable =>
  pipeline(source, encoding === "gzip" ? createGzip() : createBrotliCompress(BROTLI), () => {});

const isWorthwhile = (text: string): boolean => text.length >= WORTHWHILE_BYTES;

/** Says that the answer with this text depends on what the caller takes: also where it is not sent. */
export function tellEncodings(reply: FastifyReply, text: string): void {
  if (isWorthwhile(text)) addVary(reply, "Accept-Encoding");
}

/** What the caller would take this text in; null: as it is. Says in the answer that it depends. */
export function chooseEncoding(request: FastifyRequest, reply: FastifyReply, text: string): Encoding | null {
  tellEncodings(reply, text);
  return isWorthwhile(text) ? acceptedBy(request) : null;
}

function acceptedBy({ headers, method }: FastifyRequest): Encoding | null {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined || method === "HEAD") return null;
  return negotiate(accepted.toLowerCase(), [...ENCODINGS]) as Encoding | null;
}

/** The same content in other bytes: its tag is a weak one from here on. */
export function sendEncoded(reply: FastifyReply, encoding: Encoding): void {
  reply.header("Content-Encoding", encoding).removeHeader("Content-Length");
  const etag = reply.getHeader("ETag");
  if (typeof etag === "string" && !etag.startsWith("W/")) reply.header("ETag", `W/${etag}`);
}

/** For answers that carry no session: what a page of another site could make a browser ask is public. */
export function compressAnswers(server: Server): void {
  server.addHook("onSend", async (request, reply, payload) => {
    if (payload instanceof Readable) return sendStream(request, reply, payload);
    if (typeof payload !== "string") return payload;
    const encoding = chooseEncoding(request, reply, payload);
    if (encoding === null) return payload;
    sendEncoded(reply, encoding);
    return compress(payload, encoding);
  });
}

/** A stream is text of any length, so it is always worth it. */
function sendStream(request: FastifyRequest, reply: FastifyReply, stream: Readable): Readable {
  addVary(reply, "Accept-Encoding");
  const encoding = acceptedBy(request);
  if (encoding === null) return stream;
  sendEncoded(reply, encoding);
  return compressStream(stream, encoding);
}

export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader("Vary");
  reply.header("Vary", others === undefined ? name : `${others}, ${name}`);
}
