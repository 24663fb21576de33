import { reach } from "./reach.ts";
import { session } from "./session.ts";
import { words } from "./words.ts";

/** The path of BASE_URL, or "". Every request to the server starts with it. */
export const basePath: string = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

const BASE = `${basePath}/api/dashboard`;
/** These calls create a session, possibly for another user. */
const SESSION_PATHS = new Set(["/sign-in", "/sign-in/code", "/sign-in/passkey", "/sign-up", "/set-up", "/reset"]);
const GATEWAY = new Set([502, 503, 504]);

export class CallError extends Error {
  readonly status: number;
  readonly error: string;
  /** The server's error messages by field. */
  readonly fields: Record<string, string>;
  /** Seconds to wait before a retry, from Retry-After. */
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
 * The error for a call without a response. A failed write must say whether it was sent: only one that started offline
 * certainly was not. Reads are retried automatically.
 */
function unreachable(writes: boolean, isUnsent: boolean): CallError {
  const said = navigator.onLine ? words.unreachable : words.offline;
  const lost = isUnsent ? words.notSent : words.notConfirmed;
  return new CallError(0, { error: "offline", message: writes ? `${said} ${lost}` : said });
}

/** False for the error page of a proxy. */
export const isJson = (answer: Response): boolean => answer.headers.get("Content-Type")?.includes("json") ?? false;

/** Null if the service did not respond. A gateway error from a proxy counts as no response. */
async function ask(path: string, init: RequestInit): Promise<Response | null> {
  try {
    const answer = await fetch(BASE + path, init);
    const fromProxy = GATEWAY.has(answer.status) && !isJson(answer);
    return fromProxy ? null : answer;
  } catch {
    // Aborted by the page: not an outage.
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
  const workspace = session.workspace();
  const answer = await ask(path, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "Content-Type": type }),
      ...(pageUser === null ? {} : { "Tessera-User": pageUser }),
      ...(workspace === null ? {} : { "Tessera-Workspace": workspace }),
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
    // 200: a code is needed first.
    if (method === "POST" && answer.status === 204 && SESSION_PATHS.has(path)) session.begin();
    return answer;
  }
  const refusal = new CallError(
    answer.status,
    await answer.json().catch(() => ({})),
    answer.headers.get("Retry-After"),
  );
  if (refusal.error !== "not_signed_in" || !session.isOpen()) throw refusal;
  const isSameUser = await session.again();
  // After a sign-in, repeat the call. /me is repeated for whoever signed in.
  if (isSameUser || path === "/me") return send(method, path, body, { writes, headers, ...(signal ? { signal } : {}) });
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
  /** Returns the headers too. */
  headed: async <T>(path: string): Promise<{ value: T; headers: Headers }> => {
    const answer = await send("GET", path);
    return { value: (await answer.json()) as T, headers: answer.headers };
  },
  /** Returns the ETag too, for a conditional `put`. */
  tagged: async <T>(path: string): Promise<{ value: T; tag: string | null }> => {
    const { value, headers } = await call.headed<T>(path);
    return { value, tag: headers.get("ETag") };
  },
  /** With an ETag, fails with a stale error if it has changed: see `isStale`. */
  put: <T = void>(path: string, body: unknown, was: string | null = null, headers: Record<string, string> = {}) =>
    json<T>(send("PUT", path, body, { headers: { ...headers, ...ifMatch(was) } })),
  patch: <T = void>(path: string, body: unknown) => json<T>(send("PATCH", path, body)),
  /** Returns the new ETag. With the old one, fails with a stale error if it has changed: see `isStale`. */
  change: async (path: string, body: unknown, was: string | null = null): Promise<string | null> => {
    const answer = await send("PATCH", path, body, { headers: ifMatch(was) });
    return answer.headers.get("ETag");
  },
  /** Sends a file as the request body. */
  upload: <T>(path: string, file: Blob) => json<T>(send("POST", path, file)),
  remove: <T = void>(path: string, headers: Record<string, string> = {}) =>
    json<T>(send("DELETE", path, undefined, { headers })),
  picture: async (path: string) => (await send("GET", path)).blob(),
  /** Returns a generated file. Can be aborted. */
  made: (path: string, body: unknown, signal: AbortSignal) => send("POST", path, body, { writes: false, signal }),
  /** Returns a preview. Changes nothing. */
  text: async (path: string, body: unknown) => (await send("POST", path, body, { writes: false })).text(),
};

/** The resource does not exist, or no longer does. */
export const isMissing = (error: unknown): boolean => error instanceof CallError && error.status === 404;

/** Somebody else changed the resource since it was read. */
export const isStale = (error: unknown): boolean => error instanceof CallError && "If-Match" in error.fields;

/** The URL of an image or download, which the browser fetches directly, without the header of a call. */
export function address(path: string): string {
  const workspace = session.workspace();
  return workspace === null ? BASE + path : `${BASE}${path}${path.includes("?") ? "&" : "?"}workspace=${workspace}`;
}
