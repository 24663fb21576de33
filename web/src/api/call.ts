import { basePath } from "./base.ts";

/** How the pages speak to the server. */
const BASE = `${basePath}/api/dashboard`;

export class CallError extends Error {
  readonly status: number;
  readonly error: string;
  /** What is wrong with each field, when the server names fields. */
  readonly fields: Record<string, string>;

  constructor(
    status: number,
    body: { error?: string; message?: string; details?: { field: string; message: string }[] },
  ) {
    super(body.message ?? "The server did not answer as expected. Please try again.");
    this.status = status;
    this.error = body.error ?? "unknown";
    this.fields = Object.fromEntries((body.details ?? []).map((d) => [d.field, d.message]));
  }
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new CallError(0, {
      error: "offline",
      message: "The server cannot be reached right now.",
    });
  }
  if (answer.ok) return answer;
  throw new CallError(answer.status, await answer.json().catch(() => ({})));
}

async function json<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const call = {
  get: <T>(path: string) => json<T>(send("GET", path)),
  post: <T = void>(path: string, body: unknown = {}) => json<T>(send("POST", path, body)),
  patch: <T = void>(path: string, body: unknown) => json<T>(send("PATCH", path, body)),
  remove: (path: string) => json<void>(send("DELETE", path)),
  text: async (path: string, body: unknown) => (await send("POST", path, body)).text(),
};

/** For pictures and downloads, which the browser fetches by itself. */
export const address = (path: string): string => BASE + path;
