/** Turns a call of openapi-fetch into its data, or throws an error. */
import type { Client } from "openapi-fetch";
import { errorOf, NetworkError, UnexpectedAnswerError } from "./errors.ts";
import type { paths } from "./openapi.ts";
import { unexpected } from "./unexpected.ts";

export type Api = Client<paths>;

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, whether it is running or waiting. */
  signal?: AbortSignal | undefined;
}

/** For calls that create something: a retry returns the first response. */
export interface OnceOptions extends CallOptions {
  /** Your own key, to be safe across restarts of your program; by default one is generated per call. */
  idempotencyKey?: string | undefined;
}

export const onceOf = ({ idempotencyKey }: OnceOptions) => ({ "Idempotency-Key": idempotencyKey ?? randomKey() });

/** Not randomUUID, which browsers have only on secure origins. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function answerOf<T>(call: Promise<Result<T>>): Promise<Result<T> & { data: T }> {
  const result = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = "The response is not JSON. Is the URL that of a Tessera service?";
    throw new UnexpectedAnswerError(message, { cause });
  });
  if (!result.response.ok) throw errorOf(result.response, result.error);
  return result as Result<T> & { data: T };
}

/** The same for a call that returns an object, with its headers. */
export async function objectOf<T>(call: Promise<Result<T>>): Promise<Result<T> & { data: T }> {
  const result = await answerOf(call);
  const { data, response } = result;
  if (typeof data === "object" && data !== null) return result;
  throw unexpected(`The response had status ${response.status} but not the expected data.`, response);
}

export const dataOf = async <T>(call: Promise<Result<T>>): Promise<T> => (await objectOf(call)).data;

interface Page<T> {
  data: T[];
  nextCursor?: string | null;
}

/** A call that returns a list. */
export async function pageOf<P extends Page<unknown>>(call: Promise<Result<P>>): Promise<P> {
  const { data, response } = await objectOf(call);
  if (Array.isArray(data.data)) return data;
  throw unexpected(`The response had status ${response.status} but no list.`, response);
}

/** A call that returns a file whose content type starts with one of these. */
export async function fileOf<T>(
  call: Promise<Result<T>>,
  types: readonly string[],
): Promise<{ data: T; contentType: string }> {
  const { data, response } = await answerOf(call);
  const contentType = response.headers.get("content-type") ?? "";
  if (data !== undefined && types.some((type) => contentType.startsWith(type))) {
    return { data, contentType };
  }
  throw unexpected(`The response had status ${response.status} but no file.`, response);
}

export type Items<T> = AsyncGenerator<T, void, undefined>;

/** Iterates over all pages, loading the next one when needed. */
export async function* itemsOf<T>(page: (cursor: string | undefined) => Promise<Page<T>>): Items<T> {
  let cursor: string | undefined;
  for (;;) {
    const { data, nextCursor } = await page(cursor);
    yield* data;
    if (!nextCursor) return;
    if (nextCursor === cursor) {
      throw new UnexpectedAnswerError("The list repeats the same page.");
    }
    cursor = nextCursor;
  }
}

/** Streams a long response, and reports a connection that breaks. */
export function streamOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  { signal }: CallOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const message = "The response ended early.";
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(signal?.aborted ? cause : new NetworkError(message, { code: "network_error", cause }));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The content types of images. */
export const PICTURES = ["image/", "application/pdf"];
