/** Answers requests that Node's HTTP parser refuses, which never reach the router. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RateState } from "../limits/limits.ts";
import { type DomainError, invalidField } from "../shared/errors.ts";
import { errorBody } from "./errors.ts";
import { rateHeadersOf } from "./rate-headers.ts";
import { refuseWithoutBody } from "./unread-body.ts";

export interface ParserErrorParts {
  /** Refusals below this path have the API's error shape. */
  apiPath: string;
  /** Counts a request without a key in the window of the client's network. */
  countAnonymous: (socketAddress: string, forwardedFor: string | undefined) => RateState;
  createRequestId: () => string;
  /** How long an answer in progress may take before a parse error behind it closes the connection. */
  answerMs?: number;
}

/** Longer than any answer except a large download to a slow client. */
const ANSWER_MS = 10_000;
/** Time for the refusal to arrive before the connection is closed. */
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
  /** Connections that failed before: the parser reports an error for every further packet. */
  const failed = new WeakSet<Socket>();

  function apiAnswer(error: ParserError, socket: Socket, head: string): string {
    const requestId = createRequestId();
    const forwardedFor = FORWARDED_FOR.exec(head)?.[1]?.trim();
    const window = countAnonymous(socket.remoteAddress ?? "", forwardedFor);
    const body = JSON.stringify(errorBody(refusalOf(error), requestId));
    return answer("400 Bad Request", body, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...rateHeadersOf(window),
    });
  }

  function refuse(error: ParserError, socket: Socket): void {
    const started = inProgress(socket);
    // An answer that was started before its body was read cannot be followed by a refusal. On a connection that a
    // browser has opened ahead of need, a 408 would be read as the answer to the next request.
    if (!socket.writable || started?.headersSent || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    if (refuseWithoutBody(started?.req)) return;
    const head = headOf(error);
    const path = started?.req.url ?? REQUEST_LINE.exec(head)?.[1];
    const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const isApi = path === undefined ? !isLate : pathOf(path).startsWith(apiPath);
    if (isApi) socket.end(apiAnswer(error, socket, head));
    else socket.end(answer(isLate ? "408 Request Timeout" : "400 Bad Request"));
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  }

  /** Answers complete requests that arrived before the failed one first, in order. */
  function afterAnswers(socket: Socket, then: () => void): void {
    const before = inProgress(socket);
    if (!before?.req.complete) then();
    else
      before.once("finish", () => {
        // The previous answer may have closed the connection.
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

/** Node's pending response of a connection; there is no public API for it. */
function inProgress(socket: Socket) {
  type Waiting = ServerResponse<IncomingMessage> | null | undefined;
  return (socket as Socket & { _httpMessage?: Waiting })._httpMessage;
}

/** The packet from the start of the failed request; its first line may have been in an earlier packet. */
function headOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString("latin1") ?? "";
  const before = text.lastIndexOf(HEAD_END, bytesParsed - 1);
  const start = before < 0 || before + HEAD_END.length > bytesParsed ? 0 : before + HEAD_END.length;
  const line = text.slice(start);
  return /^\S+ +\S*\//.test(line) ? line : "";
}

/** Accepts absolute URLs too. */
export const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/]*/i, "");

function refusalOf({ code }: ParserError): DomainError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return invalidField("headers", "The headers", "are longer than 16 KiB, together with the request line");
  }
  const problem =
    code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "did not arrive in time"
      : "is not valid HTTP/1.1, in its first line or in a header";
  return invalidField("request", "The request", problem);
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
