/**
 * fetch that waits for the rate limit and retries failed requests if that is safe. Responses are returned unchanged;
 * only a missing response becomes an error.
 */
import { NetworkError, UnexpectedAnswerError } from "./errors.ts";
import { unexpected } from "./unexpected.ts";

export interface Pause {
  reason: "limit" | "server" | "network";
  /** Until the next attempt. */
  seconds: number;
}

export interface TransportOptions {
  fetch: typeof fetch;
  /** How often a request that failed with a 5xx or a network error is retried. */
  retries: number;
  /** The maximum total wait of a call for the rate limit. */
  limitWaitSeconds: number;
  /** For one attempt. */
  timeoutSeconds: number;
  onPause: ((pause: Pause) => void) | undefined;
  /** Replaced by tests, so that they do not wait. */
  sleep?: typeof sleepFor;
}

const FIRST_PAUSE_SECONDS = 0.5;
const MAX_PAUSE_SECONDS = 30;
const TIMERS_MAX_MS = 2 ** 31 - 1;
const REDIRECTS = [301, 302, 303, 307, 308];
const WITHOUT_BODY = [204, 205, 304];
const REPEATABLE = ["GET", "HEAD", "PUT", "PATCH", "DELETE"];
/** POSTs that change nothing the second time: restoring a code, uploading the same logo. */
const REPEATABLE_POSTS = /\/(qrcodes\/[^/]+\/restore|logos)$/;

/** Whether it can be sent again when the outcome of the first attempt is unknown. */
function isRepeatable({ method, headers, url }: Request): boolean {
  // After a successful first attempt, the retry would look like a conflict.
  if (headers.has("if-match")) return false;
  if (method === "POST") {
    return headers.has("idempotency-key") || REPEATABLE_POSTS.test(new URL(url).pathname);
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
        // The previous attempt succeeded, and only its response was lost.
        const isDone = request.method === "DELETE" && failures > 0 && answer.status === 404;
        return isDone ? new Response(null, { status: 204, headers: answer.headers }) : answer;
      }
      onPause?.(pause);
      await sleep(pause.seconds * 1000, request.signal);
    }
  };
}

/** Responses that the service never sends; a browser hides redirects. */
function foreignAnswer({ type, status, headers }: Response): UnexpectedAnswerError | null {
  const location = headers.get("location");
  if (type === "opaqueredirect" || REDIRECTS.includes(status)) {
    const whither = location ? ` to ${location}` : "";
    return unexpected(`The response is a redirect${whither}.`, { status, headers });
  }
  const isStatus = status >= 200 && status <= 599;
  return isStatus ? null : unexpected(`The response had status ${status}.`, { status, headers });
}

/** A response with its complete body, or the reason why there is none. */
async function attempt(
  { fetch, timeoutSeconds }: TransportOptions,
  request: Request,
): Promise<Response | NetworkError> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutSeconds * 1000, TIMERS_MAX_MS));
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    const answer = await fetch(request.clone(), { signal });
    // This one may be long, and the caller streams it.
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
    const message = `No response from ${new URL(request.url).origin}: ${said}.`;
    return new NetworkError(message, { code: "network_error", cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Node says "fetch failed" and has the reason in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message || String(cause) : String(error);
}

/** Exponential back-off with jitter. */
function pauseAfter(failures: number, answer: Response | NetworkError): number {
  const growing = FIRST_PAUSE_SECONDS * 2 ** failures * (0.75 + Math.random() / 2);
  const asked = answer instanceof Error ? 0 : (retryAfter(answer.headers) ?? 0);
  return Math.min(Math.max(growing, asked), MAX_PAUSE_SECONDS);
}

/** Uses the service's clock if possible, because the caller's may be wrong. */
const secondsUntil = (ms: number, headers: Headers): number =>
  (ms - (Date.parse(headers.get("date") ?? "") || Date.now())) / 1000;

/** In seconds; a proxy may send a date instead. */
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
      Math.min(ms, TIMERS_MAX_MS),
    );
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
