/** What Node's HTTP parser refuses never becomes a request; here it gets an answer of ours all the same. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RateState } from "../../limits/limits.ts";
import { invalid } from "../../shared/errors.ts";
import { errorBody } from "./errors.ts";
import { rateHeadersOf } from "./rate-headers.ts";

export interface ParserErrorParts {
  /** Answers below it have the interface's own shape. */
  apiPath: string;
  /** Counts a request without a key in the window of the client's network. */
  countAnonymous: (socketAddress: string, forwardedFor: string | undefined) => RateState;
  createRequestId: () => string;
  /** How long an answer under way may take before what came after it cuts the connection. */
  answerMs?: number;
}

/** Longer than any answer takes but a large download to a slow client. */
const ANSWER_MS = 10_000;
/** Time for a refusal to arrive before its connection is cut, whatever the other side still sends. */
const FAREWELL_MS = 500;
const HEAD_END = "\r\n\r\n";
const REQUEST_LINE = /^\S+ +(\S*)/;
const FORWARDED_FOR = /^x-forwarded-for:(.*)$/im;

export interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

export function createParserErrorHandler(parts: ParserErrorParts) {
  const { apiPath, countAnonymous, createRequestId, answerMs = ANSWER_MS } = parts;
  /** Connections that have failed once: the parser fails anew with each packet that follows. */
  const failed = new WeakSet<Socket>();

  function apiAnswer(error: ParserError, socket: Socket, head: string): string {
    const requestId = createRequestId();
    const forwardedFor = FORWARDED_FOR.exec(head)?.[1]?.trim();
    const window = countAnonymous(socket.remoteAddress ?? "", forwardedFor);
    const [field, message] = sentenceOf(error);
    const body = JSON.stringify(errorBody(invalid([{ field, message }], message), requestId));
    return answer("400 Bad Request", body, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...rateHeadersOf(window),
    });
  }

  function refuse(error: ParserError, socket: Socket): void {
    const started = inProgress(socket);
    // What has begun to be answered before its body was read cannot be followed by a refusal of it.
    if (!socket.writable || started?.headersSent) {
      socket.destroy();
      return;
    }
    const head = headOf(error);
    const path = started?.req.url ?? REQUEST_LINE.exec(head)?.[1];
    const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const isApi = path === undefined ? !isLate : pathOf(path).startsWith(apiPath);
    if (isApi) socket.end(apiAnswer(error, socket, head));
    else socket.end(answer(isLate ? "408 Request Timeout" : "400 Bad Request"));
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  }

  /** Requests that came whole before the one that failed are answered first, in their order. */
  function afterAnswers(socket: Socket, then: () => void): void {
    const before = inProgress(socket);
    if (!before?.req.complete) then();
    else
      before.once("finish", () => {
        // One that was the connection's last has ended it.
        if (socket.writable) afterAnswers(socket, then);
      });
  }

  return (error: ParserError, socket: Socket): void => {
    if (error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    if (failed.has(socket)) return;
    failed.add(socket);
    const tooLong = setTimeout(() => socket.destroy(), answerMs).unref();
    afterAnswers(socket, () => {
      clearTimeout(tooLong);
      refuse(error, socket);
    });
  };
}

/** Node keeps the answer that a connection is waiting for here; it has no public name. */
function inProgress(socket: Socket) {
  type Waiting = ServerResponse<IncomingMessage> | null | undefined;
  return (socket as Socket & { _httpMessage?: Waiting })._httpMessage;
}

/** The part of the packet from the start of the request that failed; its line may have come before. */
function headOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString("latin1") ?? "";
  const before = text.lastIndexOf(HEAD_END, bytesParsed - 1);
  const start = before < 0 || before + HEAD_END.length > bytesParsed ? 0 : before + HEAD_END.length;
  const line = text.slice(start);
  return /^\S+ +\S*\//.test(line) ? line : "";
}

/** Of an absolute address too. */
export const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/]*/i, "");

function sentenceOf({ code }: ParserError): [field: string, message: string] {
  if (code === "HPE_HEADER_OVERFLOW") {
    return ["headers", "The request line and the headers are together longer than 16 KiB."];
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return ["request", "The request did not arrive in time."];
  }
  return ["request", "The request line or a header is not valid HTTP/1.1."];
}

function answer(status: string, body = "", headers: Record<string, string | number> = {}): string {
  const all = {
    ...headers,
    Connection: "close",
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}
