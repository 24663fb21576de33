/**
 * fetch that bears with a service: it waits when the limit is used up, and repeats what failed where that is
 * safe. What came of it is handed on as it is; only a request without an answer becomes an error here.
 */
import { NetworkError, UnexpectedAnswerError } from "./errors.ts";
import { unexpected } from "./unexpected.ts";

export interface Pause {
  reason: "limit" | "server" | "network";
  /** Until the request is sent again. */
  seconds: number;
}

export interface TransportOptions {
  fetch: typeof fetch;
  /** How often a request that failed by a 5xx or by the network is repeated. */
  retries: number;
  /** The longest that one call waits for the limit, in all. */
  limitWaitSeconds: number;
  /** For one attempt. */
  timeoutSeconds: number;
  onPause: ((pause: Pause) => void) | undefined;
  /** Handed in by tests, which wait for nothing. */
  sleep?: typeof sleepFor;
}

const FIRST_PAUSE_SECONDS = 0.5;
const LONGEST_PAUSE_SECONDS = 30;
const TIMERS_MOST_MS = 2 ** 31 - 1;
const REDIRECTS = [301, 302, 303, 307, 308];
const WITHOUT_BODY = [204, 205, 304];
const REPEATABLE = ["GET", "HEAD", "PUT", "PATCH", "DELETE"];
/** A code that is not in the bin is answered as it is. */
const RESTORES = /\/qrcodes\/[^/]+\/restore$/;

/** Whether it may be sent again when nobody knows what became of it. */
function isRepeatable({ method, headers, url }: Request): boolean {
  // The repeat of one that was done would be told as somebody else's change.
  if (headers.has("if-match")) return false;
  if (method === "POST") {
    return headers.has("idempotency-key") || RESTORES.test(new URL(url).pathname);
  }
  return REPEATABLE.includes(method);
}

export function createTransport(options: TransportOptions): (request: Request) => Promise<Response> {
  const { retries, limitWaitSeconds, onPause, sleep = sleepFor } = options;

  return async (request) => {
    const again = isRepeatable(request) ? retries : 0;
    let waited = 0;
    let failures = 0;
    for (;;) {
      const answer = await attempt(options, request);
      const failed = answer instanceof Error || answer.status >= 500;
      let pause: Pause;
      if (failed && failures < again) {
        const reason = answer instanceof Error ? "network" : "server";
        pause = { reason, seconds: pauseAfter(failures, answer) };
        failures += 1;
      } else if (!failed && answer.status === 429) {
        pause = { reason: "limit", seconds: secondsUntilReset(answer.headers) };
        waited += pause.seconds;
        if (waited > limitWaitSeconds) return answer;
      } else if (answer instanceof Error) {
        throw answer;
      } else {
        // The attempt before this one was done, and only its answer was lost.
        const isDone = request.method === "DELETE" && failures > 0 && answer.status === 404;
        return isDone ? new Response(null, { status: 204, headers: answer.headers }) : answer;
      }
      onPause?.(pause);
      await sleep(pause.seconds * 1000, request.signal);
    }
  };
}

/** What neither the service gives nor a Response can be; a browser tells nothing of a redirect. */
function foreignAnswer({ type, status, headers }: Response): UnexpectedAnswerError | null {
  const location = headers.get("location");
  if (type === "opaqueredirect" || REDIRECTS.includes(status)) {
    const whither = location ? ` to ${location}` : "";
    return unexpected(`The answer is a redirect${whither}.`, { status, headers });
  }
  const isStatus = status >= 200 && status <= 599;
  return isStatus ? null : unexpected(`The answer was ${status}.`, { status, headers });
}

/** An answer whose body has wholly come, or why there is none. */
async function attempt(
  { fetch, timeoutSeconds }: TransportOptions,
  request: Request,
): Promise<Response | NetworkError> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutSeconds * 1000, TIMERS_MOST_MS));
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    const answer = await fetch(request.clone(), { signal });
    // This one may be long, and is read by the caller as it comes.
    if (answer.headers.get("content-type")?.startsWith("text/csv") && answer.ok) return answer;
    const foreign = foreignAnswer(answer);
    if (foreign) throw foreign;
    const { status, statusText, headers } = answer;
    const body = await answer.arrayBuffer();
    const isBare = WITHOUT_BODY.includes(status);
    return new Response(isBare ? null : body, { status, statusText, headers });
  } catch (cause) {
    if (cause instanceof UnexpectedAnswerError) throw cause;
    request.signal.throwIfAborted();
    const said = late.signal.aborted ? `none within ${timeoutSeconds} seconds` : reasonOf(cause);
    const message = `No answer from ${new URL(request.url).origin}: ${said}.`;
    return new NetworkError(message, { code: "network_error", cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Node says "fetch failed" and tells the reason beneath. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message || String(cause) : String(error);
}

/** Twice as long each time, a little by chance so that many clients do not come at once. */
function pauseAfter(failures: number, answer: Response | NetworkError): number {
  const growing = FIRST_PAUSE_SECONDS * 2 ** failures * (0.75 + Math.random() / 2);
  const asked = answer instanceof Error ? 0 : (retryAfter(answer.headers) ?? 0);
  return Math.min(Math.max(growing, asked), LONGEST_PAUSE_SECONDS);
}

/** By the service's own clock where it can be read: the caller's may be wrong. */
const secondsUntil = (ms: number, headers: Headers): number =>
  (ms - (Date.parse(headers.get("date") ?? "") || Date.now())) / 1000;

/** In seconds; the service says them as such, a proxy in front of it maybe as a date. */
function retryAfter(headers: Headers): number | undefined {
  const said = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(said) ? Number(said) : secondsUntil(Date.parse(said), headers);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function secondsUntilReset(headers: Headers): number {
  const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
  const seconds = retryAfter(headers) ?? secondsUntil(reset, headers);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : 1;
}

function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(ms, TIMERS_MOST_MS),
    );
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
