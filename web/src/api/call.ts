import { reach } from "./reach.ts";
import { session } from "./session.ts";
import { words } from "./words.ts";

/** The path of BASE_URL, "" when it has none: whatever is asked of the server stands below it. */
export const basePath: string = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

/** How the pages speak to the server. */
const BASE = `${basePath}/api/dashboard`;
/** What is posted here makes a session, of whoever it is. */
const ENTRANCES = new Set(["/sign-in", "/sign-up", "/set-up", "/reset"]);
const GATEWAY = new Set([502, 503, 504]);

export class CallError extends Error {
  readonly status: number;
  readonly error: string;
  /** What is wrong with each field, when the server names fields. */
  readonly fields: Record<string, string>;
  /** Seconds after which the server says that it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    body: { error?: string; message?: string; details?: { field: string; message: string }[] },
    retryAfter?: string | null,
  ) {
    super(body.message ?? words.unexpected);
    this.status = status;
    this.retryAfter = Number(retryAfter) || undefined;
    this.error = body.error ?? "unknown";
    this.fields = Object.fromEntries((body.details ?? []).map((d) => [d.field, d.message]));
  }
}

/**
 * A failed write has to say what has become of it; a read is asked again by itself. Only what was
 * offline from the start is sure not to have been sent.
 */
function unreachable(writes: boolean, isUnsent: boolean): CallError {
  const said = navigator.onLine ? words.unreachable : words.offline;
  const lost = isUnsent ? words.notSent : words.notConfirmed;
  return new CallError(0, { error: "offline", message: writes ? `${said} ${lost}` : said });
}

/** Whatever stands between answers with a page of its own. */
export const isJson = (answer: Response): boolean => answer.headers.get("Content-Type")?.includes("json") ?? false;

/** Null when nobody answered; a proxy that finds no service behind it is nobody. */
async function ask(path: string, init: RequestInit): Promise<Response | null> {
  try {
    const answer = await fetch(BASE + path, init);
    const fromProxy = GATEWAY.has(answer.status) && !isJson(answer);
    return fromProxy ? null : answer;
  } catch {
    // Given up by the page itself: nobody is away.
    init.signal?.throwIfAborted();
    return null;
  }
}

interface Sending {
  writes?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  { writes = method !== "GET", headers = {}, signal }: Sending = {},
): Promise<Response> {
  const isUnsent = !navigator.onLine;
  const isFile = body instanceof Blob;
  const type = isFile ? body.type || "application/octet-stream" : "application/json";
  const pageUser = session.pageUser(path);
  const answer = await ask(path, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "Content-Type": type }),
      ...(pageUser === null ? {} : { "Tessera-User": pageUser }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (answer === null) {
    reach.failed();
    throw unreachable(writes, isUnsent);
  }
  reach.answered();
  if (answer.ok) {
    if (method === "POST" && ENTRANCES.has(path)) session.begin();
    return answer;
  }
  const refusal = new CallError(
    answer.status,
    await answer.json().catch(() => ({})),
    answer.headers.get("Retry-After"),
  );
  if (refusal.error !== "not_signed_in" || !session.isOpen()) throw refusal;
  const goesOn = await session.again();
  // Who is here now is asked anew, whoever came.
  if (goesOn || path === "/me") return send(method, path, body, { writes, headers, ...(signal ? { signal } : {}) });
  throw refusal;
}

async function json<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const ifMatch = (was: string | null): Record<string, string> => (was === null ? {} : { "If-Match": was });

export const call = {
  get: <T>(path: string) => json<T>(send("GET", path)),
  post: <T = void>(path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    json<T>(send("POST", path, body, { headers })),
  /** With its tag, to change only this: see `put`. */
  tagged: async <T>(path: string): Promise<{ value: T; tag: string | null }> => {
    const answer = await send("GET", path);
    return { value: (await answer.json()) as T, tag: answer.headers.get("ETag") };
  },
  /** With the tag of what it was, only that is changed: see `isStale`. */
  put: <T = void>(path: string, body: unknown, was: string | null = null) =>
    json<T>(send("PUT", path, body, { headers: ifMatch(was) })),
  patch: <T = void>(path: string, body: unknown) => json<T>(send("PATCH", path, body)),
  /** The tag of what it became. With the tag of what it was, only that is changed: see `isStale`. */
  change: async (path: string, body: unknown, was: string | null = null): Promise<string | null> => {
    const answer = await send("PATCH", path, body, { headers: ifMatch(was) });
    return answer.headers.get("ETag");
  },
  /** A file as it is. */
  upload: <T>(path: string, file: Blob) => json<T>(send("POST", path, file)),
  remove: <T = void>(path: string) => json<T>(send("DELETE", path)),
  picture: async (path: string) => (await send("GET", path)).blob(),
  /** What is made of what is sent; it may take long, and be given up. */
  made: (path: string, body: unknown, signal: AbortSignal) => send("POST", path, body, { writes: false, signal }),
  /** A picture of what is sent; nothing is changed by it. */
  text: async (path: string, body: unknown) => (await send("POST", path, body, { writes: false })).text(),
};

/** What is asked for is not there, or not there any more. */
export const isMissing = (error: unknown): boolean => error instanceof CallError && error.status === 404;

/** What was to be changed has been changed by someone else meanwhile. */
export const isStale = (error: unknown): boolean => error instanceof CallError && "If-Match" in error.fields;

/** For pictures and downloads, which the browser fetches by itself. */
export const address = (path: string): string => BASE + path;
