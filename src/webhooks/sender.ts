import type { LookupFunction, Socket } from "node:net";
import type { Agent } from "undici";
import { withTimeout } from "../shared/timeout.ts";
import { createNames, type Names, UnknownName } from "./names.ts";
import { hostProblem, INSIDE_ADDRESS, isPublicAddress, urlProblem, type WebhookRules } from "./rules.ts";

export interface Sent {
  /** Null when there was no answer. */
  status: number | null;
  /** The beginning of the response body. */
  answer: string | null;
  /** Why it was not delivered, as a message; null if it was. */
  problem: string | null;
  /** From Retry-After. */
  retryAfterMs?: number | undefined;
}

export interface Sender {
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Sent>;
  close(): Promise<void>;
}

export interface SenderOptions {
  rules: WebhookRules;
  /** In total, from DNS resolution to the end of the response. */
  timeoutMs?: number;
  names?: Names;
}

const TIMEOUT_MS = 10_000;
const LATE_MS = 500;
const MAX_READ = 64 * 1024;
/** Of everything received in answer to one request, including headers, interim responses and framing. */
const MAX_RECEIVED = 128 * 1024;
const MAX_INTERIM = 1;
/** The status decides the outcome; the body is only displayed. */
const BODY_MS = 1_000;
const ANSWER_KEPT = 2_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

class InsideAddress extends Error {}
/** The receiver sends more than any response needs. */
class TooMuch extends Error {}

/** Checks the address of every new connection, because a name may resolve differently each time. */
export function createSender({
  rules,
  timeoutMs = TIMEOUT_MS,
  names = createNames({ timeoutMs: 0.8 * timeoutMs, inside: rules.private }),
}: SenderOptions): Sender {
  let agent: Promise<Agent> | undefined;
  const isAllowed = (address: string) => rules.private || isPublicAddress(address);

  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    names.addresses(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address));
        if (allowed.length === 0) return callback(new InsideAddress(), []);
        if (options.all) return callback(null, allowed);
        return callback(null, allowed[0]!.address, allowed[0]!.family);
      },
      (error) => callback(error, []),
    );
  };

  /** Loaded with the first delivery: most services never make one. */
  async function makeAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await import("undici");
    const connect = buildConnector({ lookup: checkedLookup, timeout: timeoutMs, allowH2: false });
    return new Agent({
      allowH2: false,
      // One per request: waiting for another's connection would look like no answer.
      connections: null,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
      connect(options, callback) {
        if (!rules.private && hostProblem(options.hostname)) return callback(new InsideAddress(), null);
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          // Check the connected address itself, before anything is sent.
          if (isAllowed(socket!.remoteAddress ?? "")) return callback(null, cutWhenTooMuch(socket!));
          socket!.destroy();
          callback(new InsideAddress(), null);
        });
      },
    });
  }

  return {
    async send(url, headers, body) {
      // Settings may be stricter than when the webhook was created.
      const wrong = urlProblem(url, rules);
      if (wrong) return failed(`the URL ${wrong}`);
      agent ??= makeAgent();
      // Before the timer: loading says nothing about the receiver.
      const [dispatcher, { request }] = await Promise.all([agent, import("undici")]);
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(), timeoutMs);
      const { signal } = giveUp;
      let interim = 0;
      const onInfo = () => {
        if (++interim > MAX_INTERIM) giveUp.abort(new TooMuch("it sent more than one interim response"));
      };
      try {
        const answering = request(url, { method: "POST", headers, body, dispatcher, signal, onInfo });
        // Independent of the signal: a webhook must never wait forever.
        const answer = await withTimeout(answering, timeoutMs + LATE_MS);
        const text = await withTimeout(readSome(answer.body), BODY_MS + LATE_MS);
        const { statusCode: status } = answer;
        const retryAfterMs = retryAfterOf(status, answer.headers["retry-after"], Date.now());
        return { status, answer: text, problem: problemOf(status), retryAfterMs };
      } catch (error) {
        return failed(inWords(signal.aborted ? signal.reason : error, timeoutMs));
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      names.close();
      await (await agent)?.destroy();
    },
  };
}

const failed = (problem: string): Sent => ({ status: null, answer: null, problem });

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `it answered ${status}, and redirects are not followed`;
  return `it answered ${status}`;
}

/** From an overloaded receiver: seconds or a date. */
function retryAfterOf(status: number, value: unknown, now: number): number | undefined {
  if ((status !== 429 && status !== 503) || typeof value !== "string") return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** Counts bytes received since the last write, which is the request: connections are reused. */
function cutWhenTooMuch(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  let sent = socket.bytesWritten;
  let start = socket.bytesRead;
  let seen = start;
  socket.read = (size) => {
    if (socket.bytesWritten !== sent) {
      sent = socket.bytesWritten;
      start = seen;
    }
    seen = socket.bytesRead;
    if (seen - start <= MAX_RECEIVED) return read(size);
    socket.destroy(new TooMuch(`it sent more than ${MAX_RECEIVED >> 10} KiB`));
    return null;
  };
  return socket;
}

/** The status has arrived, which is what counts: a broken or endless body is cut. */
async function readSome(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= MAX_READ) break;
    }
  } catch {
    // What was read so far is shown.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const text = Buffer.concat(parts).subarray(0, ANSWER_KEPT).toString("utf8");
  return text.replaceAll("\0", "�").toWellFormed();
}

function inWords(error: unknown, timeoutMs: number): string {
  const causes = [error, (error as Error)?.cause];
  const tooMuch = causes.find((each) => each instanceof TooMuch);
  if (tooMuch) return tooMuch.message;
  if ((error as Error)?.name === "AbortError") return `it did not answer within ${timeoutMs / 1000} seconds`;
  if (causes.some((each) => each instanceof InsideAddress)) return `the URL ${INSIDE_ADDRESS}`;
  if (causes.some((each) => each instanceof UnknownName))
    return "no server was found for its host name: check the URL for typing errors, and the DNS record of that name";
  const { code, message = "" } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ECONNREFUSED":
      return "the connection was refused";
    case "ECONNRESET":
    case "UND_ERR_SOCKET":
      return "the connection was closed before a response";
    default:
      return `it could not be reached (${code ?? message})`;
  }
}
