import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "./server.ts";

/** Smaller answers fit into one packet. */
const WORTHWHILE_BYTES = 1024;
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Runs on Node's thread pool, off the event loop. */
export const compress = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "gzip" ? zip(text) : brotli(text, BROTLI);

/** If either end fails, the pipeline destroys the other; the reader sees the error. */
const compressStream = (source: Readable, encoding: Encoding): Readable =>
  pipeline(source, encoding === "gzip" ? createGzip() : createBrotliCompress(BROTLI), () => {});

const isWorthwhile = (text: string): boolean => text.length >= WORTHWHILE_BYTES;

/** Adds Vary: Accept-Encoding, also to answers that are sent uncompressed. */
export function tellEncodings(reply: FastifyReply, text: string): void {
  if (isWorthwhile(text)) addVary(reply, "Accept-Encoding");
}

/** The encoding to use for this text, or null for none. Sets Vary. */
export function chooseEncoding(request: FastifyRequest, reply: FastifyReply, text: string): Encoding | null {
  tellEncodings(reply, text);
  return isWorthwhile(text) ? acceptedBy(request) : null;
}

function acceptedBy({ headers, method }: FastifyRequest): Encoding | null {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined || method === "HEAD") return null;
  return bestOf(ENCODINGS, accepted);
}

/** For what is compressed only this way. */
export const takesGzip = (accepted = ""): boolean => bestOf(["gzip"], accepted) !== null;

function bestOf(encodings: readonly Encoding[], header: string): Encoding | null {
  const accepted = header.toLowerCase();
  // The negotiator would take "gzip;q=0, *" as accepting gzip.
  const left = encodings.filter(
    (encoding) => !new RegExp(`\\b${encoding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted),
  );
  return negotiate(accepted, left) as Encoding | null;
}

/** Compressed bytes differ from the original's, so the ETag becomes weak. */
export function sendEncoded(reply: FastifyReply, encoding: Encoding): void {
  reply.header("Content-Encoding", encoding).removeHeader("Content-Length");
  const etag = reply.getHeader("ETag");
  if (typeof etag === "string" && !etag.startsWith("W/")) reply.header("ETag", `W/${etag}`);
}

/** Only for answers without a session: compressing secrets next to attacker-chosen text leaks them (BREACH). */
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

/** The length of a stream is unknown, so it is always compressed. */
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
